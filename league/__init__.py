"""The league: clubs, players, meetings, tables, results, and everything computed from them."""

__version__ = "0.1.0"
