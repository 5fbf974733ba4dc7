"""Patterns of log policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import GoError
from helmwright.base.patterns import lazy_pattern
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import log_policies
from helmwright.go.regexp import compile as compile_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_POLICY = "taskContainerDefaults:\n  logPolicies:\n    - name: a\n      pattern: {}\n"
_UNKNOWN = (
    (lazy_pattern(r"\(\?<?[=!]"), "Go has no look-around"),
    (lazy_pattern(r"[*+?}]\+"), "Go has no possessive repetition"),
    (lazy_pattern(r"\(\?>"), "Go has no atomic groups"),
    (lazy_pattern(r"\\[1-9]"), "Go has no references to groups"),
)


@rule(
    "log-pattern-that-go-refuses",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X10",),
    since="0.26.4",
    summary="The pattern of a log policy is no regular expression of Go",
    why="The master starts, and then fails to look at the logs of every task that has the policy.",
    advice="Write the pattern in the syntax of Go (RE2), which has no look-around and no references.",
    url="https://github.com/google/re2/wiki/Syntax",
    bad=(
        example(_POLICY.format("«'(?<!no )CUDA error'»"), message="Go has no look-around"),
        example(_POLICY.format("«'*.CUDA.*'»"), message="missing argument to repetition operator"),
        example(
            "resourcePools:\n  - pool_name: a\n    task_container_defaults:\n"
            "      log_policies:\n        - name: a\n          pattern: «'(x'»\n"
        ),
    ),
    good=(
        example(_POLICY.format("'.*CUDA (out of memory|error).*'")),
        example(_POLICY.format("'(?i)oom'")),
        example(_POLICY.format("")),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Compile every pattern."""
    if not settings.writes_config:
        return
    for path, policies in log_policies(settings):
        for index, policy in enumerate(policies):
            pattern = policy.get("pattern") if type(policy) is dict else None
            if type(pattern) is not str:
                continue
            try:
                compile_pattern(pattern)
            except GoError as error:
                where = (*path, index, "pattern")
                reasons = [reason for sign, reason in _UNKNOWN if sign.search(pattern)]
                reason = reasons[0] if reasons else error.message
                yield settings.problem(where, f"{settings.name(where)}: {reason}")
