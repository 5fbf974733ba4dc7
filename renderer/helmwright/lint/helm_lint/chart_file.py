"""What ``helm lint`` says about Chart.yaml.

Source: helm pkg/chart/v2/lint/rules/chartfile.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError, Position
from helmwright.charts.chart_yaml import METADATA, read_fields
from helmwright.eras.era import DEFAULT
from helmwright.go.filepath import base
from helmwright.go.kinds import type_name
from helmwright.go.semver import parse_constraint, parse_version, strict_parse_version
from helmwright.go.strconv import quote
from helmwright.go.yaml_read import load_map
from helmwright.lint.finding import Span
from helmwright.lint.helm_lint.addresses import is_email, is_request_url, is_url
from helmwright.lint.helm_lint.message import HelmMessage, Severity
from helmwright.lint.helm_lint.strict import strict_error

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.base.paths import Path
    from helmwright.eras.era import Era
    from helmwright.lint.helm_lint.folder import ChartFolder

NAME = "Chart.yaml"
_V1, _V2 = "v1", "v2"
_EITHER = 'The value must be either "v1" or "v2"'


def check_chart_file(folder: ChartFolder, era: Era = DEFAULT) -> Iterator[HelmMessage]:
    """Yield the messages about Chart.yaml, in Helm's order."""
    if folder.is_directory(NAME):
        yield _error("chart-yaml-broken", "should be a file, not a directory")
        reason = f"read {folder.absolute}/{NAME}: is a directory"
        yield _error("chart-yaml-broken", f"unable to parse YAML\n\t{reason}")
        return
    text = folder.read(NAME)
    try:
        fields = read_fields(text)
    except HelmwrightError as error:
        message = f"unable to parse YAML\n\t{error.message}"
        yield _error("chart-yaml-broken", message)._replace(span=_span(folder, error.position))
        return
    strict = strict_error(text, METADATA) if "chart-yaml-fields" in era.lint_rules else None
    if strict is not None:
        message = f"failed to strictly parse chart metadata file\n\t{strict.message}"
        span = _span(folder, strict.position)
        yield HelmMessage("chart-yaml-unknown-key", Severity.WARNING, NAME, message, span=span)
    try:
        raw = load_map(text)
    except HelmwrightError:  # an infinity, which only fields that are texts can hold
        raw = {}
    yield from _check_fields(fields, raw, era)


def _span(folder: ChartFolder, position: Position | None) -> Span:
    if position is None or position.line is None:
        return Span(f"{folder.path}/{NAME}", 1, 1, 1, 1)
    column = position.column or 1
    return Span(f"{folder.path}/{NAME}", position.line, column, position.line, column)


def _error(kind: str, text: str, *key: str | int) -> HelmMessage:
    return HelmMessage(kind, Severity.ERROR, NAME, text, key)


def _check_fields(fields: dict[str, Any], raw: dict[str, Any], era: Era) -> Iterator[HelmMessage]:
    version = fields.get("version") or ""
    yield from _check_identity(fields, era)
    yield from _check_text(raw, "version")
    yield from _check_version(version)
    yield from _check_text(raw, "appVersion")
    yield from _check_maintainers(fields.get("maintainers") or [])
    for index, source in enumerate(fields.get("sources") or []):
        if not is_request_url(source):
            text = f"invalid source URL '{source}'"
            yield _error("chart-source-invalid", text, "sources", index)
            break
    yield from _check_icon(fields.get("icon") or "")
    yield from _check_old(fields)
    if "semver-2" not in era.lint_rules:
        return
    try:
        strict_parse_version(version)
    except GoError:
        text = f"version '{version}' is not a valid SemVerV2"
        yield HelmMessage("chart-version-not-strict", Severity.WARNING, NAME, text, ("version",))


def _check_identity(fields: dict[str, Any], era: Era) -> Iterator[HelmMessage]:
    name, api_version = fields.get("name") or "", fields.get("apiVersion") or ""
    if not name:
        yield _error("chart-name-invalid", "name is required", "name")
    elif "slashes" in era.name_checks and base(name) != name:
        yield _error("chart-name-invalid", f"chart name {quote(name)} is invalid", "name")
    key: Path = ("apiVersion",)
    if not api_version:
        yield _error("chart-api-version-invalid", f"apiVersion is required. {_EITHER}", *key)
    elif api_version not in (_V1, _V2):
        text = f"apiVersion '{api_version}' is not valid. {_EITHER}"
        yield _error("chart-api-version-invalid", text, *key)


def _check_text(raw: dict[str, Any], key: str) -> Iterator[HelmMessage]:
    if key in raw and not isinstance(raw[key], str):
        kind = type_name(raw[key])
        text = f"{key} should be of type string but it's of type {kind}"
        yield _error("chart-version-not-text", text, key)


def _check_version(text: str) -> Iterator[HelmMessage]:
    kind = "chart-version-invalid"
    if not text:
        yield _error(kind, "version is required", "version")
        return
    try:
        version = parse_version(text)
    except GoError:
        yield _error(kind, f"version '{text}' is not a valid SemVer", "version")
        return
    valid, reasons = parse_constraint(">0.0.0-0").validate(version)
    if not valid and reasons:
        yield _error(kind, f"version {reasons[0]}", "version")


def _check_maintainers(maintainers: list[dict[str, Any] | None]) -> Iterator[HelmMessage]:
    """Yield the first thing that is wrong with a maintainer."""
    for index, maintainer in enumerate(maintainers):
        problem = _maintainer_problem(maintainer)
        if problem:
            yield _error("chart-maintainer-invalid", problem, "maintainers", index)
            return


def _maintainer_problem(maintainer: dict[str, Any] | None) -> str:
    if maintainer is None:
        return "a maintainer entry is empty"
    name, email = maintainer.get("name") or "", maintainer.get("email") or ""
    url = maintainer.get("url") or ""
    if not name:
        return "each maintainer requires a name"
    if email and not is_email(email):
        return f"invalid email '{email}' for maintainer '{name}'"
    if url and not is_url(url):
        return f"invalid url '{url}' for maintainer '{name}'"
    return ""


def _check_icon(icon: str) -> Iterator[HelmMessage]:
    if not icon:
        yield HelmMessage("chart-icon-missing", Severity.INFO, NAME, "icon is recommended")
    elif not is_request_url(icon):
        yield _error("chart-icon-invalid", f"invalid icon URL '{icon}'", "icon")


def _check_old(fields: dict[str, Any]) -> Iterator[HelmMessage]:
    """Yield what has no place in a chart of apiVersion v1."""
    api_version = fields.get("apiVersion") or ""
    if api_version == _V2:
        return
    if fields.get("type"):
        text = f"chart type is not valid in apiVersion '{api_version}'. "
        text += f"It is valid in apiVersion '{_V2}'"
        yield _error("chart-key-of-newer-api", text, "type")
    if fields.get("dependencies"):
        text = f"dependencies are not valid in the Chart file with apiVersion '{api_version}'. "
        text += f"They are valid in apiVersion '{_V2}'"
        yield _error("chart-key-of-newer-api", text, "dependencies")
