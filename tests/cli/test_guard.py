"""The bounds on the processor time and the memory of a command."""

from __future__ import annotations

import os
import resource
import signal
import sys
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from tests.cli.command import CHART, helmwright, write_chart

from helmwright.base.errors import HelmwrightError
from helmwright.cli.guard import Limited
from helmwright.go.limits import Bounded, Limits

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs Linux")


def test_a_block_that_never_ends_is_stopped_even_if_it_catches_every_exception() -> None:
    def endless() -> None:
        while True:
            with suppress(Exception):
                sum(range(1000))

    told = pytest.raises(HelmwrightError, match=r"more than 0\.05 seconds of processor time")
    with told, Limited(Limits(seconds=0.05)):
        endless()


def test_memory_beyond_the_limit_is_a_memory_error() -> None:
    with pytest.raises(MemoryError), Limited(Limits(memory=100)):
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


def test_the_time_begins_again_with_each_render() -> None:
    before = time.process_time()
    with Limited(Limits(seconds=0.1)):
        for _ in range(4):
            with Bounded("rendering"):
                begun = time.process_time()
                while time.process_time() < begun + 0.1:
                    pass
    assert time.process_time() - before > 0.35


@pytest.mark.parametrize("flag", [["--max-seconds", "0.2"], ["--max-seconds=0.2"]])
def test_a_flag_of_every_command_sets_the_time(tmp_path: Path, flag: list[str]) -> None:
    loops = "{{ range until 50 }}" * 6 + "{{ end }}" * 6
    write_chart(tmp_path, {"Chart.yaml": CHART, "templates/a.yaml": loops})
    done = helmwright("template", "r", str(tmp_path / "c"), *flag)
    assert done.code == 1
    assert "rendering takes more than 0.2 seconds of processor time" in done.err
    assert "HELMWRIGHT_MAX_SECONDS" not in os.environ


def test_a_limit_that_is_no_number_is_wrong_usage() -> None:
    done = helmwright("template", "r", ".", "--max-memory=none")
    assert (done.code, done.err) == (64, 'Error: --max-memory is a number above 0, not "none"\n')
