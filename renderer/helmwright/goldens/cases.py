"""The cases of golden files: what a chart is rendered with, each in a folder or one values file."""

# ruff: noqa: PTH112, PTH113, PTH114, PTH118, PTH120, PTH208 - pathlib is slow to import

from __future__ import annotations

import os
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, InputError, Position, UsageError
from helmwright.diff.paths import Pattern
from helmwright.disk.places import is_inside
from helmwright.eras.era import DEFAULT
from helmwright.settings.files import repository_of
from helmwright.settings.formats import GOLDEN_CASE
from helmwright.settings.reading import Fields, read_fields

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from helmwright.eras.era import Era
    from helmwright.go.kinds import Value
    from helmwright.goldens.settings import GoldenSettings
    from helmwright.rendering.release import Release
    from helmwright.values.templated.context import ValuesContext

CASE_FILE = "case.yaml"
EXPECTED = "expected"
OVERRIDES = ("set-json", "set", "set-string", "set-file", "set-literal")
_OF_RENDERING = (
    "release-name",
    "namespace",
    "is-upgrade",
    "kube-version",
    "include-crds",
    "no-hooks",
    "skip-tests",
    "skip-schema-validation",
    "now",
)
"""The keys of case.yaml that fields of a case are named after."""
_ENDINGS = (".yaml", ".yml", ".yaml.j2", ".yml.j2")


class GoldenCase(NamedTuple):
    """What a chart is rendered with, and what is expected of it.

    name: as ``prod`` or ``group/prod``. path: of its folder, or of its values file.
    files: values files, later ones win; context: what those see that are templates in Jinja2.
    values: laid over the files. overrides: flag and argument, in Helm's order. expected_error: a text of the failure that is wanted, blank if none is.
    dynamic: the fields that are masked, see ``diff.paths.Pattern``. era: the Helm that it is rendered as.
    """

    name: str
    path: str
    files: tuple[str, ...] = ()
    context: dict[str, Value] | None = None
    values: dict[str, Value] | None = None
    overrides: tuple[tuple[str, str], ...] = ()
    release_name: str = "release-name"
    namespace: str = "default"
    is_upgrade: bool = False
    kube_version: str = ""
    api_versions: tuple[str, ...] = ()
    include_crds: bool = False
    no_hooks: bool = False
    skip_tests: bool = False
    skip_schema_validation: bool = False
    expected_error: str = ""
    dynamic: tuple[Pattern, ...] = ()
    seed: int = 1
    now: str = ""
    era: Era = DEFAULT

    @property
    def folder(self) -> str:
        """The folder that paths in the case begin at."""
        return self.path if os.path.isdir(self.path) else os.path.dirname(self.path)

    @property
    def release(self) -> Release:
        """The release that the chart is rendered for."""
        from helmwright.rendering.release import Release

        return Release(self.release_name, self.namespace, is_upgrade=self.is_upgrade)

    @property
    def values_context(self) -> ValuesContext:
        """What values files see that are templates."""
        from helmwright.values.templated.context import ValuesContext

        return ValuesContext(self.context or {})

    def overriding_values(self) -> dict[str, Value]:
        """Return the user's values: files, then inline values, then overrides.

        Raises ValuesError with Helm's text.
        """
        from helmwright.values.files import merge_sources, override_values
        from helmwright.values.inputs import read_file
        from helmwright.values.maps import copy_values, merge_maps

        def read(path: str) -> bytes:
            return read_file(os.path.join(self.folder, path))

        values = merge_sources(self.files, context=self.values_context, era=self.era)
        if self.values:
            values = merge_maps(values, copy_values(self.values))
        for kind, text in self.overrides:
            values = override_values(kind, text, values, read=read, era=self.era)
        return values


def load_cases(settings: GoldenSettings) -> list[GoldenCase]:
    """Return the cases in the folder that the settings name, by name.

    Raises UsageError for a case that is wrong, and if there is no such folder.
    """
    folder = settings.cases
    if not os.path.isdir(folder):
        raise UsageError(
            f"{folder}: no such folder; 'helmwright golden new NAME' makes a case, "
            "and --cases names another folder"
        )
    found = [
        case
        for case in _cases(folder, "", settings)
        if not any(fnmatchcase(case.name, pattern) for pattern in settings.ignore)
    ]
    known: dict[str, GoldenCase] = {}
    for case in found:
        if case.name in known:
            raise UsageError(
                f'"{case.name}" is the case of {known[case.name].path} and {case.path}'
            )
        known[case.name] = case
    return [known[name] for name in sorted(known)]


def select_cases(cases: Iterable[GoldenCase], pattern: str) -> list[GoldenCase]:
    """Return the cases whose name holds a text or, with wildcards, fits it; all without one."""
    if any(character in pattern for character in "*?["):
        return [case for case in cases if fnmatchcase(case.name, pattern)]
    return [case for case in cases if pattern in case.name]


def _cases(folder: str, group: str, settings: GoldenSettings) -> Iterator[GoldenCase]:
    for entry in sorted(os.listdir(folder)):
        path = os.path.join(folder, entry)
        stem = _stem(entry)
        if entry.startswith((".", "_")) or (not group and stem == EXPECTED):
            continue
        if os.path.isdir(path):
            if os.path.islink(path):
                _check_link(path)
            if _is_case(path):
                yield _read_case(f"{group}{entry}", path, settings)
            else:
                yield from _cases(path, f"{group}{entry}/", settings)
        elif entry.endswith(_ENDINGS):
            yield _case(f"{group}{stem}", path, (path,), Fields(), settings)


def _check_link(path: str) -> None:
    """Raise UsageError for a link to a folder that holds it, or that is not in the repository."""
    target = os.path.realpath(path)
    if is_inside(os.path.realpath(os.path.dirname(path)), target):
        raise UsageError(f"{Position(path)}: a link to {target}, which holds it: there is no end")
    root = os.path.realpath(repository_of(os.path.dirname(path)))
    if not is_inside(target, root):
        raise UsageError(f"{Position(path)}: a link to {target}, outside of {root}")


def _stem(name: str) -> str:
    """Return the name of a values file without its ending."""
    ending = next((one for one in reversed(_ENDINGS) if name.endswith(one)), "")
    return name.removesuffix(ending)


def _is_case(folder: str) -> bool:
    """Tell whether a folder is a case: it has files of its own, and not only folders of cases."""
    return any(name.endswith(_ENDINGS) for name in os.listdir(folder))


def _read_case(name: str, folder: str, settings: GoldenSettings) -> GoldenCase:
    path = os.path.join(folder, CASE_FILE)
    fields = Fields(folder)
    if os.path.isfile(path):
        fields = read_fields(path, GOLDEN_CASE)
    if "values-files" in fields:
        listed = fields.get("values-files")
        files = tuple(os.path.normpath(os.path.join(folder, file)) for file in listed)
        for index, file in enumerate(files):
            if not os.path.isfile(file):
                raise UsageError(f"{fields.place('values-files', index)}: {file}: no such file")
    else:
        files = tuple(
            os.path.join(folder, entry)
            for entry in sorted(os.listdir(folder))
            if entry.endswith(_ENDINGS) and entry != CASE_FILE
        )
    return _case(name, folder, files, fields, settings)


def _case(
    name: str, path: str, files: tuple[str, ...], fields: Fields, settings: GoldenSettings
) -> GoldenCase:
    said: dict[str, Any] = {
        key.replace("-", "_"): fields.get(key) for key in _OF_RENDERING if key in fields
    }
    case = GoldenCase(
        name,
        path,
        files,
        fields.get("context"),
        fields.get("values"),
        tuple((kind, text) for kind in OVERRIDES for text in fields.get(kind, ())),
        **{
            "now": settings.now,
            "kube_version": settings.kube_version,
            **said,
        },
        api_versions=tuple(fields.get("api-versions", ())),
        expected_error=fields.get("expect-error", ""),
        dynamic=tuple(_patterns(fields)),
        seed=fields.get("seed", settings.seed),
        era=_era(fields) or settings.era,
    )
    _check(case, fields)
    return case


def _era(fields: Fields) -> Era | None:
    """Return the era that a case asks for; None if it asks for none."""
    if "helm" not in fields:
        return None
    from helmwright.eras.resolving import resolve_era

    return resolve_era(fields.as_written("helm"), asked=f"{fields.place('helm')}: helm")


def _patterns(fields: Fields) -> Iterator[Pattern]:
    for index, text in enumerate(fields.get("dynamic", ())):
        try:
            yield Pattern.parse(text)
        except HelmwrightError as error:
            raise UsageError(f"{fields.place('dynamic', index)}: {error.message}") from None


def _check(case: GoldenCase, fields: Fields) -> None:
    """Raise UsageError, with the place, for what Helm refuses on its command line."""
    from helmwright.go.world import World
    from helmwright.rendering.capabilities import parse_kube_version

    try:
        World.fixed(case.now, case.seed)
    except InputError as error:
        raise fields.refused("now", f"must be a time as RFC 3339: {error.message}") from None
    if case.kube_version:
        try:
            parse_kube_version(case.kube_version)
        except HelmwrightError as error:
            raise fields.refused("kube-version", error.message) from None
    if "expect-error" in fields and not case.expected_error:
        raise fields.refused("expect-error", "must say a part of the message")
    if any(part in ("", ".", "..") for part in case.name.split("/")):
        raise UsageError(f"{Position(case.path)}: {case.name} is no name of a case")
