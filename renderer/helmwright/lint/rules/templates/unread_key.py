"""A user sets a value that no template of the chart reads."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.nearest import nearest
from helmwright.lint.rules.templates._known_values import (
    imports_unknown,
    in_schema,
    keys_at,
    reserved,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.lint.abstract_values import Names
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings
    from helmwright.lint.values_reads import ValuesReads

_SHOWN = 12
"""How many keys are listed."""
_CHART = """\
-- templates/a.yaml --
image: {{ .Values.image.repository }}
{{- with .Values.resources }}
resources: {{ toYaml . }}
{{- end }}
text: {{ tpl .Values.text . }}
-- values.yaml --
image:
  repository: web
text: a
"""


@rule(
    "unread-key",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    general=True,
    summary="A value is set that no template of the chart reads, and that it does not define",
    why="The value has no effect; mostly the key is misspelt or stands at the wrong place.",
    advice="Rename the key to one of the chart's values.yaml, move it to where the templates read it, or remove it.",
    url="https://helm.sh/docs/chart_template_guide/values_files/",
    bad=(
        Example(
            _CHART,
            overrides=(("set", "image.repo=other"),),
            message="image.repo is read by no template",
        ),
        Example(
            _CHART,
            overrides=(("set", "web.repository=other"),),
            message="web is read by no template",
        ),
    ),
    good=(
        Example(
            _CHART,
            overrides=(
                ("set", "image.repository=other"),
                ("set", "resources.limits.cpu=1"),
                ("set", "global.x=1"),
            ),
        ),
        Example(_CHART, overrides=(("set-literal", "text={{ .Values.own }}"), ("set", "own=1"))),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Walk through what the user sets, as deep as the chart looks into it key by key."""
    chart, given = settings.chart, settings.layered.given
    if chart.metadata.type == "library" or not given or imports_unknown(chart):
        return
    theirs = reserved(chart)
    if not _has_candidates(settings, theirs, given, chart.values, ()):
        return  # reading all templates takes longer than all the rest
    reads = settings.reads
    if reads.opaque or () in reads.whole or (reads.from_text and not chart.values):
        return
    misspelt = {unknown.path for unknown in settings.unknown_keys if unknown.meant}
    for path in _unread(given, chart.values, reads, ()):
        if path[0] in theirs or path in misspelt or _is_in_schema(settings, path):
            continue
        known = set(keys_at(chart.values, path[:-1])) | reads.known_below(path[:-1])
        close = nearest(path[-1], known)  # farther away than a slip, which is misspelt-key's
        yield settings.problem(
            path,
            f"{dotted(path)} is read by no template of the chart",
            of_key=True,
            fix=f"write '{dotted((*path[:-1], close))}'" if close else _beside(path, known),
        )


def _beside(path: Names, known: set[str]) -> str:
    """Return what to do with a key that nothing resembles: the keys that there are."""
    name = dotted(path)
    if not known:
        return f"remove {name}"
    listed = ", ".join(sorted(known)[:_SHOWN]) + (" …" if len(known) > _SHOWN else "")
    where = dotted(path[:-1])
    return f"remove {name}, or write a key that the chart has {f'in {where}' if where else 'there'}: {listed}"


def _has_candidates(
    settings: Settings, theirs: frozenset[str], given: dict[str, Any], defaults: Any, path: Names
) -> bool:
    """Tell whether there is a key that neither the defaults nor the schema have."""
    for key, value in given.items():
        below = (*path, key)
        if value is None or below[0] in theirs:
            continue
        known = type(defaults) is dict and key in defaults
        if not known and not _is_in_schema(settings, below):
            return True
        inner = defaults[key] if known else {}
        if type(value) is dict and _has_candidates(settings, theirs, value, inner, below):
            return True
    return False


def _is_in_schema(settings: Settings, path: Names) -> bool:
    """Tell whether the schema knows a key, or says itself that it does not."""
    if settings.chart.schema is None:
        return False
    return in_schema(settings.chart, path) or settings.is_refused(path)


def _unread(
    given: dict[str, Any], defaults: Any, reads: ValuesReads, path: Names
) -> Iterator[Names]:
    """Yield what is neither read nor among the defaults, whose own keys are the chart's matter."""
    for key, value in given.items():
        below = (*path, key)
        known = type(defaults) is dict and key in defaults
        if value is None:
            continue
        if not known and not reads.is_read(below):
            yield below
        elif type(value) is dict and reads.is_followed(below):
            yield from _unread(value, defaults[key] if known else {}, reads, below)
