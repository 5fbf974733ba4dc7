"""A key that the chart's schema does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.base.paths import dotted
from helmwright.base.wording import joined
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.expectations import parsed_schema
from helmwright.lint.rules.values._known_keys import nearest, places
from helmwright.lint.rules.values._schema_words import schema_part, value_at
from helmwright.reference.schema_facts import facts
from helmwright.schema.messages import quote
from helmwright.values.editing import Rename

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings
    from helmwright.lint.violations import Violation

_SHOP = (
    '-- values.schema.json --\n{"additionalProperties": false, "definitions": {"port": {"description": '
    '"a TCP port", "type": "integer"}}, '
    '"properties": {"db": {"additionalProperties": false, "properties": {"port": {"$ref": '
    '"#/definitions/port"}, "host": {"type": "string"}, "name": {"type": "string"}, "user": {"type": '
    '"string"}, "mode": {"enum": ["disable", "allow", "prefer"]}}}, "replicas": {"type": "integer"}, '
    '"debug": {"type": "boolean"}, "ports": {"type": "array", "items": {"type": "object"}}, "web": '
    '{"additionalProperties": false, "properties": {"cpuImage": {}, "gpuImage": {}, "tolerations": {}, '
    '"labels": {"type": "object"}}}}}\n-- my.yaml --\n'
)
_SHOWN = 12
"""How many keys are listed."""


@rule(
    "key-not-in-schema",
    reads=Reads.VALUES,
    severity=Severity.ERROR,
    general=True,
    summary="The chart's schema does not know a key",
    why="Helm refuses values with a key that the schema does not allow there.",
    advice="Rename the key to one that values.schema.json lists there, move it to where it belongs, or remove it.",
    url="https://helm.sh/docs/topics/charts/#schema-files",
    fixable=True,
    bad=(
        Example(
            _SHOP + "«replica»: 4\n",
            message='replica: there is no such key; did you mean "replicas"?',
        ),
        Example(_SHOP + "«host»: db.example.com\n", message="host belongs below db"),
        Example(_SHOP + "db:\n  «hosst»: db.example.com\n", message='"host"'),
        Example(_SHOP + "«nonsense_of_mine»: 1\n", message="there is no such key"),
        Example(_SHOP, overrides=(("set", "db.prot=1"),), message='did you mean "port"?'),
        Example(_SHOP + "«toleration»: []\n", message='"tolerations"? That belongs below'),
        Example(_SHOP + "web:\n  «image»: a\n", message="did you mean cpuImage or gpuImage?"),
        Example(_SHOP + "«db.port»: 1\n", message="a dot does not nest port below db"),
        Example(_SHOP + "db:\n  «nam»: a\n  «usr»: b\n"),
    ),
    good=(
        Example(_SHOP + "db:\n  name: a\nreplicas: 4\n"),
        Example(_SHOP + "web:\n  labels: {any: x}\n"),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Look at every unknown key, and for the key that was meant."""
    for violation in settings.violations:
        if violation.keyword != "additionalProperties":
            continue
        value = value_at(settings, violation.path)
        for name in value if type(value) is dict else ():
            if quote(name) in violation.message and not _is_known(violation, name):
                yield _unknown(settings, violation, name)


class _Hint(NamedTuple):
    """What was meant: a sentence, the fix in words, and the key if it is surely that."""

    text: str
    fix: str
    key: str = ""


def _properties(violation: Violation) -> tuple[str, ...]:
    root = parsed_schema(violation.chart.schema)
    return tuple(facts(schema_part(violation), root).properties or ())


def _is_known(violation: Violation, name: str) -> bool:
    return name in _properties(violation)


def _unknown(settings: Settings, violation: Violation, name: str) -> Problem:
    path = (*violation.path, name)
    where = dotted((*settings.prefix, *path))
    hint = _hint(settings, violation, name)
    right = (*violation.path, hint.key)
    free = hint.key and settings.layer(right, of_users=True) in (None, _above(settings, right))
    return settings.problem(
        path,
        f"{where}: there is no such key" + hint.text,
        of_key=True,
        fix=hint.fix,
        edits=(Rename(path, right),) if free else (),
    )


def _above(settings: Settings, path: Path) -> object:
    """Return the source of what is around ``path``: the same as that of a path nobody sets."""
    return settings.layer(path[:-1], of_users=True)


def _hint(settings: Settings, violation: Violation, name: str) -> _Hint:
    name_here, sure = nearest(name, _properties(violation))
    if sure:
        return _Hint(f'; did you mean "{name_here}"?', f"rename it to {name_here}", name_here)
    head, dot, rest = name.partition(".")
    if dot and head in _properties(violation):
        return _Hint(
            f"; a dot does not nest {rest} below {head}", f"write '{rest}: …' below {head}"
        )
    longer = _longer(violation, name)
    if longer:
        return _Hint(f"; did you mean {longer}?", f"write {longer}")
    schema = violation.chart.schema
    known = _properties(violation)
    elsewhere = () if schema is None else places(schema).get(name, ())
    lead = dotted((*settings.prefix, *violation.path))
    others = [place for place in elsewhere if place != lead]
    if 0 < len(others) <= 3:
        listed = " or ".join(f"below {place}" if place else "at the top" for place in others)
        return _Hint(f"; {name} belongs {listed}", f"move it {listed}")
    if name_here:
        return _Hint(f'; did you mean "{name_here}"?', f"rename it to {name_here}")
    misspelt = _Hint("", "") if schema is None else _misspelt(places(schema), name)
    return misspelt if misspelt.fix else _Hint("", _listed(name, known))


def _listed(name: str, known: tuple[str, ...]) -> str:
    """Return the fix of a key that resembles none: those that there are."""
    if not known:
        return f"remove {name}"
    listed = ", ".join(sorted(known)[:_SHOWN]) + (" …" if len(known) > _SHOWN else "")
    return f"remove {name}, or write one of the keys there: {listed}"


def _misspelt(known: dict[str, tuple[str, ...]], name: str) -> _Hint:
    """Return the hint at a key that is known elsewhere, and surely the one that is misspelt."""
    meant, sure = nearest(name, known)
    if not sure:
        return _Hint("", "")
    below = [f"below {place}" if place else "at the top" for place in known[meant]]
    listed = ", ".join(below[:3]) + (" and elsewhere" if len(below) > 3 else "")
    return _Hint(
        f'; did you mean "{meant}"? That belongs {listed}', f"write {meant}, where it belongs"
    )


def _longer(violation: Violation, name: str) -> str:
    """Return the keys here that say which: ``cpuImage, gpuImage or rocmImage`` for ``image``."""
    root = parsed_schema(violation.chart.schema)
    known = facts(schema_part(violation), root).properties or {}
    word = name[:1].upper() + name[1:]
    found = [
        key
        for key, part in known.items()
        if key.endswith(word) and "boolean" not in facts(part, root).types
    ]
    return joined(found, "or")
