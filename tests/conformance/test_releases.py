"""Releases that the real helm 3 and 4 store are decoded as helm itself decodes them."""

from __future__ import annotations

import base64
import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest
from tests.conformance.peer import go_program

from helmwright import ChartRenderer, Release, load_chart
from helmwright.diff import diff_release
from helmwright.releases.storage import choose_release, read_releases

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.releases.model import StoredRelease

CHART = {
    "Chart.yaml": (
        "apiVersion: v2\nname: web\nversion: 1.2.3\nappVersion: '2.0'\n"
        "annotations: {team: ml}\nkeywords: [a, b]\n"
        "dependencies:\n- {name: db, version: 0.1.0, alias: store}\n"
    ),
    "charts/db/Chart.yaml": "apiVersion: v2\nname: db\nversion: 0.1.0\n",
    "charts/db/values.yaml": "deep: 1\n",
    "charts/db/templates/c.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: db}\ndata: {deep: '{{ .Values.deep }}'}\n"
    ),
    "values.yaml": "size: 1\nratio: 0.25\nname: ünïcode\n",
    "values.schema.json": '{"properties": {"size": {"type": "integer"}}}',
    "files/note.txt": "read me\n",
    "templates/NOTES.txt": "Hello {{ .Release.Name }}, {{ .Values.name }}\n",
    "templates/all.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\n"
        "data: {size: '{{ .Values.size }}', name: '{{ .Values.name }}'}\n---\n"
        "apiVersion: batch/v1\nkind: Job\nmetadata:\n  name: migrate\n  annotations:\n"
        "    helm.sh/hook: pre-upgrade,post-install\n    helm.sh/hook-weight: '-5'\n"
        "    helm.sh/hook-delete-policy: hook-succeeded\nspec: {}\n---\n"
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: try\n"
        "  annotations: {helm.sh/hook: test}\nspec: {}\n"
    ),
}
VALUES = "size: 7\npassword: s3cr3t\nstore: {deep: 12345678901}\nlist: [1, 1.5, null, text]\n"
KINDS = (
    ("-helm=3", "-driver=secret"),
    ("-helm=3", "-driver=configmap"),
    ("-helm=4", "-driver=secret"),
    ("-helm=4", "-driver=configmap"),
    ("-helm=4", "-driver=secret", "-client-side"),
)


@pytest.fixture(scope="module")
def oracle_of_releases() -> Path:
    """Returns the program, built from its pinned modules if needed."""
    return go_program("releases_oracle")


@pytest.fixture
def chart(tmp_path: Path) -> Path:
    for name, text in CHART.items():
        path = tmp_path / "web" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "values.yaml").write_text(VALUES)
    return tmp_path / "web"


@pytest.fixture(params=KINDS, ids=" ".join)
def outcome(request: pytest.FixtureRequest, chart: Path, oracle_of_releases: Path) -> Any:
    values = chart.parent / "values.yaml"
    done = subprocess.run(
        [str(oracle_of_releases), *request.param, f"-chart={chart}", f"-values={values}"],
        capture_output=True,
        check=True,
    )
    return {**json.loads(done.stdout), "kind": request.param}


def as_stored(release: StoredRelease) -> dict[str, Any]:
    """Return a release as Go writes its JSON: without what is blank."""
    chart = release.chart
    assert chart is not None
    found: dict[str, Any] = {
        "name": release.name,
        "namespace": release.namespace,
        "version": release.revision,
        "status": release.status,
        "description": release.description,
        "first_deployed": release.first_deployed,
        "last_deployed": release.last_deployed,
        "notes": release.notes,
        "apply_method": release.apply_method,
        "config": release.config or {},
        "manifest": release.manifest,
        "metadata": chart.metadata,
        "values": chart.values,
        "schema": chart.schema,
        "templates": chart.templates,
        "files": chart.files,
    }
    found["hooks"] = [
        {
            "name": hook.name,
            "kind": hook.kind,
            "path": hook.path,
            "manifest": hook.manifest,
            "events": list(hook.events),
            "weight": hook.weight,
            "delete_policies": list(hook.delete_policies),
        }
        for hook in release.hooks or ()
    ]
    return found


def as_read(release: dict[str, Any]) -> dict[str, Any]:
    """Return the same of what helm has decoded."""
    info, chart = release["info"], release["chart"]
    found = {name: release.get(name, "") for name in ("name", "namespace", "apply_method")}
    names = ("status", "description", "first_deployed", "last_deployed", "notes")
    found |= {name: info.get(name, "") for name in names}
    found |= {"version": release["version"], "config": release.get("config") or {}}
    found |= {"manifest": release["manifest"], "metadata": chart["metadata"]}
    found |= {"values": chart["values"], "schema": base64.b64decode(chart["schema"])}
    for part in ("templates", "files"):
        found[part] = {one["name"]: base64.b64decode(one["data"]) for one in chart[part]}
    blank = {"weight": 0, "delete_policies": [], "events": []}
    wanted = ("name", "kind", "path", "manifest", "events", "weight", "delete_policies")
    found["hooks"] = [
        {name: one.get(name, blank.get(name)) for name in wanted} for one in release["hooks"]
    ]
    return found


def test_stored_releases_are_decoded_as_helm_does(outcome: dict[str, Any]) -> None:
    releases = read_releases(json.dumps(outcome["stored"]).encode(), "releases.json")
    by_revision = {one.revision: one for one in releases}

    assert sorted(by_revision) == [1, 2, 3]
    for read in outcome["read"]:
        assert as_stored(by_revision[read["version"]]) == as_read(read)
    assert by_revision[1].labels == {"team": "ml"}
    assert [by_revision[number].status for number in (1, 2, 3)] == [
        "superseded",
        "deployed",
        "failed",
    ]
    method = "" if "-helm=3" in outcome["kind"] else "ssa"
    method = "csa" if "-client-side" in outcome["kind"] else method
    assert {one.apply_method for one in releases} == {method}


def test_a_stored_release_is_what_its_chart_renders_to(
    outcome: dict[str, Any], chart: Path
) -> None:
    releases = read_releases(json.dumps(outcome["stored"]).encode(), "releases.json")
    release, notes = choose_release(releases)

    report = diff_release(release, str(chart))

    assert release.revision == 2
    assert notes == (
        "revision 3 is failed and newer than revision 2, which is compared; --revision 3 compares it",
    )
    assert not report.differs
    assert report.unchanged == 3


@pytest.mark.parametrize("debug", [False, True])
def test_the_text_of_a_dry_run_is_read(
    helm: Path, chart: Path, tmp_path: Path, *, debug: bool
) -> None:
    """Helm 3 asks a cluster for its version first; what it prints is the same."""
    values = chart.parent / "values.yaml"
    flags = ["--debug"] if debug else []
    done = subprocess.run(
        [str(helm), "install", "demo", str(chart), "-f", str(values), "--dry-run=client", *flags],
        capture_output=True,
        check=True,
        env={"HOME": str(tmp_path), "PATH": "", "TZ": "UTC"},
    )

    (release,) = read_releases(done.stdout, "dry-run.txt")

    rendered = ChartRenderer(load_chart(str(chart))).render(release.config or {}, Release("demo"))
    assert (release.name, release.status) == ("demo", "pending-install")
    assert release.notes == "Hello demo, ünïcode"
    assert release.hooks is not None
    assert [hook.name for hook in release.hooks] == [hook.name for hook in rendered.hooks]
    assert (release.config is not None) == debug
    if release.config is not None:
        assert release.config["store"] == {"deep": 12345678901.0}
        texts = [manifest.content for manifest in rendered.manifests]
        assert [text for text in texts if text.strip() not in release.manifest] == []
