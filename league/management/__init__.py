"""Commands of the league."""
