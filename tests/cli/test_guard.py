"""The bounds on the processor time and the memory of a command."""

from __future__ import annotations

import resource
import signal
import sys
from contextlib import suppress

import pytest

from helmwright.cli.guard import Limited
from helmwright.errors import HelmwrightError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")


def test_a_block_that_never_ends_is_stopped_even_if_it_catches_every_exception() -> None:
    def endless() -> None:
        while True:
            with suppress(Exception):
                sum(range(1000))

    told = pytest.raises(HelmwrightError, match=r"more than 0\.05 seconds of processor time")
    with told, Limited(seconds=0.05):
        endless()


def test_memory_beyond_the_limit_is_a_memory_error() -> None:
    with pytest.raises(MemoryError), Limited(memory=100 << 20):
        bytearray(300 << 20)


def test_afterwards_nothing_is_bounded() -> None:
    handler = signal.getsignal(signal.SIGPROF)
    limit = resource.getrlimit(resource.RLIMIT_DATA)
    with Limited():
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 0
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGPROF) == handler
    assert resource.getrlimit(resource.RLIMIT_DATA) == limit


def test_errors_of_the_block_pass() -> None:
    with pytest.raises(KeyError), Limited():
        raise KeyError
