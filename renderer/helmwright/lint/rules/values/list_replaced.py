"""A list that a later values file replaces by a shorter one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.paths import dotted
from helmwright.lint.definition import Example, Reads, Severity, rule
from helmwright.lint.finding import Related, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.layers import ValuesLayer
    from helmwright.lint.finding import Problem
    from helmwright.lint.settings import Settings

_NAMES = ("name", "key", "host", "hostname", "id", "namespace", "mountPath")
_END = "_name"
"""How other keys end by which people tell items apart."""
_CHART = "-- values.yaml --\nports: []\nranges: []\n-- my.yaml --\n"


@rule(
    "list-replaced",
    reads=Reads.VALUES,
    severity=Severity.WARNING,
    summary="A later values file replaces a list by a shorter one",
    why="Helm merges maps and never lists: of the earlier list nothing is left.",
    advice="Write all items that are wanted into the later file.",
    url="https://helm.sh/docs/chart_template_guide/values_files/",
    bad=(
        Example(
            _CHART,
            overrides=(
                ("set-json", 'ports=[{"name":"a"},{"name":"b"}]'),
                ("set-json", 'ports=[{"name":"a","number":4}]'),
            ),
            message="ports: this list of 1 replaces one of 2; the item b is gone",
        ),
    ),
    good=(
        Example(_CHART + "ports:\n  - name: a\n"),
        Example(_CHART, overrides=(("set-json", "ranges=[]"),)),
        Example(
            _CHART,
            overrides=(
                ("set-json", 'ports=[{"name":"a"},{"name":"b"}]'),
                ("set", "ports[0].number=4"),
            ),
        ),
    ),
)
def check(settings: Settings) -> Iterator[Problem]:
    """Compare the list that counts with the one that the user's source before it sets."""
    users = [layer for layer in settings.layered.layers if layer.kind != "defaults"]
    seen: set[Path] = set()
    for layer in users:
        for path in _lists(layer.values, ()):
            whole = (*layer.prefix, *path)
            below = whole[len(settings.prefix) :]
            if whole[: len(settings.prefix)] == settings.prefix and whole not in seen:
                seen.add(whole)
                yield from _replaced(settings, users, whole, below)


def _lists(values: Any, path: Path) -> Iterator[Path]:
    """Yield the paths of lists, but not those inside other lists."""
    if type(values) is dict:
        for key, value in values.items():
            yield from _lists(value, (*path, key))
    elif type(values) is list:
        yield path


def _replaced(
    settings: Settings, users: list[ValuesLayer], whole: Path, below: Path
) -> Iterator[Problem]:
    setting = [layer for layer in users if layer.decides(whole)]
    if len(setting) < 2:
        return
    # Not what the later source says: --set list[0]=x changes an item and keeps the others.
    earlier, later = _list_of(setting[-2], whole), _outcome(settings, whole)
    if not earlier or not later or len(later) >= len(earlier):
        return
    old, new = _names(earlier), _names(later)
    gone = [name for name in old if name not in new]
    which = f"; the item{'s' if len(gone) > 1 else ''} {', '.join(gone)} {'are' if len(gone) > 1 else 'is'} gone"
    yield settings.problem(
        below,
        f"{dotted(whole)}: this list of {len(later)} replaces one of {len(earlier)}"
        + (which if gone else ""),
        of_key=True,
        related=(Related(_span(settings, setting[-2], whole), "the list that is replaced"),),
        severity=None if gone and set(old) & set(new) else Severity.INFO,
    )


def _list_of(layer: ValuesLayer, whole: Path) -> list[Any]:
    try:
        value = layer.value(whole)
    except KeyError:
        return []
    return value if type(value) is list else []


def _outcome(settings: Settings, whole: Path) -> list[Any]:
    value: Any = settings.layered.given
    for step in whole:
        if type(value) is not dict or step not in value:
            return []
        value = value[step]
    return value if type(value) is list else []


def _names(items: list[Any]) -> list[str]:
    """Return the names of the items that are maps with names."""
    found = []
    for item in items:
        if type(item) is dict:
            keys = [*_NAMES, *(key for key in item if key.endswith(_END))]
            name = next((item[key] for key in keys if isinstance(item.get(key), str)), None)
            if name is not None:
                found.append(name)
    return found


def _span(settings: Settings, layer: ValuesLayer, whole: Path) -> Any:
    if layer.text is None:
        return Span(layer.name)
    return settings.source_of(layer).key_span(layer.own_path(whole) or ())
