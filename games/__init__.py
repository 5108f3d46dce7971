"""Rules engine of Sekijun: plain Python, usable without Django, standard library only.

Owns what the games are and what a written report may say. Knows no database, no clock, no page.
"""
