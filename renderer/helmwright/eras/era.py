"""An era: what one release of Helm does where releases differ, one property each.

Source: helm v3.12.0 to v3.21.4 and v4.0.0 to v4.2.4, compared file by file.
"""

from __future__ import annotations

from typing import Any, Literal

from helmwright.base.records import Record, replace

Documents = Literal["whole", "last kept", "trimmed"]
ChartObject = Literal["map", "struct"]
Errors = Literal["blocks", "one line"]
Imports = Literal["below", "above", "into"]
Lines = Literal["fails", "none", "with the last"]
Logs = Literal["slog", "log"]
Messages = Literal["santhosh", "gojsonschema"]
Numbers = Literal["float64", "json.Number"]
KubeVersions = Literal["kubernetes", "semver"]

WHOLE: Documents = "whole"
LAST_KEPT: Documents = "last kept"
TRIMMED: Documents = "trimmed"


class Build(Record):
    """What the binary of a release says of itself.

    commit: of the tag. go_version: of the released binary, as far as it is known.
    kube_client: the version of Kubernetes that it was built for, None where releases do not say it.
    """

    commit: str
    go_version: str
    kube_client: str | None


class NullRules(Record):
    """What nulls in values do.

    drops_defaults: while coalescing, nulls of a values.yaml are removed at every depth of maps.
    keeps_for_subcharts: a null that a parent's values have for a subchart reaches it.
    marks_defaults: the nulls of the overriding map are written into the overridden one first, so that a
        null where there is no default stays.
    removes_set_only: a null removes a key only where the default was no null.
    keeps_in_globals: a null of a parent's globals removes nothing while globals are copied.
    keeps_imported: import-values keep nulls.
    """

    drops_defaults: bool
    keeps_for_subcharts: bool
    marks_defaults: bool
    removes_set_only: bool
    keeps_in_globals: bool
    keeps_imported: bool


class Era(Record):
    """The behaviour of one release of Helm.

    version: with a ``v``, as ``.Capabilities.HelmVersion.Version``.
    kube_minor: the minor of the Kubernetes 1.x that it assumes without a cluster.
    keeps_kube_suffix: ``.Capabilities.KubeVersion.Version`` has what follows the numbers of --kube-version.
    kube_versions: which library reads --kube-version.
    documents: ``whole`` keeps the newlines at the end of each document, ``last kept`` those of a file's last one,
        ``trimmed`` none; the last two leave a ``---`` behind an empty document.
    late_kinds: kinds that are installed after all others that Helm knows.
    early_kinds: kinds that are installed before all others.
    nulls: what nulls in values do.
    imports: where imported values go: below those of the parent, above them, or into them one by one.
    values_numbers: the type of a number of a values file.
    chart_object: what ``.Chart`` is in a template.
    type_package: the package in the type names of ``.Values`` and ``.Capabilities``.
    chart_package, manifest_package: those in errors about Chart.yaml, and about what is rendered.
    chart_limit: what an archive is told to be larger than.
    copies_aliased: every alias of a subchart has its own copy of the metadata and of the subcharts.
    values_documents: all YAML documents of a values file count, and its errors say that there may be several.
    set_json_objects: --set-json takes a whole object.
    swallows_open_index: --set drops what an unclosed index begins, without an error.
    text_of_imports: what import-values name is made a text; before, what is none crashed.
    missing_functions: of today's template functions, those that the release does not have.
    formats_required: the message of ``required`` is taken for a format without arguments.
    tpl_shares: definitions in ``tpl`` are seen by ``include`` there, and errors in it name ``gotpl``.
    lines_of_empty_file: whether ``.Files.Lines`` of an empty file fails, has no line, or every file has a last line.
    crd_paths: ``# Source:`` of a CRD is the path from the chart.
    errors: failures in templates as a block for each level, or as Go's one line.
    names_subcharts: errors of unpacking say that it was a subchart.
    names_steps: errors begin with what failed: ``release name check failed: …``.
    schema_messages: the library that validates values.
    schema_schemes: of references that a schema may have besides ``file``.
    validates_nulls: a subchart whose values are null is validated.
    template_language: the minor of the Go 1.x whose text/template runs.
    logs: how warnings are written on standard error.
    merges_manifests: an upgrade merges three manifests itself; otherwise the server applies the new one.
    lint_rules: which rules ``lint`` has; see lint/helm_lint.
    chart_api_versions: those of charts that are rendered; None for any.
    name_checks: what the names of charts and dependencies are refused for.
    sprig, semver, toml: the versions of the libraries.
    flags: of those of today that came with some release, the ones that the release has.
    current_flags: flags of today that are deprecated, and were not yet.
    dry_runs: what --dry-run may be, all of which is a dry run to ``template`` but ``server``.
    """

    version: str
    build: Build
    kube_minor: int
    keeps_kube_suffix: bool
    kube_versions: KubeVersions
    documents: Documents
    late_kinds: tuple[str, ...]
    early_kinds: tuple[str, ...]
    nulls: NullRules
    imports: Imports
    values_numbers: Numbers
    chart_object: ChartObject
    type_package: str
    chart_package: str
    manifest_package: str
    chart_limit: str
    copies_aliased: bool
    values_documents: bool
    set_json_objects: bool
    swallows_open_index: bool
    text_of_imports: bool
    missing_functions: frozenset[str]
    formats_required: bool
    tpl_shares: bool
    lines_of_empty_file: Lines
    crd_paths: bool
    errors: Errors
    names_subcharts: bool
    names_steps: bool
    schema_messages: Messages
    schema_schemes: frozenset[str]
    validates_nulls: bool
    template_language: int
    logs: Logs
    merges_manifests: bool
    lint_rules: frozenset[str]
    chart_api_versions: frozenset[str] | None
    name_checks: frozenset[str]
    sprig: str
    semver: str
    toml: str
    flags: frozenset[str]
    current_flags: frozenset[str]
    dry_runs: tuple[str, ...]

    def replaced(self, **changes: Any) -> Era:
        """Return this era with other properties, such as those of another to learn what each does."""
        return replace(self, **changes)

    def __str__(self) -> str:
        """Return what people call it: ``3.21.4``."""
        return self.version.removeprefix("v")


DEFAULT = Era(
    version="v4.2.4",
    build=Build(
        commit="3900f434fd3ef2b84065dc04508df48f288dba00",
        go_version="go1.26.6",
        kube_client="v1.36",
    ),
    kube_minor=36,
    keeps_kube_suffix=True,
    kube_versions="kubernetes",
    documents=WHOLE,
    late_kinds=("MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"),
    early_kinds=("PriorityClass",),
    nulls=NullRules(
        drops_defaults=True,
        keeps_for_subcharts=True,
        marks_defaults=True,
        removes_set_only=True,
        keeps_in_globals=True,
        keeps_imported=True,
    ),
    imports="below",
    values_numbers="float64",
    chart_object="map",
    type_package="common",
    chart_package="v2",
    manifest_package="util",
    chart_limit="maximum size",
    copies_aliased=True,
    values_documents=True,
    set_json_objects=True,
    swallows_open_index=True,
    text_of_imports=True,
    missing_functions=frozenset(),
    formats_required=False,
    tpl_shares=True,
    lines_of_empty_file="fails",
    crd_paths=True,
    errors="blocks",
    names_subcharts=True,
    names_steps=True,
    schema_messages="santhosh",
    schema_schemes=frozenset(("http", "https", "urn")),
    validates_nulls=False,
    template_language=26,
    logs="slog",
    merges_manifests=False,
    lint_rules=frozenset(
        (
            "chart-yaml-fields",
            "semver-2",
            "templates-absent",
            "crds",
            "yml-templates",
            "skips-values-schema",
        )
    ),
    chart_api_versions=frozenset(("v1", "v2")),
    name_checks=frozenset(("duplicates", "slashes", "dots")),
    sprig="3.3.0",
    semver="3.5.0",
    toml="1.6.0",
    flags=frozenset(
        (
            "color",
            "colour",
            "force-conflicts",
            "force-replace",
            "hide-notes",
            "labels",
            "plain-http",
            "qps",
            "rollback-on-failure",
            "server-side",
            "skip-schema-validation",
            "take-ownership",
        )
    ),
    dry_runs=("none", "client", "server"),
    current_flags=frozenset(),
)
"""The release that charts are rendered as unless another one is asked for."""
