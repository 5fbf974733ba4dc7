"""`helm upgrade --reuse-values`: the values of the old release stand in for the chart's values.yaml.

They have no key that the upstream chart did not have, so every default of a new key has to be in the
templates as well.
"""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.chart_cases import CHART, ChartCase, load_cases
from tests.chart_rendering import Studio, rendered

EVERY = "imageRegistry enterpriseEdition imagePullSecretName masterPort useNodePortForMaster maxSlotsPerPod masterCpuRequest masterMemRequest taskContainerDefaults telemetry.enabled"
DATABASE = "name user password port storageSize cpuRequest memRequest useNodePortForDB"
STORAGE = "saveExperimentBest saveTrialBest saveTrialLatest type hostPath"
OLDEST = [
    *EVERY.split(),
    *(f"db.{key}" for key in DATABASE.split()),
    *(f"checkpointStorage.{key}" for key in STORAGE.split()),
]
NEWEST = [
    *OLDEST,
    "checkpointStorage.mountToServer",
    "createNonNamespacedObjects",
    "defaultImages.postgreSQL",
    "logColor",
    "logLevel",
    "resourceManager.clusterName",
    "resourceManager.defaultNamespace",
    "resourcePools",
]
"""The keys with a default in the upstream charts of 0.38.1 and of 0.14.5."""


@functools.cache
def studio_without_new_keys(keys: tuple[str, ...]) -> Studio:
    """Returns a studio whose chart has a values.yaml with these keys alone."""
    folder = Path(tempfile.mkdtemp(prefix="helmwright-")) / "determined"
    shutil.copytree(CHART, folder)
    values = yaml.safe_load((folder / "values.yaml").read_text())
    kept: dict[str, Any] = {}
    for key in keys:
        section, _, name = key.rpartition(".")
        source = values[section] if section else values
        (kept.setdefault(section, {}) if section else kept)[name] = source[name]
    (folder / "values.yaml").write_text(yaml.safe_dump(kept))
    studio = Studio(chart=folder)
    studio.preload()
    shutil.rmtree(folder.parent)
    return studio


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_the_values_of_an_upstream_release_give_the_same(case: ChartCase) -> None:
    if case.parent is not None or case.chart_values is not None:
        pytest.skip("brings a values.yaml of its own")
    reused = studio_without_new_keys(tuple(NEWEST)).render(case)
    assert reused.stdout == rendered(case).stdout
    assert reused.notes == rendered(case).notes


@pytest.mark.parametrize("case", load_cases(), ids=lambda case: case.name)
def test_the_values_of_an_old_upstream_release_render(case: ChartCase) -> None:
    if case.parent is not None or case.chart_values is not None:
        pytest.skip("brings a values.yaml of its own")
    kinds = [
        made["kind"] for _, made in studio_without_new_keys(tuple(OLDEST)).render(case).objects
    ]
    assert "Deployment" in kinds
