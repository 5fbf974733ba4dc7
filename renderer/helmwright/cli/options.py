"""The flags that commands share, with Helm's names, defaults and help texts.

Source: helm pkg/cmd/flags.go, pkg/cmd/install.go, pkg/cli/environment.go
"""

from __future__ import annotations

from helmwright.cli.flags import (
    BOOL,
    DURATION,
    FLOAT,
    INT,
    STRING,
    STRING_ARRAY,
    STRING_TO_STRING,
    STRINGS,
    Flag,
)


def switch(name: str, text: str, short: str = "", **more: object) -> Flag:
    """Return a flag that is false unless given."""
    return Flag(name, BOOL, text, short, bare="true", **more)  # type: ignore[arg-type]


VALUES = (
    Flag(
        "values",
        STRINGS,
        "specify values in a YAML file (can specify multiple), - for standard input",
        "f",
    ),
    Flag(
        "set",
        STRING_ARRAY,
        "set values on the command line (can specify multiple or separate values with commas: key1=val1,key2=val2)",
    ),
    Flag(
        "set-string",
        STRING_ARRAY,
        "set STRING values on the command line (can specify multiple or separate values with commas: key1=val1,key2=val2)",
    ),
    Flag(
        "set-file",
        STRING_ARRAY,
        "set values from respective files specified via the command line (can specify multiple or separate values with commas: key1=path1,key2=path2)",
    ),
    Flag(
        "set-json",
        STRING_ARRAY,
        'set JSON values on the command line (can specify multiple or separate values with commas: key1=jsonval1,key2=jsonval2 or using json format: {"key1": jsonval1, "key2": "jsonval2"})',
    ),
    Flag("set-literal", STRING_ARRAY, "set a literal STRING value on the command line"),
)

WORLD = (
    Flag(
        "seed",
        INT,
        "draw everything random (passwords, keys, certificates, UUIDs) from this seed, so that the output repeats",
        value_name="int",
    ),
    Flag(
        "now",
        STRING,
        "the time that templates see, as RFC 3339 (2026-01-31T12:00:00Z)",
        value_name="time",
    ),
)

CAPABILITIES = (
    Flag("kube-version", STRING, "Kubernetes version used for Capabilities.KubeVersion"),
    Flag(
        "api-versions",
        STRINGS,
        "Kubernetes api versions used for Capabilities.APIVersions (multiple can be specified)",
        "a",
    ),
)

WITHOUT_EFFECT = (
    switch("create-namespace", "create the release namespace if not present"),
    Flag("description", STRING, "add a custom description"),
    switch("disable-openapi-validation", "do not validate against the OpenAPI schema"),
    switch("force-conflicts", "force changes against conflicts"),
    switch("force-replace", "force resource updates by replacement"),
    switch("force", "deprecated", deprecated="use --force-replace instead"),
    switch("replace", "reuse the given name"),
    switch("rollback-on-failure", "roll back upon failure"),
    switch("atomic", "deprecated", deprecated="use --rollback-on-failure instead"),
    Flag("server-side", BOOL, "run object updates in the server", default=True, bare="true"),
    switch("take-ownership", "take ownership of existing resources"),
    Flag("timeout", DURATION, "time to wait for any individual Kubernetes operation"),
    Flag("wait", STRING, "wait until resources are ready", bare="watcher"),
    switch("wait-for-jobs", "wait until all Jobs have been completed"),
    Flag("labels", STRING_TO_STRING, "labels that would be added to release metadata", "l"),
    switch(
        "hide-notes",
        "no effect",
        deprecated="this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
    switch(
        "render-subchart-notes",
        "no effect",
        deprecated="this flag has no effect for 'helm template' and will be removed in Helm 5",
    ),
)
"""Flags of ``helm template`` that change nothing about what is rendered; accepted for scripts."""

REPOSITORY = (
    Flag("ca-file", STRING, "verify certificates of repositories using this CA bundle"),
    Flag("cert-file", STRING, "identify to repositories using this certificate file"),
    switch("dependency-update", "update dependencies if they are missing"),
    switch("devel", "use development versions, too"),
    switch("insecure-skip-tls-verify", "skip certificate checks for the chart download"),
    Flag("key-file", STRING, "identify to repositories using this key file"),
    Flag("keyring", STRING, "location of public keys used for verification"),
    switch("pass-credentials", "pass credentials to all domains"),
    Flag("password", STRING, "chart repository password"),
    switch("plain-http", "use insecure HTTP connections for the chart download"),
    Flag("repo", STRING, "chart repository url where to locate the requested chart"),
    Flag("username", STRING, "chart repository username"),
    switch("verify", "verify the package before using it"),
    Flag("version", STRING, "version constraint for a chart of a repository"),
)
"""Flags that concern chart repositories, which are never contacted."""

GLOBAL = (
    Flag(
        "color",
        STRING,
        "use colored output (never, auto, always)",
        default="auto",
    ),
    Flag("colour", STRING, "use colored output (never, auto, always)", default="auto", hidden=True),
    switch("debug", "enable verbose output"),
    Flag("namespace", STRING, "namespace scope for this request", "n"),
    Flag("kubeconfig", STRING, "path to the kubeconfig file"),
    Flag("kube-context", STRING, "name of the kubeconfig context to use"),
    Flag("burst-limit", INT, "client-side default throttling limit", hidden=True),
    Flag("content-cache", STRING, "path to the directory of cached content", hidden=True),
    Flag("kube-apiserver", STRING, "address of the Kubernetes API server", hidden=True),
    Flag("kube-as-group", STRING_ARRAY, "group to impersonate", hidden=True),
    Flag("kube-as-user", STRING, "username to impersonate", hidden=True),
    Flag("kube-ca-file", STRING, "certificate authority file of the API server", hidden=True),
    switch("kube-insecure-skip-tls-verify", "do not check the API server's certificate", hidden=True),
    Flag("kube-tls-server-name", STRING, "server name for certificate validation", hidden=True),
    Flag("kube-token", STRING, "bearer token used for authentication", hidden=True),
    Flag("qps", FLOAT, "queries per second to the API server", hidden=True),
    Flag("registry-config", STRING, "path to the registry config file", hidden=True),
    Flag("repository-cache", STRING, "path to the directory of repository indexes", hidden=True),
    Flag("repository-config", STRING, "path to the file of repositories", hidden=True),
)
