"""Schema history of the league app."""
