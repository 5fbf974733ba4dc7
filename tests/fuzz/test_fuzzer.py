"""The fuzzer: kept cases have no fault any more, and each kind of fault would be seen."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.fuzz import execution
from tests.fuzz.campaign import Plan, run_campaign
from tests.fuzz.case import FuzzCase, from_json, load_seeds
from tests.fuzz.execution import Executor
from tests.fuzz.generating import WEIGHTS, flags_of, make_case
from tests.fuzz.minimising import minimised
from tests.fuzz.starts import starts
from tests.fuzz.verdicts import CANARY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SEEDS = load_seeds()


class Replaced(Executor):
    """Runs a function in place of the program."""

    act: Callable[[list[str]], tuple[object, bytes, bytes]]

    def _call(self, argv, _stdin, out, err) -> object:
        code, said, complained = self.act(argv)
        out.write(said)
        err.write(complained)
        return code


@pytest.fixture
def executor() -> Iterator[Executor]:
    with Executor() as one:
        yield one


@pytest.fixture
def replaced() -> Iterator[Replaced]:
    with Replaced() as one:
        yield one


@pytest.mark.parametrize("name", SEEDS)
def test_a_case_that_once_failed_does_not_fail_again(executor: Executor, name: str) -> None:
    assert not executor.run(SEEDS[name]).faults


@pytest.mark.slow
def test_two_hundred_cases_have_no_fault(executor: Executor) -> None:
    for number in range(200):
        case = make_case(7, number)
        assert not executor.run(case).faults, case.as_json()


def test_a_number_is_the_same_case_each_time() -> None:
    assert [make_case(3, number) for number in range(50)] == [
        make_case(3, number) for number in range(50)
    ]


def test_every_family_has_starting_cases_and_a_weight() -> None:
    assert set(starts()) | {"diff git"} == set(WEIGHTS) | {"diff git"}
    assert all(flags_of(family) for family in WEIGHTS if family not in ("help", "completion"))


@pytest.mark.slow
def test_starting_cases_are_no_usage_errors(executor: Executor) -> None:
    for family, cases in starts().items():
        if family not in ("lint", "template", "patch", "patch create"):
            for case in cases:
                assert executor.run(case).code != 64, case.as_json()


def test_a_case_is_read_as_it_was_written() -> None:
    case = make_case(1, 4)
    case.files["raw"] = b"\xff\0"

    assert from_json(case.as_json()) == case


def _write_outside(_argv: list[str]) -> tuple[object, bytes, bytes]:
    try:
        Path("../outside.txt").write_text("x")
    except PermissionError:
        return 0, b"", b""
    return 0, b"", b"it was written"


def _leave_a_limit(_argv: list[str]) -> tuple[object, bytes, bytes]:
    os.environ["LEFT"] = "1"
    return 0, b"", b""


def _raise(_argv: list[str]) -> tuple[object, bytes, bytes]:
    raise LookupError("of this test")


def _start_a_program(_argv: list[str]) -> tuple[object, bytes, bytes]:
    try:
        os.system("true")  # noqa: S605 - refused by the hook
    except PermissionError:
        return 0, b"", b""
    return 0, b"", b""


def _say(out: bytes = b"", err: bytes = b"", code: object = 0):
    return lambda _argv: (code, out, err)


INTERNAL = b"Error: internal error at /a/b.py:7: KeyError: 'x'\n"


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        (_say(err=INTERNAL, code=1), "internal error"),
        (_say(err=b"Error: rule a failed, which is a fault of helmwright; x"), "rule failed"),
        (_say(err=b"Traceback (most recent call last):\n"), "traceback"),
        (_say(code=3), "exit code"),
        (_say(code=130), "exit code"),
        (_say(out=b"a\x1b[31mb\n"), "control character"),
        (_say(err="a\u202eb".encode()), "control character"),
        (_say(out=b"a\x9bb"), "control character"),
        (_say(out=b"a\n  ::error file=x::b\n"), "workflow command"),
        (_say(err=b"Error: ##[error]x\n"), "workflow command"),
        (_say(out=b"password: " + CANARY.encode()), "secret"),
        (_write_outside, "written outside"),
        (_leave_a_limit, "state left changed"),
        (_start_a_program, "program started"),
        (_raise, "raised"),
    ],
)
def test_each_kind_of_fault_is_seen(replaced: Replaced, act, kind: str) -> None:
    replaced.act = act

    faults = replaced.run(FuzzCase("unittest", ["unittest"])).faults

    assert [fault.kind for fault in faults] == [kind]


def test_what_a_template_renders_to_may_hold_any_character(replaced: Replaced) -> None:
    replaced.act = _say(out=b"a\x1b[31mb\n::error::x\n")

    assert not replaced.run(FuzzCase("template", ["template"])).faults


@pytest.mark.parametrize("argument", ["--output=../x", "/x", "../x", "a=/x"])
def test_a_place_that_the_command_line_names_is_refused_and_no_fault(
    replaced: Replaced, argument: str
) -> None:
    replaced.act = _write_outside

    outcome = replaced.run(FuzzCase("docs", ["docs", "c", argument]))

    assert (outcome.faults, outcome.err) == ([], "")


def test_a_run_that_does_not_end_is_a_hang(
    replaced: Replaced, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(execution, "WAIT", 0.2)

    def wait(_argv: list[str]) -> tuple[object, bytes, bytes]:
        time.sleep(20)
        return 0, b"", b""

    replaced.act = wait

    assert [fault.kind for fault in replaced.run(FuzzCase("help", ["help"])).faults] == ["hang"]


def test_a_case_is_made_smaller_as_long_as_it_shows_the_fault() -> None:
    case = FuzzCase("lint", ["lint", "a", "b"], {"a": b"x\nboom\ny\n" * 9, "b": b"", "c": b""})

    small = minimised(case, lambda one: b"boom" in one.files.get("a", b""))

    assert (small.argv, small.files) == (["lint"], {"a": b"boom"})


def test_a_campaign_counts_its_cases_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    plan = Plan(5, 40, 0, 2, tmp_path, ("help", "completion"))
    first = run_campaign(plan)
    second = run_campaign(plan._replace(start=first.next), before=first._asdict())

    assert (first.cases, second.cases, second.next) == (40, 80, 80)
    assert first.lines()[-1].startswith("40 cases in ")
    assert (tmp_path / "state.json").exists()
    assert "tests.fuzz.__main__" not in sys.modules
