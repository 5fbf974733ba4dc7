"""A word such as yes or off that is a boolean for Helm."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.rules.yaml._traps import trap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_SWITCH = lazy_pattern(
    r"enable|disable|^(?:use|is|has|allow|create|skip|force|install|no|with|auto)(?:[A-Z_-]|$)"
    r"|(?:only|allowed|required|active|debug|verbose|insecure|secure|create)$",
    re.IGNORECASE,
)
_TEXT = (
    '-- values.schema.json --\n{"properties": {"name": {"type": "string"}, "debug": '
    '{"type": "boolean"}, "useNodePort": {"type": "boolean"}}}\n-- values.yaml --\n'
)


@rule(
    "word-becomes-boolean",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A word such as yes, off or n is a boolean where a text belongs",
    why=(
        "Helm reads YAML 1.1, where y, yes, on, n, no and off are booleans: templates print true or"
        " false, and a chart that wants a text refuses it."
    ),
    advice="Put the word in quotes if it is a text; write true or false if it is a switch.",
    url="https://yaml.org/type/bool.html",
    fixable=True,
    bad=(
        Example(_TEXT + "name: «off»\n", message="name: off without quotes is false for Helm"),
        Example(_TEXT + "name: «y»\n", message="is true for Helm, and the chart wants"),
        Example("-- values.yaml --\nmode: «on»\ncountry: «no»\n"),
    ),
    good=(
        Example(_TEXT + "debug: yes\nuseNodePort: off\n"),
        Example(_TEXT + 'name: "off"\n'),
        Example("-- values.yaml --\nenabled: yes\nuseTLS: on\nmode: true\nb: True\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at booleans that are written as words, where no boolean is wanted."""
    for scalar in settings.changed_scalars:
        if type(scalar.value) is not bool or scalar.text.lower() in {"true", "false"}:
            continue
        if scalar.expected is not None:
            if scalar.wanted("string") and not scalar.wanted("boolean"):
                yield trap(settings, scalar)
        elif not _is_switch(scalar.path[-1]):
            yield trap(settings, scalar, advice=True)


def _is_switch(key: object) -> bool:
    return isinstance(key, str) and _SWITCH.search(key) is not None
