"""Reads suite files.

Source: helm-unittest pkg/unittest/test_suite.go, test_job.go and assertion.go.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError, Position, YAMLError
from helmwright.disk.reading import read_regular
from helmwright.go.semver_version import parse_version
from helmwright.go.yaml_v3 import load_v3
from helmwright.secrets.witness import saw
from helmwright.unittest_suites.assertion_kinds import KINDS, parameters_of
from helmwright.unittest_suites.documents import split_parts
from helmwright.unittest_suites.format import check_suite, text, texts
from helmwright.unittest_suites.suites import (
    Assertion,
    CapabilitySettings,
    ChartSettings,
    ClusterSettings,
    ReleaseSettings,
    Selector,
    Suite,
    Test,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from helmwright.go.kinds import Value

PLUGIN_VERSION = "1.1.2"
"""The version of helm-unittest that suites are run like."""
_ESCAPE = "unknown escape character"
_BESIDES_KIND = frozenset(("template", "documentIndex", "not", "documentSelector"))


def read_suites(
    path: str, route: str, *, strict: bool = False, values: Sequence[str] = ()
) -> list[Suite]:
    """Return the suites in a file.

    route: the chart they are for, within the chart that is rendered. strict: refuse unknown keys.
    values: paths of values files that come behind those of each suite.
    Raises HelmwrightError, with the place, for what is no suite.
    """
    content = _read(path)
    found = []
    for first_line, part in split_parts(content):
        if part.strip():
            suite = read_suite(
                part, path, route, first_line=first_line, strict=strict, values=values
            )
            if suite is not None:
                found.append(suite)
    return found


def read_suite(  # noqa: PLR0913 - keywords only, of one part of a file
    content: str,
    path: str,
    route: str,
    *,
    first_line: int = 0,
    strict: bool = False,
    values: Sequence[str] = (),
) -> Suite | None:
    """Return the suite that a part of a file holds, None if it holds nothing.

    first_line: how many lines of the file come before it. Raises HelmwrightError.
    """
    try:
        data, content = _load(content, path)
    except HelmwrightError as error:
        _move(error, path, first_line)
        raise
    if data is None:
        return None
    suite = check_suite(data, content, path, first_line=first_line, strict=strict)
    try:
        return _suite(suite, content, path, route, first_line, tuple(values))
    except HelmwrightError as error:
        _move(error, path, first_line)
        raise


def _move(error: HelmwrightError, path: str, first_line: int) -> None:
    """Let the place of an error in a part of a file be one in the file."""
    place = error.position
    line = first_line + (place.line or 1) if place is not None else first_line + 1
    error.position = Position(path, line, place.column if place else None)


def _read(path: str) -> str:
    try:
        content = read_regular(path).decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise HelmwrightError(f"open {path}: {reason}", Position(path)) from None
    saw("text", content)
    return content


def _load(content: str, path: str) -> tuple[Value, str]:
    """Return the data of a part, and its text: backslashes that YAML refuses are doubled."""
    try:
        return load_v3(content, path), content
    except YAMLError as error:
        if _ESCAPE not in error.message:
            raise
    content = re.sub(r"\\+", lambda found: found[0] + "\\" * (len(found[0]) % 2), content)
    return load_v3(content, path), content


def _suite(  # noqa: PLR0913, PLR0917 - the parts of one suite
    data: dict[str, Any],
    content: str,
    path: str,
    route: str,
    first_line: int,
    values: tuple[str, ...],
) -> Suite:
    _refuse_post_renderer(data, "the suite")
    tests = data.get("tests")
    if not tests:
        raise HelmwrightError("no tests found")
    whole = Test(
        "",
        0,
        texts(data.get("values")) + values,
        tuple(_part(data, "set").items()),
        release=_release(data),
        capabilities=_suite_capabilities(data),
        chart=_chart(data),
        cluster=_cluster(data),
        skipped=_skip_reason(data),
    )
    return Suite(
        name=text(data.get("suite")),
        path=path,
        route=route,
        text=content,
        first_line=first_line,
        templates=texts(data.get("templates")),
        excluded=texts(data.get("excludeTemplates")),
        include_crds=bool(data.get("includeCrds")),
        tests=tuple(_test(test, index, whole) for index, test in enumerate(tests)),
        snapshot_id=text(data.get("snapshotId")),
    )


def _test(data: dict[str, Any], index: int, suite: Test) -> Test:
    _refuse_post_renderer(data, f"tests[{index}]")
    assertions = data.get("asserts")
    if not assertions:
        raise HelmwrightError(f"no asserts found in tests[{index}]")
    template, templates = text(data.get("template")), texts(data.get("templates"))
    return Test(
        name=text(data.get("it")),
        index=index,
        values=suite.values + texts(data.get("values")),
        settings=suite.settings + tuple(_part(data, "set").items()),
        templates=templates or ((template,) if template else None),
        document=data.get("documentIndex"),
        selector=_selector(data),
        release=_release(data).over(suite.release),
        capabilities=_test_capabilities(data).over(suite.capabilities),
        chart=_chart(data).over(suite.chart),
        cluster=_cluster(data).over(suite.cluster),
        assertions=tuple(
            _assertion(one, number, index)
            for number, one in enumerate(assertions)
            if one is not None
        ),
        skipped=suite.skipped or text(_part(data, "skip").get("reason")),
    )


def _part(data: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the map that a key holds; an empty one if it is not set."""
    return data.get(name) or {}


def _refuse_post_renderer(data: dict[str, Any], where: str) -> None:
    if text(_part(data, "postRenderer").get("cmd")):
        raise HelmwrightError(
            f"{where}: postRenderer runs a program on what was rendered; "
            "that is not supported, use helm-unittest for such suites"
        )


def _release(data: dict[str, Any]) -> ReleaseSettings:
    release = _part(data, "release")
    return ReleaseSettings(
        text(release.get("name")),
        text(release.get("namespace")),
        release.get("revision") or 0,
        bool(release.get("upgrade")),
    )


def _chart(data: dict[str, Any]) -> ChartSettings:
    chart = _part(data, "chart")
    return ChartSettings(text(chart.get("version")), text(chart.get("appVersion")))


def _suite_capabilities(data: dict[str, Any]) -> CapabilitySettings:
    found = _part(data, "capabilities")
    return CapabilitySettings(
        text(found.get("majorVersion")),
        text(found.get("minorVersion")),
        texts(found.get("apiVersions")),
    )


def _test_capabilities(data: dict[str, Any]) -> CapabilitySettings:
    found = _part(data, "capabilities")
    versions: tuple[str, ...] | None = ()
    if "apiVersions" in found:
        listed = found["apiVersions"]
        versions = (
            tuple(one for one in listed if isinstance(one, str))
            if isinstance(listed, list)
            else None
        )
    return CapabilitySettings(
        _version_part(found.get("majorVersion")), _version_part(found.get("minorVersion")), versions
    )


def _version_part(value: Value) -> str:
    counts = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    return str(value) if counts else ""


def _cluster(data: dict[str, Any]) -> ClusterSettings:
    provider = _part(data, "kubernetesProvider")
    scheme = {}
    for name, kind in _part(provider, "scheme").items():
        resource = _part(kind, "gvr")
        scheme[name] = (
            text(resource.get("group")),
            text(resource.get("version")),
            text(resource.get("resource")),
            bool(kind.get("namespaced")),
        )
    return ClusterSettings(scheme, tuple(provider.get("objects") or ()))


def _skip_reason(data: dict[str, Any]) -> str:
    skip = _part(data, "skip")
    wanted = text(skip.get("minimumVersion"))
    if wanted and not _is_met(wanted):
        return (
            f"Test suite requires minimum unittest plugin version {wanted}, "
            f"but current version is {PLUGIN_VERSION}"
        )
    return text(skip.get("reason"))


def _is_met(wanted: str) -> bool:
    try:
        own, least = parse_version(PLUGIN_VERSION), parse_version(wanted)
    except GoError:
        return False
    return (own.major, own.minor, own.patch) >= (least.major, least.minor, least.patch)


def _selector(data: dict[str, Any]) -> Selector | None:
    found = data.get("documentSelector")
    if found is None:
        return None
    path = found.get("path")
    if not isinstance(path, str):
        raise HelmwrightError("empty 'documentSelector.path' not supported")
    return Selector(
        path,
        found.get("value"),
        found.get("matchMany") is True,
        found.get("skipEmptyTemplates") is True,
    )


def _assertion(data: dict[str, Any], index: int, test: int) -> Assertion:
    kinds = [name for name in data if name in KINDS]
    if len(kinds) > 1:
        raise HelmwrightError(
            f"assertion type `{kinds[0]}` and `{kinds[1]}` is declared duplicately"
        )
    if not kinds:
        unknown = [name for name in data if name not in _BESIDES_KIND]
        raise HelmwrightError(_unknown_kind(unknown[0]) if unknown else "no assertion type defined")
    (kind,) = kinds
    document = data.get("documentIndex")
    template = data.get("template")
    return Assertion(
        index=index,
        kind=kind,
        parameters=parameters_of(kind, data[kind], f"tests[{test}].asserts[{index}]"),
        negated=data.get("not") is True,
        template=template if isinstance(template, str) else "",
        document=document if type(document) is int else -1,
        selector=_selector(data),
    )


def _unknown_kind(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, KINDS, 1)
    hint = f", did you mean `{close[0]}`?" if close else ""
    return f"Assertion type `{name}` is invalid{hint}"
