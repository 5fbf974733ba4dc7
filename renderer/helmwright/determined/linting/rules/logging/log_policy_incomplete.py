"""Log policies: their names, patterns and actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.logging._logging import POLICIES, log_policies
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_ACTIONS = ("cancel_retries", "exclude_node")
_POLICY = "taskContainerDefaults:\n  logPolicies:\n"


@rule(
    "log-policy-incomplete",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X10",),
    since="0.26.4",
    summary="A log policy lacks name, pattern or action, or has one that is there already",
    why=(
        "A policy has a name (from 0.38.0 on), or a pattern and an action; names are there once, and "
        "the actions are cancel_retries and exclude_node. The master does not start otherwise."
    ),
    advice="Write name, pattern and action; before 0.38.0 pattern and action: {type: cancel_retries}.",
    url=POLICIES,
    bad=(
        example(_POLICY + "    - «pattern»: .*CUDA.*\n", message="has no name and no action"),
        example(
            _POLICY + "    - name: a\n      pattern: x\n    - name: «a»\n      pattern: y\n",
            message="there is a policy called a already",
        ),
        example(
            _POLICY + "    - name: a\n      pattern: x\n      action: «restart»\n",
            message="none of cancel_retries, exclude_node",
        ),
        example(
            _POLICY + "    - name: a\n      pattern: x\n      action: «cancel_retries»\n",
            release="0.37.0",
            message="must be a map",
        ),
        example(
            _POLICY + "    - pattern: x\n      action:\n        type: «restart»\n",
            release="0.37.0",
            message="none of cancel_retries, exclude_node",
        ),
    ),
    good=(
        example(
            _POLICY + "    - name: a\n      pattern: x\n      action: exclude_node\n"
            "    - name: CUDA OOM\n      pattern:\n"
            "    - pattern: y\n      action:\n        type: cancel_retries\n"
        ),
        example(
            _POLICY + "    - pattern: y\n      action:\n        type: cancel_retries\n",
            release="0.37.0",
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the policies of the cluster and of every pool."""
    if not settings.writes_config:
        return
    for path, policies in log_policies(settings):
        seen: dict[str, Path] = {}
        for index, policy in enumerate(policies):
            if type(policy) is not dict:
                continue
            where = (*path, index)
            yield from _policy(settings, where, policy)
            name = policy.get("name")
            if type(name) is not str or not name:
                continue
            if name in seen:
                yield settings.problem(
                    (*where, "name"),
                    f"{settings.name((*where, 'name'))}: there is a policy called {name} already",
                    related=[Related(settings.span(seen[name]), "the first one")],
                )
            seen.setdefault(name, (*where, "name"))


def _policy(settings: DeterminedSettings, path: Path, policy: dict[str, Any]) -> Iterator[Problem]:
    named = settings.release.at_least(0, 38, 0)
    needed = ("pattern", "action")
    missing = [key for key in needed if policy.get(key) is None]
    if missing and not (named and policy.get("name")):
        lacks = [*(["name"] if named else []), *missing]
        first = next(iter(policy), None)
        yield settings.problem(
            path if first is None else (*path, first),
            f"{settings.name(path)} has no {' and no '.join(lacks)}",
            of_key=first is not None,
            severity=Severity.WARNING if policy.get("name") else None,
        )
    action = policy.get("action")
    where = (*path, "action")
    if type(action) is str and not named and action in _ACTIONS:
        yield settings.problem(
            where,
            f"{settings.name(where)} must be a map before 0.38.0",
            fix=f"write 'action: {{type: {action}}}'",
        )
        return
    if type(action) is dict:
        action = action.get("type")
        where = (*where, "type")
    if type(action) is str and action not in _ACTIONS:
        yield settings.problem(
            where,
            f"{settings.name(where)}: {settings.show(*where)} is none of {', '.join(_ACTIONS)}",
        )
