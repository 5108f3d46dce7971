"""Finding and holding TCP ports."""

import socket

HIGHEST_PORT = 65_535
TRIES = 50


def free_port(host: str = "127.0.0.1") -> int:
    """Return a port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        port: int = probe.getsockname()[1]
        return port


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; OSError when the port is taken or the host isn't ours."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(512)
    except OSError:
        listener.close()
        raise
    return listener


def listen_near(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `port` or, when it is taken, on the next free one above."""
    last = min(port + TRIES, HIGHEST_PORT)
    for candidate in range(port, last):
        try:
            return listen(host, candidate)
        except OSError:
            continue
    return listen(host, last)
