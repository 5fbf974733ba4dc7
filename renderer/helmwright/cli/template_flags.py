"""Flags of ``helm template`` that other commands do not have: most change nothing about what is rendered.

Source: helm pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from helmwright.commands.flags import (
    BOOL,
    DURATION,
    FLOAT,
    INT,
    STRING,
    STRING_ARRAY,
    STRING_TO_STRING,
    WAIT,
)
from helmwright.commands.old_flags import Flag, switch

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
