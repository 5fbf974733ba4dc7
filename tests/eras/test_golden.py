"""Every golden case as Helm 3: the cases that it answers as Helm 4, and those that it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests import ours
from tests.golden_cases import (
    Case,
    Expected,
    case_files,
    error_text,
    load,
    load_earlier,
    without_chance,
)
from tests.known_differences import EARLIER


def _cases() -> list[object]:
    """Return the cases that render otherwise with Helm 3, and of the others every tenth.

    Most of these fail with another layout of the error; the conformance tests run them all.
    """
    found: list[object] = []
    for path in case_files():
        earlier = load_earlier(path)
        for number, case in enumerate(load(path)):
            want, newer = earlier.get(case.name, case.expected), case.expected
            assert want is not None
            assert newer is not None
            same = (want.stdout, want.code, want.written) == (
                newer.stdout,
                newer.code,
                newer.written,
            )
            if same and number % 10:
                continue
            case.expected = want
            reason = EARLIER.get(case.id)
            marks = [pytest.mark.xfail(reason=reason, strict=True)] if reason else []
            found.append(pytest.param(case, id=case.id, marks=marks))
    return found


@pytest.mark.parametrize("case", _cases())
def test_renders_what_helm_3_renders(case: Case) -> None:
    environment = {**case.environment, "HELMWRIGHT_HELM": "3.21.4"}

    difference = _difference(case, ours.run_case(replace(case, environment=environment)))

    assert not difference, difference


def _difference(case: Case, answer: Expected) -> str:
    """Return what differs from what helm answered; of standard error, ours may say more."""
    want = case.expected
    assert want is not None
    got = without_chance(answer)
    wrong_usage = case.usage_error or error_text(want.stderr).startswith("Error: unknown flag")
    code = 64 if wrong_usage and want.code == 1 else want.code
    for what, one, other in (
        ("stdout", want.stdout, got.stdout),
        ("exit code", code, got.code),
        ("written files", want.written, got.written),
    ):
        if one != other:
            return f"{what} differs\nwant: {one!r}\ngot:  {other!r}\nstderr: {got.stderr!r}"
    message = error_text(want.stderr).encode("utf-8", "surrogateescape")
    shown = got.stderr.encode("utf-8", "surrogateescape")
    if message not in shown and message.decode("utf-8", "backslashreplace").encode() not in shown:
        return f"error differs\nwant: {message!r}\ngot:  {shown!r}"
    said = iter(got.stderr.partition("Error: ")[0].splitlines())
    missing = [line for line in _logged(want.stderr) if line not in said]
    return f"not said: {missing}\ngot: {got.stderr!r}" if missing else ""


def _logged(stderr: str) -> list[str]:
    """Return the lines before the error; those of Helm 4 are not what Helm 3 says."""
    lines = stderr.partition("Error: ")[0].splitlines()
    return [line for line in lines if line and not line.startswith("level=")]


def test_known_differences_of_helm_3_name_cases() -> None:
    assert set(EARLIER) <= {case.id for path in case_files() for case in load(path)}
