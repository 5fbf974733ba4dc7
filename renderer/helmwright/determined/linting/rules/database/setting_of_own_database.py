"""Settings of the chart's database, which it does not make with db.hostAddress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.determined.linting.rule import DETERMINED, Severity, example, rule
from helmwright.determined.linting.rules.database._database import makes_database
from helmwright.lint.finding import Related

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.determined.linting.settings import DeterminedSettings
    from helmwright.lint.finding import Problem

_OWN = (
    "kind",
    "storageSize",
    "storageClassName",
    "accessModes",
    "disablePVC",
    "existingClaim",
    "claimSuffix",
    "keepClaim",
    "pvcAnnotations",
    "cpuRequest",
    "memRequest",
    "cpuLimit",
    "memLimit",
    "maxConnections",
    "sharedBuffers",
    "extraArgs",
    "useNodePortForDB",
    "snapshotSuffix",
    "restoreSnapshotSuffix",
)
_DEFAULTS = {"storageSize": "30Gi", "cpuRequest": 2, "memRequest": "8Gi"}
"""What upstream's values.yaml sets: it is in many files without having been chosen."""


@rule(
    "setting-of-own-database",
    reads=DETERMINED,
    severity=Severity.WARNING,
    covers=("D4",),
    summary="A setting of the chart's database, which is not made with db.hostAddress",
    why="With db.hostAddress the chart makes no database, and what describes it has no effect.",
    advice="Remove the key; the size and the backup of your own database are set where it runs.",
    url="https://github.com/determined-ai/determined/blob/v0.38.1/helm/charts/determined/values.yaml",
    bad=(
        example(
            "db:\n  hostAddress: pg.example.com\n  «storageSize»: 100Gi\n  «useNodePortForDB»: true\n",
            message="db.storageSize has no effect with db.hostAddress",
        ),
        example("db:\n  hostAddress: pg.example.com\n  «claimSuffix»: old\n"),
    ),
    good=(
        example("db:\n  storageSize: 100Gi\n  disablePVC: true\n"),
        example(
            "db:\n  hostAddress: pg.example.com\n  storageSize: 30Gi\n  cpuRequest: 2\n"
            "  memRequest: 8Gi\n  useNodePortForDB: false\n"
        ),
        example(
            "db:\n  hostAddress: pg.example.com\n  backup:\n    enabled: true\n"
            "    image: postgres:16\n"
        ),
    ),
)
def check(settings: DeterminedSettings) -> Iterator[Problem]:
    """Look at the keys beside db.hostAddress that the user has changed."""
    if makes_database(settings):
        return
    defaults = settings.chart.values.get("db")
    defaults = defaults if type(defaults) is dict else {}
    host = Related(settings.span(("db", "hostAddress"), of_key=True), "the database is here")
    for key in _OWN:
        value = settings.get("db", key)
        if not value or value in (defaults.get(key), _DEFAULTS.get(key)):
            continue
        if settings.given("db", key):
            yield settings.problem(
                ("db", key),
                f"db.{key} has no effect with db.hostAddress: the chart makes no database",
                of_key=True,
                fix=f"remove {key}",
                related=[host],
            )
