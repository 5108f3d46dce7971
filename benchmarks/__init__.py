"""Measurements: each module prints its figures and fails when one is over its budget."""
