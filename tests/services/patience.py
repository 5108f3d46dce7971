"""How much longer than promised a busy machine may take."""

import os


def slowness() -> float:
    """Return how much slower this machine is than an idle one, by its load; at least 1."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
