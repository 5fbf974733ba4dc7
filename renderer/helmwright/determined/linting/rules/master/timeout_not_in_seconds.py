"""Timeouts of TensorBoards and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.go.durations import parse_duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_SINCE = {"tensorboardTimeout": (0, 13, 0), "notebookTimeout": (0, 19, 10)}
_SECOND = 1_000_000_000


@rule(
    "timeout-not-in-seconds",
    reads=DETERMINED,
    severity=Severity.ERROR,
    covers=("X11",),
    since="0.13.0",
    fixable=True,
    summary="tensorboardTimeout or notebookTimeout is no number of seconds",
    why="The master takes whole seconds and no durations such as 5m; it does not start with others.",
    advice="Write whole seconds: 300 for five minutes.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example("tensorboardTimeout: «5m»\n", message="write 300"),
        example("notebookTimeout: «1.5»\n", message="1.5 is no whole number of seconds"),
        example("notebookTimeout: «-60»\n"),
    ),
    good=(
        example("tensorboardTimeout: 300\nnotebookTimeout:\n"),
        example('notebookTimeout: "1800"\n'),
        example("notebookTimeout: 5m\n", release="0.19.9"),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the two timeouts."""
    for key, since in _SINCE.items():
        value = settings.get(key)
        if value in (None, "") or not settings.release.at_least(*since) or _is_seconds(value):
            continue
        seconds = _seconds(value)
        yield settings.problem(
            (key,),
            f"{key}: {settings.show(key)} is no whole number of seconds"
            f"{f'; write {seconds}' if seconds else ''}",
            fix=f"write '{key}: {seconds}'" if seconds else "",
            edits=_edits(key, seconds),
        )


def _is_seconds(value: Any) -> bool:
    if isinstance(value, bool):
        return False
    if isinstance(value, str):
        return value.isascii() and value.isdecimal()
    return isinstance(value, int | float) and value >= 0 and float(value).is_integer()


def _seconds(value: Any) -> int:
    """Return the seconds of a duration; 0 for what is none."""
    try:
        whole, rest = divmod(int(parse_duration(str(value))), _SECOND)
    except GoError:
        return 0
    return 0 if rest or whole < 0 else whole


def _edits(key: str, seconds: int) -> list[Any]:
    from helmwright.values.editing import Put

    return [Put((key,), seconds)] if seconds else []
