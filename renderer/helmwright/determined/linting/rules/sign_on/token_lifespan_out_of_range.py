"""How long access tokens live."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.sign_on._sign_on import is_whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_LONGEST = 106751
_DEFAULT = 30
_TOKEN = "security:\n  token:\n"  # noqa: S105 - a section


@rule(
    "token-lifespan-out-of-range",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X7",),
    since="0.38.0",
    summary="The life of access tokens is no number of days, or the default is above the limit",
    why="The master does not start with it. What is not set is 30 days.",
    advice="Use days from 0 on, or -1 for no limit; default_lifespan_days is at most max_lifespan_days.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/master/internal/config/config.go",
    bad=(
        example(_TOKEN + "    max_lifespan_days: «-2»\n", message="nor -1"),
        example(
            _TOKEN + "    max_lifespan_days: 10\n    default_lifespan_days: «20»\n",
            message="above max_lifespan_days, which is 10",
        ),
        example(
            _TOKEN + "    max_lifespan_days: «10»\n",
            message="below default_lifespan_days, which is 30",
        ),
    ),
    good=(
        example(_TOKEN + "    max_lifespan_days: -1\n    default_lifespan_days: -1\n"),
        example(_TOKEN + "    max_lifespan_days: 60\n"),
        example(_TOKEN + "    default_lifespan_days: 0\n"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at security.token, which upstream's chart does not read."""
    if not settings.writes_config:
        return
    if settings.upstream:
        return
    days: dict[str, float] = {}
    for key in ("max_lifespan_days", "default_lifespan_days"):
        path = ("security", "token", key)
        value = settings.get(*path, default=_DEFAULT)
        if not is_whole(value) or not -1 <= float(value) <= _LONGEST:
            yield settings.problem(
                path,
                f"{settings.name(path)}: {settings.show(*path)} is no number of days from 0 to"
                f" {_LONGEST}, nor -1",
            )
            return
        days[key] = _LONGEST if float(value) == -1 else float(value)
    limit, usual = days["max_lifespan_days"], days["default_lifespan_days"]
    if usual > limit:
        given = settings.get("security", "token", "default_lifespan_days") is not None
        key = "default_lifespan_days" if given else "max_lifespan_days"
        than = f"max_lifespan_days, which is {limit:.0f}"
        if not given:
            than = f"default_lifespan_days, which is {usual:.0f} if it is not set"
        yield settings.problem(
            ("security", "token", key),
            f"security.token.{key} is {'above' if given else 'below'} {than}",
        )
