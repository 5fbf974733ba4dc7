"""The cases that the fuzzer begins with: golden cases, and a small one or more of every command."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

from tests import golden_cases, patch_cases
from tests.fuzz import small_starts
from tests.fuzz.case import FuzzCase

if TYPE_CHECKING:
    from collections.abc import Callable

_MOST = 12_000
"""Bytes of a start; larger ones cost too much time for what they show."""


@cache
def starts() -> dict[str, list[FuzzCase]]:
    """Returns the starting cases of every family."""
    found: dict[str, list[FuzzCase]] = {}
    for make in _SOURCES:
        for case in make():
            if case.size <= _MOST:
                found.setdefault(case.command, []).append(case)
    return found


def _helm_cases() -> list[FuzzCase]:
    return [_golden(case) for case in golden_cases.load_all()]


def _lint_cases() -> list[FuzzCase]:
    return [_golden(case) for case in golden_cases.load_all(golden_cases.LINT)]


def _golden(case: golden_cases.Case) -> FuzzCase:
    plain = [one for one in case.entries if not one.link and not one.directory and not one.size]
    return FuzzCase(
        "template" if case.argv[:1] == ["template"] else "lint",
        list(case.argv),
        {one.path: one.content for one in plain},
        {one.path: one.link for one in case.entries if one.link},
        golden_cases.to_bytes(case.stdin),
        dict(case.environment),
    )


def _patch_cases() -> list[FuzzCase]:
    found = []
    for case in patch_cases.load_all():
        asked = case.asked
        original = asked.get("original")
        patch = asked.get("patch", asked.get("modified"))
        if not isinstance(original, dict) or patch is None:
            continue
        head = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}}
        old = json.dumps({**head, **original}).encode()
        if "patch" in asked:
            new = json.dumps({**head, **patch} if isinstance(patch, dict) else patch).encode()
            argv = ["patch", "old.yaml", "-p", "new.yaml", "--target", "name=a"]
            found.append(FuzzCase("patch", argv, {"old.yaml": old, "new.yaml": new}))
        elif isinstance(patch, dict):
            new = json.dumps({**head, **patch}).encode()
            argv = ["patch", "create", "old.yaml", "new.yaml"]
            found.append(FuzzCase("patch create", argv, {"old.yaml": old, "new.yaml": new}))
    return found


_SOURCES: tuple[Callable[[], list[FuzzCase]], ...] = (
    _helm_cases,
    _lint_cases,
    _patch_cases,
    small_starts.cases,
)
