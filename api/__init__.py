"""The HTTP API: the wire format, nothing else."""
