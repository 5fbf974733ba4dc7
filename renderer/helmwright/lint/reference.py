"""The rules as pages: a list, one rule with its examples, and the reference of all."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

from helmwright.lint.catalogue import all_rules, describe_group, groups

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.lint.definition import Example, Rule

COMMAND = "python -m helmwright.lint.reference > docs/lint-rules.md"
_WIDTH = 90
_OPEN, _CLOSE = "«", "»"


def list_rules(rules: Iterable[Rule]) -> str:
    """Return a line for each rule, with the pack that it came with, below its group."""
    found = list(rules)
    width = max((len(rule.id) for rule in found), default=0)
    packs = max((len(rule.pack) for rule in found), default=0)
    lines: list[str] = []
    group = ""
    for rule in found:
        if rule.group != group:
            group = rule.group
            lines += [*([""] if lines else []), f"{group}: {describe_group(group)}"]
        marks = "".join(f" ({mark})" for mark in _marks(rule))
        head = f"  {rule.id:<{width}}  {rule.severity!s:<7}  {rule.pack:<{packs}}"
        lines.append(f"{head}  {rule.summary}{marks}")
    return "".join(f"{line}\n" for line in lines)


def rules_data(rules: Iterable[Rule]) -> dict[str, Any]:
    """Return all about rules as plain data."""
    return {
        "version": 1,
        "rules": [
            {
                "rule": rule.id,
                "group": rule.group,
                "pack": rule.pack,
                "severity": str(rule.severity),
                "summary": rule.summary,
                "why": rule.why,
                "advice": rule.advice,
                "url": rule.url,
                "reads": rule.reads.value,
                "since": rule.since,
                "until": rule.until,
                "fixable": rule.fixable,
                "optIn": rule.opt_in,
                "aliases": list(rule.aliases),
            }
            for rule in rules
        ],
    }


def explain(rule: Rule) -> str:
    """Return what a person wants to know about a rule."""
    parts = [
        f"{rule.id} ({', '.join([str(rule.severity), *_marks(rule)])})",
        fill(f"{rule.summary}.", _WIDTH),
        fill(rule.why, _WIDTH),
        fill(f"Fix: {rule.advice}", _WIDTH),
    ]
    parts += [f"Bad{_condition(one)}:\n\n{_underlined(one.text)}" for one in rule.bad]
    parts += [f"Good{_condition(one)}:\n\n{_underlined(one.text)}" for one in rule.good]
    parts += [
        f"To allow it where it is meant:\n\n    # helmwright: allow {rule.id} <reason>",
        f"Source: {rule.url}",
    ]
    return "\n\n".join(parts) + "\n"


def _marks(rule: Rule) -> Iterator[str]:
    if rule.since and rule.until:
        yield f"{rule.since} to {rule.until}"
    elif rule.since or rule.until:
        yield f"from {rule.since}" if rule.since else f"until {rule.until}"
    if rule.fixable:
        yield "fixable"
    if rule.opt_in:
        yield "only if selected"


def _condition(example: Example) -> str:
    """Return what else an example depends on, as words behind its heading."""
    parts = [*example.conditions]
    if example.kube_version:
        parts.append(f"Kubernetes {example.kube_version}")
    if example.upgrade:
        parts.append("an upgrade")
    if example.namespace != "default":
        parts.append(f"namespace {example.namespace}")
    if example.name:
        parts.append(f"release {example.name}")
    parts += [f"--{kind} {text}" for kind, text in example.overrides]
    return f" ({', '.join(parts)})" if parts else ""


def _underlined(text: str) -> str:
    """Return an example, indented, with a line of carets below what is marked."""
    lines: list[str] = []
    inside = False
    for line in text.rstrip("\n").split("\n"):
        plain, carets, inside = _unmark(line, inside=inside)
        lines.append(f"    {plain}".rstrip())
        if carets.strip():
            lines.append(f"    {carets}")
    return "\n".join(lines)


def _unmark(line: str, *, inside: bool) -> tuple[str, str, bool]:
    plain = carets = ""
    for index, character in enumerate(line):
        if character == _OPEN:
            inside = True
            if line[index + 1 : index + 2] == _CLOSE:
                carets = carets.ljust(len(plain)) + "^"
        elif character == _CLOSE:
            inside = False
        else:
            plain += character
            if inside:
                carets = carets.ljust(len(plain) - 1) + "^"
    return plain, carets, inside


def page() -> str:
    """Return the reference of all rules as Markdown."""
    head = (
        "# Rules of `helmwright lint`\n\n"
        f"<!-- Written by '{COMMAND}'; do not edit. -->\n\n"
        f"{len(all_rules())} rules in {len(groups())} groups. Severities: **error**, the "
        "installation, the upgrade or the start of the master fails, or data is lost; **warning**, "
        "probably not what was meant; **info**, advice. [The guide](guides/linting.md) says how "
        "to select and to allow rules; `helmwright lint --explain RULE` prints one of them.\n"
    )
    parts = [head]
    named = [group for group in groups() if any(rule.group == group for rule in all_rules())]
    for group in named:
        rules = [rule for rule in all_rules() if rule.group == group]
        parts.append(f"- [{group}](#{group}) ({len(rules)}): {_inline(describe_group(group))}")
    for group in named:
        parts.append(f"\n## {group}\n\n{_inline(describe_group(group))}\n")
        rules = [rule for rule in all_rules() if rule.group == group]
        parts.append("\n".join(_section(rule) for rule in rules))
    return "\n".join(parts).rstrip("\n") + "\n"


def _section(rule: Rule) -> str:
    marks = "".join(f" · {mark}" for mark in _marks(rule))
    aliases = f"Also known as {', '.join(f'`{name}`' for name in rule.aliases)}.\n\n"
    text = (
        f"### {rule.id}\n\n**{rule.severity}**{marks} · {_inline(rule.summary)}\n\n"
        f"{_inline(rule.why)}\n\n**Fix:** {_inline(rule.advice)}\n\n"
        f"{aliases if rule.aliases else ''}"
    )
    for one, heading in ((rule.bad[:1], "Bad"), (rule.good[:1], "Good")):
        for example in one:
            text += f"{heading}{_inline(_condition(example))}:\n\n{_block(example.text)}\n"
    return f"{text}[Source]({rule.url})\n"


def _block(text: str) -> str:
    """Return an example as a block of code, with carets in comments below what is marked."""
    lines = []
    inside = False
    for line in text.rstrip("\n").split("\n"):
        plain, carets, inside = _unmark(line, inside=inside)
        lines.append(plain)
        if carets.strip():
            lines.append("#" + carets[1:] if carets[0] == " " else f"# {carets}")
    fence = "````" if "```" in text else "```"
    return f"{fence}yaml\n" + "\n".join(lines) + f"\n{fence}\n"


def _inline(text: str) -> str:
    """Return text that means nothing else in Markdown."""
    for character in "\\`*_<>[]|":
        text = text.replace(character, f"\\{character}")
    return text


if __name__ == "__main__":
    import sys

    sys.stdout.write(page())
