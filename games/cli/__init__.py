"""The command line of the engine.

Owns arguments, exit codes (0 fine, 1 breaks a rule, 2 unusable) and printing. Judges nothing.
"""

from games.cli.app import main

__all__ = ["main"]
