"""Streams, signals and faults: exit codes, and never a traceback."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Never

import pytest
from tests.cli.command import helmwright as call
from tests.cli.command import write, write_chart

import helmwright
from helmwright.cli import run

SOURCE = str(Path(helmwright.__file__).parent.parent)


class Refusing(io.RawIOBase):
    """A stream that fails with an error of the system, or of the interpreter."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def write(self, _data: object) -> Never:
        raise self.error

    def read(self, _size: int = -1) -> Never:
        raise self.error


class Slow(io.BytesIO):
    """A stream that takes a few bytes at a time, as unbuffered ones may."""

    def write(self, data: Any) -> int:
        return super().write(memoryview(data)[:7])


def outcome(stdout: Any, *arguments: str, stdin: Any = None) -> tuple[int, str]:
    stderr = io.BytesIO()
    code = run(arguments, stdin=stdin or io.BytesIO(), stdout=stdout, stderr=stderr)
    return code, stderr.getvalue().decode()


def test_a_full_disk_is_an_error() -> None:
    error = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert outcome(Refusing(error), "version") == (
        1,
        "Error: write /dev/stdout: no space left on device\n",
    )


def test_nobody_complains_about_a_reader_that_has_gone() -> None:
    error = BrokenPipeError(errno.EPIPE, "Broken pipe")
    assert outcome(Refusing(error), "version") == (1, "")


def test_an_interruption_ends_with_130() -> None:
    assert outcome(Refusing(KeyboardInterrupt()), "version") == (130, "")


def test_a_fault_of_ours_is_one_line() -> None:
    code, err = outcome(Refusing(ZeroDivisionError("x")), "version")
    assert code == 1
    assert err.startswith("Error: internal error at /commands/__init__.py:")
    assert err.endswith(": ZeroDivisionError: x\n")
    assert err.count("\n") == 1


def test_the_place_of_a_fault_is_in_the_package_wherever_it_lies() -> None:
    code = compile("def write(self, data): raise ZeroDivisionError", "/helmwright/a.py", "exec")
    names: dict[str, object] = {}
    exec(code, names)  # noqa: S102 - code of a file that lies in a folder of that name
    stream = type("Stream", (io.RawIOBase,), {"write": names["write"]})()

    assert "internal error at /commands/__init__.py:" in outcome(stream, "version")[1]


def test_everything_is_written_to_a_stream_that_takes_little() -> None:
    stream = Slow()
    assert outcome(stream, "help")[0] == 0
    assert stream.getvalue().decode() == call("help").out


def test_standard_input_that_cannot_be_read_is_an_error(place: Path) -> None:
    write_chart(place)
    stdin = Refusing(OSError(errno.EBADF, "Bad file descriptor"))
    code, err = outcome(io.BytesIO(), "template", "c", "-f", "-", stdin=stdin)
    assert (code, err) == (1, "Error: read /dev/stdin: bad file descriptor\n")


def test_what_people_cannot_read_changes_nothing() -> None:
    stderr: Any = Refusing(OSError(errno.ENOSPC, "No space left on device"))
    assert run(["nope"], stdin=io.BytesIO(), stdout=io.BytesIO(), stderr=stderr) == 64


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["nope"], 'unknown command "nope" for "helmwright"'),
        (
            ["templat"],
            'unknown command "templat" for "helmwright"\n\nDid you mean this?\n\ttemplate',
        ),
        (["--nope"], "unknown flag: --nope; flags follow the command, see 'helmwright help'"),
        (
            ["version", "x"],
            '"helmwright version" accepts no arguments\n\nUsage:  helmwright version [FLAGS]',
        ),
    ],
)
def test_wrong_commands_end_with_64(arguments: list[str], error: str) -> None:
    assert call(*arguments) == (64, "", f"Error: {error}\n")


def test_arguments_and_names_need_not_be_utf8(place: Path) -> None:
    write_chart(place, {"templates/a.yaml": "v: {{ .Values.a }}\n"})
    write(place, {"\udcff.yaml": "a: 7\n"})
    assert call("template", "c", "-f", "\udcff.yaml").out.endswith("v: 7\n")
    assert call("template", "c", "--set", "a=\udcff").out.endswith("v: \ufffd\n")
    assert call("template", "c", "--\udcff").err == "Error: unknown flag: --\\xff\n"


def python(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "PYTHONPATH": SOURCE, "PYTHONUNBUFFERED": ""}
    command = [sys.executable, "-m", "helmwright", *arguments]
    options = {"env": environment, "check": False, **options}
    done: subprocess.CompletedProcess[bytes] = subprocess.run(command, **options)  # noqa: PLW1510 - it is among them
    return done


def test_runs_as_a_module() -> None:
    done = python("version", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"helmwright ")
    assert done.stdout.endswith(b" (renders as Helm v4.2.4)\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_process_whose_disk_is_full_says_so_once() -> None:
    with Path("/dev/full").open("wb") as full:
        done = python("help", stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert done.stderr == b"Error: write /dev/stdout: no space left on device\n"


def test_closed_streams_give_no_traceback() -> None:
    def close() -> None:
        for descriptor in (0, 1):
            os.close(descriptor)

    done = python("help", stderr=subprocess.PIPE, preexec_fn=close)
    assert done.returncode == 1
    assert done.stderr == b"Error: write /dev/stdout: bad file descriptor\n"


@pytest.mark.parametrize("template", ["{{ fail `no` }}", "{{ .Values.a.b.c }}"])
def test_tracebacks_are_printed_only_when_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str
) -> None:
    chart = tmp_path / "c"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (chart / "templates" / "t.yaml").write_text(template)
    monkeypatch.delenv("HELMWRIGHT_DEBUG", raising=False)
    _, _, quiet = call("template", str(chart))
    monkeypatch.setenv("HELMWRIGHT_DEBUG", "1")
    code, _, loud = call("template", str(chart))

    assert code == 1
    assert "Traceback" not in quiet
    assert loud.startswith(quiet)
    assert "Traceback (most recent call last):" in loud
    assert 'c/templates/t.yaml", line 1' in loud


def test_an_error_is_told_without_secrets_even_if_an_input_cannot_be_looked_at(monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("helmwright.commands.known_secrets.gathered", broken)

    outcome = call("template", "no-chart", "--set-json", '{"password": "hunter22"')

    assert outcome.code == 1
    assert outcome.err.startswith("Error: ")
    assert "hunter22" not in outcome.err
