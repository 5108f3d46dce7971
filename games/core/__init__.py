"""What all games share: reports, findings, rulesets, placements, the registry.

Owns no rule of any single game; games are reached through `games.core.registry` only.
"""
