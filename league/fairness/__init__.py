"""Seat fairness: what a seat, an early place in the order of editing and a help card are worth. Pure numerics."""
