"""Many games at once, played by bots.

Owns batches and their statistics; the rules are those of the engines.
"""
