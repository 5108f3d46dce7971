"""Finding and holding ports."""

from contextlib import closing

import pytest

from league.runtime.ports import free_port, listen, listen_near


def test_listen_near_takes_the_wanted_port_when_it_is_free() -> None:
    port = free_port()
    with closing(listen_near("127.0.0.1", port)) as listener:
        assert listener.getsockname()[1] == port


def test_listen_near_takes_a_higher_port_when_it_is_not() -> None:
    with closing(listen("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with closing(listen_near("127.0.0.1", port)) as listener:
            assert port < listener.getsockname()[1] <= port + 50


def test_listen_refuses_a_taken_port() -> None:
    with closing(listen("127.0.0.1", 0)) as taken, pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", taken.getsockname()[1])
