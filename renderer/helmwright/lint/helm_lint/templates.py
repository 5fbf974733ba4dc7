"""What ``helm lint`` says about templates and what they render to.

Source: helm pkg/chart/v2/lint/rules/template.go, deprecations.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.base.patterns import lazy_pattern
from helmwright.eras.era import DEFAULT
from helmwright.go.filepath import extension
from helmwright.go.spaces import SPACE
from helmwright.go.strconv import quote
from helmwright.go.yaml_read import load
from helmwright.kube.api_lifecycles import api_lifecycle
from helmwright.lint.helm_lint.decoding import decode_stream, load_items
from helmwright.lint.helm_lint.message import HelmMessage, Severity
from helmwright.lint.helm_lint.object_names import name_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.charts.chart import Chart
    from helmwright.eras.era import Era
    from helmwright.lint.helm_lint.folder import ChartFolder
    from helmwright.rendering.capabilities import KubeVersion

TEMPLATES = "templates/"
RELEASE_NAME = "test-release"
_EXTENSIONS = (".yaml", ".yml", ".tpl", ".txt")
_SELECTED = ("Deployment", "ReplicaSet", "DaemonSet", "StatefulSet")
_POLICY = "helm.sh/resource-policy"
_ABSENT = {
    "templates-absent": "directory does not exist",
    "templates-not-found": "directory not found",
}
"""What a chart without templates is told, by the rule of the era."""
_SOURCES = {
    "crd-install-hook": (
        Severity.WARNING,
        lazy_pattern(r'"?helm\.sh/hook"?:[\t\n\f\r ]+crd-install'),
        (
            "manifest is a crd-install hook. This hook is no longer supported in v3 and all CRDs "
            "should also exist the crds/ directory at the top level of the chart"
        ),
    ),
    "release-time": (
        Severity.ERROR,
        lazy_pattern(r"\.Release\.Time"),
        ".Release.Time has been removed in v3, please replace with the `now` function in your templates",
    ),
}
"""What is searched for in the sources of templates: severity, pattern, text."""


def check_templates_folder(folder: ChartFolder, era: Era = DEFAULT) -> HelmMessage | None:
    """Return why templates are not looked at; None if they are."""
    rules = era.lint_rules
    kind = "templates-folder-missing"
    if not folder.exists(TEMPLATES.rstrip("/")):
        for rule, text in _ABSENT.items():
            if rule in rules:
                return HelmMessage(kind, Severity.WARNING, TEMPLATES, text)
    elif not folder.is_directory(TEMPLATES.rstrip("/")):
        severity = Severity.ERROR if "templates-absent" in rules else Severity.WARNING
        return HelmMessage(kind, severity, TEMPLATES, "not a directory")
    if folder.error is not None:
        text = folder.error.message
        return HelmMessage("chart-does-not-load", Severity.ERROR, TEMPLATES, text)
    return None


def check_rendered(
    chart: Chart, rendered: dict[str, str], kube: KubeVersion, era: Era = DEFAULT
) -> Iterator[HelmMessage]:
    """Yield the messages about the templates of a chart, in Helm's order.

    rendered: what each template gives, by its path in the chart of all charts.
    """
    yaml = (".yaml", ".yml") if "yml-templates" in era.lint_rules else (".yaml",)
    for template in chart.templates:
        name = template.name
        suffix = extension(name)
        if suffix not in _EXTENSIONS:
            text = f"file extension '{suffix}' not valid. Valid extensions are "
            text += ".yaml, .yml, .tpl, or .txt"
            yield HelmMessage("template-extension", Severity.ERROR, name, text)
        for rule, (severity, pattern, text) in _SOURCES.items():
            if rule in era.lint_rules and pattern.search(template.data.decode("latin-1")):
                yield HelmMessage(rule, severity, name, text)
        if (suffix.lower() if "yml-templates" in era.lint_rules else suffix) not in yaml:
            continue
        content = rendered.get(f"{chart.name}/{name}", "")
        if content.strip(SPACE):
            broken = False
            for message in _check_content(name, content, kube, era):
                broken |= message.kind == "rendered-not-yaml" and not message.key
                yield message
            if broken:  # Helm does not look at the other templates either
                return


def _check_content(name: str, content: str, kube: KubeVersion, era: Era) -> Iterator[HelmMessage]:
    yield from _check_indentation(name, content)
    try:
        for line, head in decode_stream(content):
            if head is not None:
                yield from _check_object(name, content, line, head, kube)
                if head.get("kind") == "List":
                    yield from _check_list(name, content, line, era)
    except HelmwrightError as error:
        position = error.position
        line = 0 if position is None else position.line or 0
        text = f"unable to parse YAML: {error.message}"
        yield HelmMessage("rendered-not-yaml", Severity.ERROR, name, text, line=line)


def _check_indentation(name: str, content: str) -> Iterator[HelmMessage]:
    for number, line in enumerate(content.split("\n"), 1):
        text = line.removesuffix("\r")
        if not text.strip(SPACE):
            continue
        if text.startswith((" ", "\t")):
            reason = f"document starts with an illegal indent: {quote(text)}, "
            reason += "which may cause parsing problems"
            yield HelmMessage("rendered-indented", Severity.WARNING, name, reason, line=number)
        return


def _check_object(
    name: str, content: str, line: int, head: dict[str, Any], kube: KubeVersion
) -> Iterator[HelmMessage]:
    kind, api_version = head.get("kind") or "", head.get("apiVersion") or ""
    own_name = (head.get("metadata") or {}).get("name") or ""
    problem = name_problem(kind, own_name)
    if problem:
        taken = not own_name and _needs_no_name(content, line)
        yield HelmMessage(
            "object-name-invalid", Severity.WARNING, name, problem, line=line, mistaken=taken
        )
    lifecycle = api_lifecycle(api_version, kind) if api_version and kind else None
    if lifecycle is not None and lifecycle.deprecated is not None:
        asked = int(kube.major), int(kube.minor)
        if lifecycle.deprecated <= asked:
            text = lifecycle.warning
            yield HelmMessage("api-version-deprecated", Severity.WARNING, name, text, line=line)
    if kind in _SELECTED and "matchLabels" not in content and "matchExpressions" not in content:
        text = (
            f"a {kind} must contain matchLabels or matchExpressions, and {quote(own_name)} does not"
        )
        yield HelmMessage("selector-missing", Severity.ERROR, name, text, line=line)


def _needs_no_name(content: str, line: int) -> bool:
    """Tell whether the server names an object, or it is a list, which is no object of its own.

    line: where its document begins. Helm looks at neither.
    """
    lines = content.split("\n")[line - 1 :]
    ends = (number for number, text in enumerate(lines) if number and text.startswith("---"))
    try:
        data = load("\n".join(lines[: next(ends, len(lines))]))
    except HelmwrightError:
        return False
    if type(data) is not dict:
        return False
    if str(data.get("kind")).endswith("List") and type(data.get("items")) is list:
        return True
    metadata = data.get("metadata")
    return type(metadata) is dict and bool(metadata.get("generateName"))


def _check_list(name: str, content: str, line: int, era: Era) -> Iterator[HelmMessage]:
    """Look at the annotations of a list's items; Helm reads the first document of the file."""
    try:
        items = load_items(content)
    except HelmwrightError as error:
        text = f"unable to parse YAML: {error.message}"
        key = ("items",)
        yield HelmMessage("rendered-not-yaml", Severity.ERROR, name, text, key, line=line)
        return
    for item in items:
        if _POLICY in ((item.get("metadata") or {}).get("annotations") or {}):
            word = "Annotation" if "capital-annotation" in era.lint_rules else "annotation"
            text = f"{word} '{_POLICY}' within List objects are ignored"
            yield HelmMessage("resource-policy-in-list", Severity.ERROR, name, text, line=line)
            return
