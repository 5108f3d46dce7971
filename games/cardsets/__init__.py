"""Card sets that come with the games, as TOML; see docs/cards.md."""
