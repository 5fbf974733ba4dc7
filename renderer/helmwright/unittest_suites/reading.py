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
from helmwright.unittest_suites.assertion_kinds import KINDS, check_parameters
from helmwright.unittest_suites.documents import split_parts
from helmwright.unittest_suites.fields import (
    Fields,
    as_mapping,
    flag,
    integer,
    mapping,
    text,
    texts,
)
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
_SUITE_KEYS = frozenset(
    "suite values set templates excludeTemplates includeCrds release chart capabilities "  # noqa: SIM905 - a table
    "kubernetesProvider postRenderer tests snapshotId skip".split()
)
_TEST_KEYS = frozenset(
    "it values set template templates documentIndex documentSelector release chart capabilities "  # noqa: SIM905 - a table
    "asserts skip kubernetesProvider postRenderer documentindices".split()
)
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
        if data is None:
            return None
        return _suite(data, content, path, route, first_line, strict, tuple(values))
    except HelmwrightError as error:
        place = error.position
        line = first_line + (place.line or 1) if place is not None else first_line + 1
        error.position = Position(path, line, place.column if place else None)
        raise


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
    data: Value,
    content: str,
    path: str,
    route: str,
    first_line: int,
    strict: bool,  # noqa: FBT001
    values: tuple[str, ...],
) -> Suite:
    fields = Fields(as_mapping(data, "a suite"), "the suite")
    if strict:
        fields.refuse_unknown(_SUITE_KEYS)
    _refuse_post_renderer(fields)
    tests = fields.get("tests", _list)
    if not tests:
        raise HelmwrightError("no tests found")
    whole = Test(
        "",
        0,
        fields.get("values", texts) + values,
        tuple(fields.get("set", mapping).items()),
        release=_release(fields),
        capabilities=_suite_capabilities(fields),
        chart=_chart(fields),
        cluster=_cluster(fields),
        skipped=_skip_reason(fields),
    )
    return Suite(
        name=fields.get("suite", text),
        path=path,
        route=route,
        text=content,
        first_line=first_line,
        templates=fields.get("templates", texts),
        excluded=fields.get("excludeTemplates", texts),
        include_crds=fields.get("includeCrds", flag),
        tests=tuple(_test(test, index, whole, strict=strict) for index, test in enumerate(tests)),
        snapshot_id=fields.get("snapshotId", text),
    )


def _test(data: Value, index: int, suite: Test, *, strict: bool) -> Test:
    fields = Fields(as_mapping(data, f"tests[{index}]"), f"tests[{index}]")
    if strict:
        fields.refuse_unknown(_TEST_KEYS)
    _refuse_post_renderer(fields)
    assertions = fields.get("asserts", _list)
    if not assertions:
        raise HelmwrightError(f"no asserts found in tests[{index}]")
    template, templates = fields.get("template", text), fields.get("templates", texts)
    document = fields.data.get("documentIndex")
    return Test(
        name=fields.get("it", text),
        index=index,
        values=suite.values + fields.get("values", texts),
        settings=suite.settings + tuple(fields.get("set", mapping).items()),
        templates=templates or ((template,) if template else None),
        document=None if document is None else integer(document, f"tests[{index}].documentIndex"),
        selector=_selector(fields),
        release=_release(fields).over(suite.release),
        capabilities=_test_capabilities(fields).over(suite.capabilities),
        chart=_chart(fields).over(suite.chart),
        cluster=_cluster(fields).over(suite.cluster),
        assertions=tuple(
            _assertion(one, number, index)
            for number, one in enumerate(assertions)
            if one is not None
        ),
        skipped=suite.skipped or fields.section("skip").get("reason", text),
    )


def _list(value: Value, where: str) -> list[Value]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise HelmwrightError(f"{where} must be a list")
    return value


def _refuse_post_renderer(fields: Fields) -> None:
    if fields.section("postRenderer").get("cmd", text):
        raise HelmwrightError(
            f"{fields.where}: postRenderer runs a program on what was rendered; "
            "that is not supported, use helm-unittest for such suites"
        )


def _release(fields: Fields) -> ReleaseSettings:
    release = fields.section("release")
    return ReleaseSettings(
        release.get("name", text),
        release.get("namespace", text),
        release.get("revision", integer),
        release.get("upgrade", flag),
    )


def _chart(fields: Fields) -> ChartSettings:
    chart = fields.section("chart")
    return ChartSettings(chart.get("version", text), chart.get("appVersion", text))


def _suite_capabilities(fields: Fields) -> CapabilitySettings:
    found = fields.section("capabilities")
    return CapabilitySettings(
        found.get("majorVersion", text),
        found.get("minorVersion", text),
        found.get("apiVersions", texts),
    )


def _test_capabilities(fields: Fields) -> CapabilitySettings:
    data = fields.section("capabilities").data
    versions: tuple[str, ...] | None = ()
    if "apiVersions" in data:
        listed = data["apiVersions"]
        versions = (
            tuple(one for one in listed if isinstance(one, str))
            if isinstance(listed, list)
            else None
        )
    return CapabilitySettings(
        _version_part(data.get("majorVersion")), _version_part(data.get("minorVersion")), versions
    )


def _version_part(value: Value) -> str:
    counts = isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool))
    return str(value) if counts else ""


def _cluster(fields: Fields) -> ClusterSettings:
    provider = fields.section("kubernetesProvider")
    scheme = {}
    for name, entry in provider.get("scheme", mapping).items():
        kind = Fields(as_mapping(entry, f"scheme {name}"), f"scheme {name}")
        resource = kind.section("gvr")
        scheme[name] = (
            resource.get("group", text),
            resource.get("version", text),
            resource.get("resource", text),
            kind.get("namespaced", flag),
        )
    objects = tuple(
        as_mapping(one, "an object of kubernetesProvider") for one in provider.get("objects", _list)
    )
    return ClusterSettings(scheme, objects)


def _skip_reason(fields: Fields) -> str:
    skip = fields.section("skip")
    wanted = skip.get("minimumVersion", text)
    if wanted and not _is_met(wanted):
        return (
            f"Test suite requires minimum unittest plugin version {wanted}, "
            f"but current version is {PLUGIN_VERSION}"
        )
    return skip.get("reason", text)


def _is_met(wanted: str) -> bool:
    try:
        own, least = parse_version(PLUGIN_VERSION), parse_version(wanted)
    except GoError:
        return False
    return (own.major, own.minor, own.patch) >= (least.major, least.minor, least.patch)


def _selector(fields: Fields) -> Selector | None:
    data = fields.data.get("documentSelector")
    if data is None:
        return None
    found = as_mapping(data, "documentSelector")
    path = found.get("path")
    if not isinstance(path, str):
        raise HelmwrightError("empty 'documentSelector.path' not supported")
    return Selector(
        path,
        found.get("value"),
        found.get("matchMany") is True,
        found.get("skipEmptyTemplates") is True,
    )


def _assertion(data: Value, index: int, test: int) -> Assertion:
    where = f"tests[{test}].asserts[{index}]"
    fields = Fields(as_mapping(data, where), where)
    kinds = [name for name in fields.data if name in KINDS]
    if len(kinds) > 1:
        raise HelmwrightError(
            f"assertion type `{kinds[0]}` and `{kinds[1]}` is declared duplicately"
        )
    if not kinds:
        unknown = [name for name in fields.data if name not in _BESIDES_KIND]
        raise HelmwrightError(_unknown_kind(unknown[0]) if unknown else "no assertion type defined")
    parameters: Any = fields.data[kinds[0]]
    document = fields.data.get("documentIndex")
    template = fields.data.get("template")
    return Assertion(
        index=index,
        kind=kinds[0],
        parameters=check_parameters(kinds[0], parameters, where),
        negated=fields.data.get("not") is True,
        template=template if isinstance(template, str) else "",
        document=document if type(document) is int else -1,
        selector=_selector(fields),
    )


def _unknown_kind(name: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, KINDS, 1)
    hint = f", did you mean `{close[0]}`?" if close else ""
    return f"Assertion type `{name}` is invalid{hint}"
