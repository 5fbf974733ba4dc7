"""The objects that commands of the guides name are those that the chart makes, whatever the values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from helmwright import ChartRenderer, Release, load_chart
from helmwright.values.maps import load_values

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"
BASE = "maxSlotsPerPod: 4\ninitialUserPassword: Passw0rd-7\n"
BACKUPS = "db: {kind: %s, backup: {enabled: true}}\n"
DATABASES = {
    "Deployment": BACKUPS % "Deployment",
    "StatefulSet": BACKUPS % "StatefulSet",
    "0.13.4": "detRelease: 0.13.4\n",
    "0.38.1": "detRelease: 0.38.1\n",
}
_NAMED = re.compile(r"\b(deployment|service|statefulset)[/ ](\w+-[\w-]+-det)\b")


def commands() -> list[tuple[str, str, str]]:
    """Returns the guide, kind and name of each object that a command of the guides names."""
    return sorted(
        {
            (page.name, kind, name)
            for page in GUIDES.glob("*.md")
            for line in page.read_text().splitlines()
            if "kubectl" in line
            for kind, name in _NAMED.findall(line)
        }
    )


@pytest.fixture(scope="module")
def rendered() -> dict[str, list[dict[str, Any]]]:
    renderer = ChartRenderer(load_chart(str(ROOT / "chart")))
    found = {}
    for case, more in DATABASES.items():
        values = load_values((BASE + more).encode())
        manifests = renderer.render(values, Release("det", "determined")).manifests
        found[case] = [yaml.safe_load(one.content) for one in manifests]
    return found


def names(objects: list[dict[str, Any]], kind: str) -> set[str]:
    return {one["metadata"]["name"] for one in objects if one["kind"].lower() == kind}


def test_there_are_commands_for_the_database_and_for_the_master() -> None:
    found = commands()

    assert ("upgrade-and-uninstall.md", "service", "determined-db-service-det") in found
    assert ("upgrade-and-uninstall.md", "deployment", "determined-master-deployment-det") in found


@pytest.mark.parametrize(("page", "kind", "name"), commands())
def test_a_named_object_is_there_or_the_page_says_how_it_was_called(
    page: str, kind: str, name: str, rendered: dict[str, list[dict[str, Any]]]
) -> None:
    for case, objects in rendered.items():
        misspelt = name.replace("determined", "deteremined")
        if case == "0.13.4" and misspelt in names(objects, kind):
            text = (GUIDES / page).read_text()
            assert misspelt in text or "install.md#what-is-made" in text
        else:
            assert name in names(objects, kind), case


def test_the_service_of_the_database_leads_to_its_pod_alone(
    rendered: dict[str, list[dict[str, Any]]],
) -> None:
    for case, objects in rendered.items():
        (selector,) = (
            one["spec"]["selector"].items()
            for one in objects
            if one["kind"] == "Service" and one["metadata"]["name"] == "determined-db-service-det"
        )
        chosen = [one["kind"] for one in objects if selector <= pod_labels(one).items()]
        assert chosen == ["StatefulSet" if case == "StatefulSet" else "Deployment"], case


def pod_labels(thing: dict[str, Any]) -> dict[str, str]:
    """Returns the labels of the pods that an object makes, or has as a pod itself."""
    spec = thing.get("spec") or {}
    spec = spec.get("jobTemplate", {}).get("spec", spec)
    template = thing if thing["kind"] == "Pod" else spec.get("template") or {}
    return template.get("metadata", {}).get("labels") or {}
