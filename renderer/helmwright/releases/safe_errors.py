"""Errors without secrets: what was read before an error is what its message must not tell."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.secrets.known import KnownSecrets
from helmwright.secrets.witness import unwitnessed, witnessing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from helmwright.base.paths import Path
    from helmwright.charts.chart import Chart
    from helmwright.releases.model import StoredRelease
    from helmwright.secrets.witness import Sight

_DATA_ENDS = (".yaml", ".yml", ".json")
_SCHEMA_END = "schema.json"
"""How names of schemas end: what stands in them below ``password`` is a description."""
_MORE_TEXTS = ("reason", "go_text")
"""Attributes of errors that repeat parts of their messages."""
_OVERRIDES = ("set", "set-json", "set-literal")


@contextmanager
def errors_without_secrets(*, show_secrets: bool = False) -> Iterator[None]:
    """Take what was read in the block, and is secret, out of the messages of its errors.

    The errors are those that were raised, with their places. show_secrets: leave them alone.
    """
    with witnessing() as sights:
        try:
            yield
        except HelmwrightError as error:
            if not show_secrets:
                known = KnownSecrets()
                remember(known, sights)
                _make_safe(error, known)
            raise


def remember(known: KnownSecrets, sights: Iterable[Sight]) -> None:
    """Remember the secrets in what was read."""
    seen = list(sights)
    is_marked = _marks(seen)
    looked: set[int] = set()
    for kind, what, chart in seen:
        for one, step in ((chart, add_chart), (what, _STEPS[kind])):
            if one is None or id(one) in looked:
                continue
            looked.add(id(one))
            try:
                with unwitnessed():
                    step(known, one, is_marked)
            except Exception:  # noqa: BLE001, S112 - whatever is wrong with it, its error is told
                continue


def _marks(sights: list[Sight]) -> Callable[[Path], bool]:
    """Return what is known of paths of values: of those of the charts, or of any chart."""
    from helmwright.reference.secret_paths import secret_paths, secret_paths_of_any_chart

    charts = [what if kind == "chart" else chart for kind, what, chart in sights]
    found = {id(chart): chart for chart in charts if chart is not None}
    return secret_paths(found.values()) if found else secret_paths_of_any_chart()


def add_chart(
    known: KnownSecrets, chart: Chart, is_marked: Callable[[Path], bool], prefix: Path = ()
) -> None:
    """Remember the secrets in a chart's values and files, and in the charts that it holds."""
    known.add_values(chart.values, is_marked, prefix)
    known.add_names((chart.metadata.name,))
    for raw in chart.raw:
        known.add_forms(raw.data)
    for subchart in chart.dependencies:
        add_chart(known, subchart, is_marked, (*prefix, subchart.name))


def add_override(known: KnownSecrets, text: str, is_marked: Callable[[Path], bool]) -> None:
    """Remember what an argument sets, if it sets anything, in whichever way it is meant."""
    from helmwright.values.files import override_values

    if "=" not in text and not text.lstrip().startswith("{"):
        return
    for kind in _OVERRIDES:
        try:
            known.add_values(override_values(kind, text, {}), is_marked)
        except (HelmwrightError, GoError, RecursionError):
            continue
    known.add_line(text)


def add_file(
    known: KnownSecrets, name: str, data: bytes, is_marked: Callable[[Path], bool]
) -> None:
    """Remember the secrets of a file by what its name says it is."""
    is_data = name.endswith(_DATA_ENDS) and not name.endswith(_SCHEMA_END)
    if is_data and "/templates/" not in f"/{name}":
        known.add_text(data, is_marked)
    else:
        known.add_forms(data)


def _add_values(known: KnownSecrets, values: Any, is_marked: Callable[[Path], bool]) -> None:
    known.add_values(values, is_marked)


def _add_text(known: KnownSecrets, data: bytes | str, is_marked: Callable[[Path], bool]) -> None:
    known.add_text(data, is_marked)


def _add_release(
    known: KnownSecrets, release: StoredRelease, is_marked: Callable[[Path], bool]
) -> None:
    """Remember the secrets in the values of a stored release, and in what it has installed."""
    from helmwright.reference.secret_paths import secret_paths
    from helmwright.releases.stored_schemas import stored_schemas

    chart = release.chart
    own = is_marked if chart is None else secret_paths((), stored_schemas(chart))
    for values in (release.config, {} if chart is None else chart.values):
        known.add_values(values, lambda path: own(path) or is_marked(path))
    for text in (release.manifest, *(hook.manifest for hook in release.hooks or ())):
        known.add_text(text)
    known.add_names((release.name,))


_STEPS: dict[str, Callable[[KnownSecrets, Any, Callable[[Path], bool]], None]] = {
    "chart": add_chart,
    "values": _add_values,
    "text": _add_text,
    "override": add_override,
    "release": _add_release,
}


def _make_safe(error: HelmwrightError, known: KnownSecrets) -> None:
    """Take secrets out of an error and of those that it came from."""
    left: list[HelmwrightError | GoError] = [error]
    passed: set[int] = set()
    while left:
        one = left.pop()
        if id(one) in passed:
            continue
        passed.add(id(one))
        _make_text_safe(one, known)
        for link in ("__cause__", "__context__"):
            other = getattr(one, link)
            if isinstance(other, HelmwrightError | GoError):
                left.append(other)
            elif other is not None:
                setattr(one, link, None)  # a library's words about what it could not read


def _make_text_safe(error: HelmwrightError | GoError, known: KnownSecrets) -> None:
    error.message = known.safe(error.message)
    for name in _MORE_TEXTS:
        text = getattr(error, name, "")
        if text:
            setattr(error, name, known.safe(text))
    for violation in getattr(error, "violations", ()):
        violation.message = known.safe(violation.message)
    notes = getattr(error, "__notes__", None)
    if notes:
        error.__notes__ = [known.safe(note) for note in notes]
