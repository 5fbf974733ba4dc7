"""One line of ``helm lint``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.lint.finding import Severity, Span

if TYPE_CHECKING:
    from helmwright.base.paths import Path

__all__ = ["HelmMessage", "Severity"]


class HelmMessage(NamedTuple):
    """What ``helm lint`` prints as ``[SEVERITY] PATH: TEXT``, and the place that it does not print.

    kind: the id of the rule that says it. path: as Helm shows it, relative to the chart.
    key: in the YAML file ``path``, where the message is about one.
    line: in the rendered file, from 1, where it is about one.
    span: where the place is known already. mistaken: whether an API server takes what Helm warns of.
    """

    kind: str
    severity: Severity
    path: str
    text: str
    key: Path = ()
    line: int = 0
    span: Span | None = None
    mistaken: bool = False

    def __str__(self) -> str:
        return f"[{self.severity.name}] {self.path}: {self.text}"
