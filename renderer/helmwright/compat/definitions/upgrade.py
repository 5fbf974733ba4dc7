"""What an upgrade that the server applies refuses, conflicts with, or sees for the first time."""

from __future__ import annotations

from helmwright.compat.definitions.model import Definition
from helmwright.lint.finding import Severity

_GROUP = "upgrade"
_APPLY = "https://kubernetes.io/docs/reference/using-api/server-side-apply/"
_HELM = "https://helm.sh/docs/overview/"

DEFINITIONS = (
    Definition(
        "apply-duplicate-key",
        _GROUP,
        Severity.ERROR,
        "A list has two items with the same key",
        "Server-side apply cannot tell the items apart and refuses the object. A client-side upgrade merges them, and the "
        "last one wins. Variables that are overridden by naming them twice are the usual case.",
        "Give each item once: the one that won.",
        f"{_APPLY}#merge-strategy",
    ),
    Definition(
        "apply-unknown-field",
        _GROUP,
        Severity.ERROR,
        "An object has a field that its kind does not have",
        "Server-side apply refuses the object; Helm 3 warns, and the field is dropped.",
        "Rename the field to one that the kind has, or leave it out.",
        _APPLY,
    ),
    Definition(
        "apply-wrong-type",
        _GROUP,
        Severity.ERROR,
        "A field has a value of another type",
        "The server refuses the object, whoever sends it; only the words are others.",
        "Quote what must be a string, and do not quote numbers and booleans.",
        _APPLY,
    ),
    Definition(
        "apply-conflict",
        _GROUP,
        Severity.ERROR,
        "A field has another owner in the cluster",
        "Whoever set the field with another value owns it: the server refuses to apply over it. Helm 3 sets its own value "
        "without a word.",
        "Do not render the field, or take it over with --force-conflicts.",
        f"{_APPLY}#conflicts",
    ),
    Definition(
        "recreate-strategy",
        _GROUP,
        Severity.INFO,
        "A Deployment is to be recreated",
        "If the installed one has the strategy RollingUpdate and was applied by the server, the server's default of "
        "rollingUpdate belongs to nobody, and apply cannot remove it: the upgrade is refused.",
        "Do that one upgrade with --server-side=false.",
        "https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#strategy",
    ),
    Definition(
        "upgrade-refused",
        _GROUP,
        Severity.ERROR,
        "The server refuses a change that Helm 3 makes",
        "What the server has filled in belongs to nobody when it applies, and stays; together with the new fields it is "
        "refused. The patch of Helm 3 takes it away.",
        "Do that one upgrade with --server-side=false, or delete the object before.",
        _APPLY,
    ),
    Definition(
        "object-twice",
        _GROUP,
        Severity.WARNING,
        "The chart renders an object twice",
        "Helm 3 stops with 'already exists'; Helm 4 lets the second replace the first without a word.",
        "Give the objects different names, or leave one out.",
        "https://helm.sh/docs/chart_best_practices/templates/",
    ),
    Definition(
        "hook-post-rendered",
        _GROUP,
        Severity.INFO,
        "A post-renderer gets hooks, too",
        "In Helm 3 a post-renderer never saw hooks. In Helm 4 it does, so that patches for all objects change them.",
        "Let the patches leave out objects with the annotation helm.sh/hook.",
        "https://helm.sh/docs/topics/advanced/#post-rendering",
    ),
    Definition(
        "wait-permissions",
        _GROUP,
        Severity.INFO,
        "--wait needs to list and watch what is rendered",
        "--wait of Helm 4 watches every object, custom resources too, and ReplicaSets and Pods. Whoever installs with a "
        "narrow Role waits in vain, until the timeout.",
        "Grant what 'helmwright compat --print-role' prints, or wait with --wait=legacy.",
        "https://helm.sh/docs/helm/helm_upgrade/",
    ),
    Definition(
        "release-client-side",
        _GROUP,
        Severity.INFO,
        "The release goes on being applied by the client",
        "Helm 4 upgrades a release as it was applied before. What the server refuses shows with --server-side=true, or when "
        "the chart is installed anew.",
        "Move when the errors here are mended: helm upgrade --server-side=true.",
        _HELM,
    ),
)
