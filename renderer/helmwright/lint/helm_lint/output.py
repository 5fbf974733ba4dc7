"""What ``helm lint`` prints.

Source: helm pkg/cmd/lint.go, pkg/action/lint.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.lint.finding import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.lint.helm_lint.message import HelmMessage


class HelmLintOutput(NamedTuple):
    """Standard output, and the text of the error with which Helm ends; blank if all is well."""

    text: str
    error: str


def helm_lint_output(
    charts: Iterable[tuple[str, list[HelmMessage]]], *, strict: bool = False, quiet: bool = False
) -> HelmLintOutput:
    """Return what Helm prints about charts, each with its path as it was given.

    strict: warnings fail, too. quiet: say nothing about charts without warnings and errors.
    """
    lines: list[str] = []
    linted = failed = bad = 0
    least = Severity.WARNING if strict else Severity.ERROR
    for path, messages in charts:
        linted += 1
        failed += any(message.severity >= least for message in messages)
        serious = [message for message in messages if message.severity > Severity.INFO]
        bad += bool(serious)
        if quiet and not serious:
            continue
        shown = serious if quiet else messages
        lines += [f"==> Linting {path}", *map(str, shown), ""]
    summary = f"{linted} chart(s) linted, {failed} chart(s) failed"
    if failed:
        return HelmLintOutput("".join(f"{line}\n" for line in lines), summary)
    if not quiet or bad:
        lines.append(summary)
    return HelmLintOutput("".join(f"{line}\n" for line in lines), "")
