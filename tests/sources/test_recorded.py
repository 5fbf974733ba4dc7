"""What the real Helm did against the faulty server, done again by this program."""

from __future__ import annotations

import io
import os
import re

import pytest
from tests.known_differences import SOURCE_FILES, SOURCES
from tests.sources.recorded import Case, cases, expected, outcome

from helmwright.cli import run


def ours(arguments, folder, environment, stdin):
    """Run a command of this program in this process."""
    stdout, stderr = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("HELM", "XDG_")) or name.upper().endswith("_PROXY"):
                patch.delenv(name)
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.setenv("PWD", str(folder))
        patch.chdir(folder)
        code = run(arguments, stdin=io.BytesIO(stdin), stdout=stdout, stderr=stderr)
    return stdout.getvalue(), stderr.getvalue(), code


USAGE = "64\n"
"""What this program ends with where Helm's command line is wrong, and Helm with 1."""


def as_ours(text: str) -> str:
    """Return a text without what the two programs call themselves, and how they show their usage."""
    return re.sub(r"(?<=\nUsage:  ).*", "...", text.replace("helmwright", "helm"))


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            marks=pytest.mark.xfail(strict=True, reason=SOURCES[case.name])
            if case.name in SOURCES
            else (),
            id=case.name,
        )
        for case in cases()
    ],
)
def test_the_files_the_requests_and_the_texts_are_those_of_helm(case: Case, tmp_path):
    found = outcome(case, ours, tmp_path)

    wanted = expected(case)
    assert found.exit in ((USAGE, wanted.exit) if wanted.exit == "1\n" else (wanted.exit,))
    assert as_ours(found.stdout) == as_ours(wanted.stdout)
    assert as_ours(found.stderr) == as_ours(wanted.stderr)
    assert found.requests == wanted.requests
    assert (found.tree == wanted.tree) is (case.name not in SOURCE_FILES)


def test_every_known_difference_has_its_case():
    assert {case.name for case in cases()} >= {*SOURCES, *SOURCE_FILES}
