"""All that compat can find, as pages: a list, one finding, and the reference."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING

from helmwright.compat.definitions import GROUPS, LINTED, all_definitions, definition

if TYPE_CHECKING:
    from helmwright.compat.definitions.model import Definition

COMMAND = "python -m helmwright.compat.reference > docs/compat-findings.md"
_WIDTH = 90


def list_findings() -> str:
    """Return a line for each finding, below its group."""
    width = max(len(one.id) for one in all_definitions())
    lines: list[str] = []
    for group, text in GROUPS.items():
        lines += [*([""] if lines else []), f"{group}: {text}"]
        lines += [
            f"  {one.id:<{width}}  {one.severity!s:<7}  {one.summary}"
            for one in all_definitions()
            if one.group == group
        ]
    return "".join(f"{line}\n" for line in lines)


def explain(name: str) -> str:
    """Return what a person wants to know about a finding; raises UsageError for an unknown id."""
    found = definition(name)
    parts = [
        f"{found.id} ({found.severity})",
        fill(f"{found.summary}.", _WIDTH),
        fill(found.why, _WIDTH),
        fill(f"Fix: {found.advice}", _WIDTH),
        f"To allow it where it is meant:\n\n    # helmwright: allow {found.id} <reason>",
        f"Source: {found.url}",
    ]
    return "\n\n".join(parts) + "\n"


def page() -> str:
    """Return the reference of all findings as Markdown."""
    every = all_definitions()
    head = (
        "# Findings of `helmwright compat`\n\n"
        f"<!-- Written by '{COMMAND}'; do not edit. -->\n\n"
        f"{len(every)} findings in {len(GROUPS)} groups. Severities: **error**, the installation or the upgrade is refused, "
        "something fails, or a default comes back that was taken out; **warning**, objects change, or a command warns; "
        "**info**, nothing has to be done. Errors and warnings make the exit code 1 (`--fail-level`). "
        "[The guide](guides/from-helm-3-to-helm-4.md) says how to go about the move; "
        "`helmwright compat --explain ID` prints one of them.\n"
    )
    parts = [head]
    for group, text in GROUPS.items():
        own = [one for one in every if one.group == group]
        parts.append(f"\n## {group}\n\n{_inline(text)}\n")
        parts.append("\n".join(map(_section, own)))
    return "\n".join(parts).rstrip("\n") + "\n"


def _section(found: Definition) -> str:
    rule = f" · a [rule of the linter](lint-rules.md#{found.id}), too" if found.id in LINTED else ""
    return (
        f"### {found.id}\n\n**{found.severity}**{rule} · {_inline(found.summary)}\n\n{_inline(found.why)}\n\n"
        f"**Fix:** {_inline(found.advice)}\n\n[Source]({found.url})\n"
    )


def _inline(text: str) -> str:
    """Return text that means nothing else in Markdown."""
    for character in "\\`*_<>[]|":
        text = text.replace(character, f"\\{character}")
    return text


if __name__ == "__main__":
    import sys

    sys.stdout.write(page())
