"""The flags that commands share, with Helm's names, defaults and meanings.

Source: helm pkg/cmd/flags.go, pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.cli.flag_kinds import (
    BOOL,
    DURATION,
    FLOAT,
    INT,
    STRING,
    STRING_ARRAY,
    STRING_TO_STRING,
    STRINGS,
    WAIT,
)
from helmwright.cli.flags import Flag, switch

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from helmwright.determined.versions import DeterminedRelease
    from helmwright.values.templated.context import ValuesContext

VALUES = (
    Flag(
        "values",
        STRINGS,
        "values from a YAML file, - for standard input; repeatable, later files win",
        "f",
        value_name="file",
    ),
    Flag(
        "set",
        STRING_ARRAY,
        "set values: key1=val1,key2=val2; repeatable, as are the other --set flags",
        value_name="key=value",
    ),
    Flag("set-string", STRING_ARRAY, "set values that stay strings", value_name="key=value"),
    Flag(
        "set-file",
        STRING_ARRAY,
        "set values to what files hold: key1=path1,key2=path2",
        value_name="key=path",
    ),
    Flag(
        "set-json",
        STRING_ARRAY,
        """set values to JSON: key1=json1,key2=json2, or one object '{"key1": json1}'""",
        value_name="key=json",
    ),
    Flag(
        "set-literal",
        STRING_ARRAY,
        "set a value to a string, in which commas and backslashes mean nothing",
        value_name="key=value",
    ),
)
SETS = tuple(flag for flag in VALUES if flag.name.startswith("set"))
VALUES_FILES = next(flag for flag in VALUES if flag.name == "values")

CONTEXT = (
    Flag(
        "context",
        STRING_ARRAY,
        "variables of values files in Jinja2 (prod.yaml.j2) from a YAML or JSON file; repeatable, "
        "later files win",
        value_name="file",
    ),
    Flag(
        "context-set",
        STRING_ARRAY,
        "set variables of values files in Jinja2, as --set does; repeatable",
        value_name="key=value",
    ),
    Flag(
        "context-env",
        STRINGS,
        "an environment variable that values files in Jinja2 may read with env('NAME'); repeatable",
        value_name="name",
    ),
)
"""Flags for values files that are templates; they go with those in ``VALUES``."""

CONTEXT_BESIDE_LINES = (CONTEXT[0]._replace(name="context-file"), *CONTEXT[1:])
"""The same where ``--context`` is the number of lines around a difference."""

WORLD = (
    Flag(
        "seed",
        INT,
        "draw everything random (passwords, keys, certificates, UUIDs) from this number, "
        "so that the output repeats",
    ),
    Flag(
        "now",
        STRING,
        "the time that templates see, as RFC 3339: 2026-01-31T12:00:00Z",
        value_name="time",
    ),
)

CAPABILITIES = (
    Flag(
        "kube-version",
        STRING,
        "the Kubernetes version that templates see",
        value_name="version",
    ),
    Flag(
        "api-versions",
        STRINGS,
        "Kubernetes API versions that templates see besides the built-in ones; repeatable",
        "a",
        value_name="versions",
    ),
)

RELEASE_NAME = (
    Flag("name", STRING, "the release's name, as NAME before the chart", value_name="name"),
    Flag("release-name", STRING, "the same as --name", value_name="name"),
)
"""The release's name; ``template`` has the first, and Helm's switch of the second name."""

DET_VERSION = Flag(
    "det-version",
    STRING,
    "the release of Determined; by default that of the values",
    value_name="version",
)

WITHOUT_EFFECT = (
    switch("create-namespace", ""),
    Flag("description", STRING, ""),
    switch("disable-openapi-validation", ""),
    switch("force-conflicts", ""),
    switch("force-replace", ""),
    switch("force", "", deprecated="use --force-replace instead"),
    switch("replace", ""),
    switch("rollback-on-failure", ""),
    switch("atomic", "", deprecated="use --rollback-on-failure instead"),
    Flag("server-side", BOOL, "", default=True, bare="true"),
    switch("skip-crds", ""),
    switch("take-ownership", ""),
    Flag("timeout", DURATION, ""),
    Flag(
        "wait",
        WAIT,
        "",
        default="hookOnly",
        bare="watcher",
        completes="watcher|hookOnly|legacy",
    ),
    switch("wait-for-jobs", ""),
    Flag("labels", STRING_TO_STRING, "", "l"),
    switch("generate-name", "", "g"),
    switch(
        "hide-notes",
        "",
        deprecated="this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
    switch(
        "render-subchart-notes",
        "",
        deprecated="this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
    Flag("ca-file", STRING, "", completes="files"),
    Flag("cert-file", STRING, "", completes="files"),
    switch("dependency-update", ""),
    switch("devel", ""),
    switch("insecure-skip-tls-verify", ""),
    Flag("key-file", STRING, "", completes="files"),
    Flag("keyring", STRING, "", completes="files"),
    switch("pass-credentials", ""),
    Flag("password", STRING, ""),
    switch("plain-http", ""),
    Flag("username", STRING, ""),
    Flag("version", STRING, ""),
    Flag("burst-limit", INT, ""),
    Flag("color", STRING, "", default="auto", completes="auto|always|never"),
    Flag("colour", STRING, "", default="auto", completes="auto|always|never"),
    Flag("content-cache", STRING, ""),
    Flag("kube-apiserver", STRING, ""),
    Flag("kube-as-group", STRING_ARRAY, ""),
    Flag("kube-as-user", STRING, ""),
    Flag("kube-ca-file", STRING, "", completes="files"),
    switch("kube-insecure-skip-tls-verify", ""),
    Flag("kube-tls-server-name", STRING, ""),
    Flag("kube-token", STRING, ""),
    Flag("qps", FLOAT, ""),
    Flag("registry-config", STRING, "", completes="files"),
    Flag("repository-cache", STRING, "", completes="directories"),
    Flag("repository-config", STRING, "", completes="files"),
)
"""Flags of ``helm template`` that change nothing about what is rendered; accepted for scripts."""

REFUSED = (
    switch("validate", "needs a cluster", deprecated="use '--dry-run=server' instead"),
    switch("verify", "provenance files are not checked"),
    Flag("repo", STRING, "repositories are not contacted", value_name="url"),
    Flag("post-renderer", STRING, "post-renderers are plugins of Helm", value_name="plugin"),
    Flag(
        "post-renderer-args",
        STRING_ARRAY,
        "post-renderers are plugins of Helm",
        value_name="text",
    ),
)
"""Flags of ``helm template`` that cannot be honoured, with the reason."""

GLOBAL = (
    switch("debug", "print what was rendered if it is not valid YAML, and where errors come from"),
    Flag("namespace", STRING, "the release's namespace", "n"),
    Flag(
        "kubeconfig",
        STRING,
        "kubeconfig file whose current context gives the namespace if -n does not",
        value_name="file",
    ),
    Flag("kube-context", STRING, "context of the kubeconfig to take", value_name="name"),
)

_GO_SWITCHES = (
    "add-dir-header",
    "alsologtostderr",
    "legacy-stderr-threshold-behavior",
    "logtostderr",
    "one-output",
    "skip-headers",
    "skip-log-headers",
)
LOGGING = (
    *(Flag(name, "goBool", "", bare="true", hidden=True) for name in _GO_SWITCHES),
    Flag("alsologtostderrthreshold", "severity", "", hidden=True),
    Flag("log-backtrace-at", "traceLocation", "", hidden=True),
    Flag("log-dir", STRING, "", hidden=True),
    Flag("log-file", STRING, "", hidden=True),
    Flag("log-file-max-size", "uint", "", hidden=True),
    Flag("stderrthreshold", "severity", "", hidden=True),
    Flag("v", "Level", "", "v", hidden=True),
    Flag("vmodule", "moduleSpec", "", hidden=True),
)
"""Flags that Helm inherits from Kubernetes' logging library and does not show."""

EXCLUSIVE = (
    ("force", "force-conflicts"),
    ("force-replace", "force-conflicts"),
    ("validate", "dry-run"),
)
"""Groups of flags of which one at most may be given, in the order in which Helm checks them."""


def check_one_chart(positional: Sequence[str]) -> None:
    """Raise ``UsageError`` if a command was given more than a chart."""
    if len(positional) > 1:
        raise UsageError(
            f"expected at most one chart, unexpected arguments: {', '.join(positional[1:])}"
        )


def asked_release(flags: dict[str, Any]) -> DeterminedRelease | None:
    """Return the release that ``DET_VERSION`` names, None if the flag is not set.

    Raises ``UsageError`` for what is no release.
    """
    text = flags[DET_VERSION.name]
    if not text:
        return None
    from helmwright.determined.versions import DeterminedRelease

    release = DeterminedRelease.parse(text)
    if release is None:
        raise UsageError(f'--det-version is a release such as 0.38.1, not "{text}"')
    return release


def merged_values(
    flags: dict[str, Any], read: Callable[[str], bytes], *, files: bool = True
) -> dict[str, Any]:
    """Return the values that the flags in ``VALUES`` ask for.

    read: gives the content of a file by its name. files: also those of ``--values``.
    """
    if not any(flags[flag.name] for flag in VALUES):
        return {}
    from helmwright.values.files import merge_sources

    names = flags["values"] if files else ()
    return merge_sources(
        names,
        set_json=flags["set-json"],
        set_values=flags["set"],
        set_string=flags["set-string"],
        set_file=flags["set-file"],
        set_literal=flags["set-literal"],
        read=read,
        context=_context(flags, names),
    )


def _context(flags: dict[str, Any], names: Sequence[str]) -> ValuesContext | None:
    """Return what values files see that are templates; None if none is."""
    from helmwright.values.files import TEMPLATE_SUFFIX

    if not any(name.endswith(TEMPLATE_SUFFIX) for name in names):
        return None
    from helmwright.cli.values_input import values_context

    return values_context(flags)
