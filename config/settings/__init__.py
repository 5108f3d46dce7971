"""Settings: `base` holds for every installation, the other modules only what differs from it."""
