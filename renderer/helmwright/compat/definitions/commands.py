"""What calls of Helm in scripts mean otherwise."""

from __future__ import annotations

from helmwright.compat.definitions.model import Definition
from helmwright.lint.finding import Severity

_GROUP = "commands"
_UPGRADE = "https://helm.sh/docs/helm/helm_upgrade/"

DEFINITIONS = (
    Definition(
        "flag-renamed",
        _GROUP,
        Severity.WARNING,
        "A flag has another name",
        "The old name still works and warns. --force-replace, which --force now is, fails on releases that the server applied.",
        "Write the new name, once every machine that runs the script has Helm 4.",
        _UPGRADE,
    ),
    Definition(
        "flag-gone",
        _GROUP,
        Severity.ERROR,
        "A flag is gone",
        "Helm 4 stops with 'unknown flag'.",
        "Leave the flag out.",
        "https://helm.sh/docs/helm/helm/",
    ),
    Definition(
        "flag-value",
        _GROUP,
        Severity.WARNING,
        "A flag takes other values",
        "--dry-run and --wait are no booleans any more. Booleans work and warn.",
        "Write the value in words.",
        _UPGRADE,
    ),
    Definition(
        "flag-without-effect",
        _GROUP,
        Severity.INFO,
        "A flag does nothing",
        "It is still accepted, and will go.",
        "Leave the flag out.",
        "https://helm.sh/docs/helm/helm_template/",
    ),
    Definition(
        "post-renderer-program",
        _GROUP,
        Severity.ERROR,
        "A post-renderer is a program",
        "--post-renderer of Helm 4 takes the name of a plugin of type postrenderer/v1, and stops for anything else.",
        "Put the program into a plugin: a folder with plugin.yaml, installed with 'helm plugin install'.",
        "https://helm.sh/docs/topics/advanced/#post-rendering",
    ),
    Definition(
        "plugin-not-verified",
        _GROUP,
        Severity.ERROR,
        "A plugin is installed without --verify=false",
        "Helm 4 verifies the signature of what it installs, and a git repository has none.",
        "Install a signed archive, or say --verify=false.",
        "https://helm.sh/docs/helm/helm_plugin_install/",
    ),
    Definition(
        "registry-path",
        _GROUP,
        Severity.ERROR,
        "A login names more than a host",
        "'helm registry login' of Helm 4 takes a host, with a port if need be.",
        "Leave scheme and path out.",
        "https://helm.sh/docs/helm/helm_registry_login/",
    ),
    Definition(
        "lint-without-chart",
        _GROUP,
        Severity.ERROR,
        "'helm lint' is called without a path",
        "Helm 3 lints the current folder; Helm 4 stops.",
        "Write 'helm lint .'.",
        "https://helm.sh/docs/helm/helm_lint/",
    ),
    Definition(
        "list-of-all-statuses",
        _GROUP,
        Severity.INFO,
        "'helm list' lists releases in any status",
        "Helm 3 lists those that are deployed or failed. A script that goes through the list sees pending, superseded and "
        "uninstalled ones in Helm 4.",
        "Say which ones are meant: helm list --deployed --failed.",
        "https://helm.sh/docs/helm/helm_list/",
    ),
)
