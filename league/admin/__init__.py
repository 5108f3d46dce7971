"""Django's admin, for looking: every model of the league, and nothing that could change one.

Changes go through services, which check, number and record them; a form here would go around all of that.
"""

from league.admin import accounts, clubs, fairness, ladders, people, play, seasons, trail

__all__ = ["accounts", "clubs", "fairness", "ladders", "people", "play", "seasons", "trail"]
