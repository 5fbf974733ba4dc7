"""Paths as people write and read them, and patterns of paths that a diff ignores.

``spec.template.spec.containers[name=web].image``, ``metadata.annotations["checksum/config"]``,
``spec.rules[0].host``. A pattern has the same form, and in it ``*`` and ``?`` stand for a part of a step,
``[*]`` for any item and ``**`` for any steps; or it is a JSON pointer. Whatever is below a place that
matches is ignored too. Before the path can stand what it is about: ``Deployment:spec.replicas``,
``ConfigMap/web:data``, ``Certificate.cert-manager.io/*:spec``.
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.base.records import Record

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.diff.model import ObjectKey

_PLAIN = re.compile(r"[A-Za-z0-9_$-]+")
_SUBJECT = re.compile(r"([A-Z][A-Za-z0-9.*-]*)(?:/([^:\[\]\"]+))?:(.*)", re.DOTALL)
_STEP = re.compile(
    r"""\.?(?: "(?P<dotted>(?:[^"\\]|\\.)*)"
           | (?P<name>(?:[^.\[\]"\\]|\\.)+)
           | \["(?P<quoted>(?:[^"\\]|\\.)*)"\]
           | (?P<item>\[[^\]]*\]) )""",
    re.VERBOSE,
)
_ANY = "**"


def path_text(path: Path) -> str:
    """Return a path as people read it."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step.startswith("["):
            text += step
        elif _PLAIN.fullmatch(step):
            text += f".{step}" if text else step
        else:
            quoted = step.replace("\\", "\\\\").replace('"', '\\"')
            text += f'["{quoted}"]'
    return text


class Pattern(Record):
    """What ``--ignore`` names: a pattern of paths, and the kind and name it is about.

    kind: with or without a group behind a dot. steps: of the path.
    """

    kind: str
    name: str
    steps: tuple[str, ...]

    @classmethod
    def parse(cls, text: str) -> Pattern:
        """Return what ``text`` says; raises ``UsageError`` if it says nothing."""
        kind, name, path = "*", "*", text
        if subject := _SUBJECT.fullmatch(text):
            kind, name, path = subject[1], subject[2] or "*", subject[3]
        steps = _pointer(path) if path.startswith("/") else _steps(path, text)
        return cls(kind, name, steps)

    def covers(self, key: ObjectKey, path: Path) -> bool:
        """Tell whether a path of an object is the one meant, or below it."""
        kinds = (key.kind, f"{key.kind}.{key.group}")
        if not any(fnmatchcase(one, self.kind) for one in kinds):
            return False
        return fnmatchcase(key.name, self.name) and _covers(self.steps, path)


def _pointer(text: str) -> tuple[str, ...]:
    return tuple(
        part.replace("~1", "/").replace("~0", "~") for part in text.removeprefix("/").split("/")
    )


def _steps(path: str, text: str) -> tuple[str, ...]:
    steps = []
    at = 0
    path = path.removeprefix(".")
    while at < len(path):
        found = _STEP.match(path, at)
        if found is None:
            raise UsageError(
                f"{text!r} is no path: what is wrong begins at {path[at:]!r}; "
                'write spec.replicas, metadata.annotations["checksum/*"] or containers[name=web]'
            )
        at = found.end()
        step = next(part for part in found.groups() if part is not None)
        steps.append(step if found["item"] else re.sub(r"\\(.)", r"\1", step))
    if not steps:
        raise UsageError(f"{text!r} names no path; write for example spec.replicas")
    return tuple(steps)


def _covers(steps: tuple[str, ...], path: Path) -> bool:
    if not steps:
        return True
    if steps[0] == _ANY:
        return any(_covers(steps[1:], path[start:]) for start in range(len(path) + 1))
    return bool(path) and _is_step(steps[0], path[0]) and _covers(steps[1:], path[1:])


def _is_step(pattern: str, step: str | int) -> bool:
    if isinstance(step, int):
        return pattern in ("*", "[*]", str(step), f"[{step}]")
    if step.startswith("["):
        if pattern in ("*", "[*]"):
            return True
        return pattern.startswith("[") and fnmatchcase(step[1:-1], pattern[1:-1])
    return fnmatchcase(step, pattern)
