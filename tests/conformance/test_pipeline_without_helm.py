"""A machine that has only Python builds and renders public charts with remote dependencies, as the real helm does.

The wheel is installed into an environment of its own, whose folder of programs is all of PATH: no helm, no go. The
charts are public, their Chart.yaml and locks as they were published, and their repositories are served by a mirror
on the loopback under their own URLs. Those of ``IN_MODULES`` come with the sources of Helm and of helm-unittest, and
so do the archives that they depend on: MariaDB, PostgreSQL and cert-manager as the stable repository and Jetstack's
served them, and Helm's own. HELMWRIGHT_CHARTS names a folder with clones of more public repositories, as OWNER/NAME
or OWNER_NAME: then each chart of ``IN_CLONES`` is done, too, with subcharts that the real helm packs.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from tests.conformance import unittest_peer
from tests.conformance.mirror import Mirror
from tests.conformance.peer import MODULE, VERSION, clean_environment

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).resolve().parent.parent.parent
_CHARTS = os.environ.get("HELMWRIGHT_CHARTS", "")
_TESTCHARTS = "pkg/cmd/testdata/testcharts"
_STABLE = "https://charts.helm.sh/stable/"
_EXAMPLE = "https://example.com/charts"
_PASSWORDS = ("--set", "postgresql.postgresPassword=p,another-postgresql.postgresPassword=p")
_OUT_OF_SYNC = "is out of sync with the dependencies file"
_CHANCE = re.compile(rb"(?m)^generated: .*$|(?<=-test-)[a-z0-9]{5}\b")
"""When a lock was written, and the end of the name of a pod that tests MariaDB."""
_PROMETHEUS = "https://prometheus-community.github.io/helm-charts"


class Public(NamedTuple):
    """A public chart: its repository and folder, and the charts that it depends on.

    served: repositories, each with folders or archives in the same place. flags: what it needs to render.
    """

    source: str
    folder: str
    served: dict[str, tuple[str, ...]]
    flags: tuple[str, ...] = ()


_FROBNITZ = "pkg/chart/v2/loader/testdata/frobnitz/charts"
_UNITTEST = "test/data/v3/with-subchart"
IN_MODULES = {
    "cert-manager-and-postgresql": Public(
        unittest_peer.MODULE,
        _UNITTEST,
        {
            "https://kubernetes-charts.storage.googleapis.com": (
                f"{_UNITTEST}/charts/postgresql-0.8.3.tgz",
            ),
            "https://charts.jetstack.io": (f"{_UNITTEST}/charts/cert-manager-v1.15.0.tgz",),
        },
        _PASSWORDS,
    ),
    "postgresql": Public(
        unittest_peer.MODULE,
        "test/data/v3/with-helm-tests",
        {
            "https://kubernetes-charts.storage.googleapis.com": (
                f"{_UNITTEST}/charts/postgresql-0.8.3.tgz",
            )
        },
        _PASSWORDS,
    ),
    "mariadb": Public(
        MODULE,
        "pkg/action/testdata/charts/chart-missing-deps",
        {
            _STABLE: (
                "pkg/action/testdata/charts/chart-with-compressed-dependencies/charts/mariadb-4.3.1.tgz",
            )
        },
        ("--set", "mariadb.rootUser.password=r,mariadb.replication.password=p"),
    ),
    "missing-deps": Public(
        MODULE,
        f"{_TESTCHARTS}/chart-missing-deps",
        {
            _EXAMPLE: tuple(
                f"{_TESTCHARTS}/reqtest/charts/{name}" for name in ("reqsubchart", "reqsubchart2")
            )
        },
    ),
    "frobnitz": Public(
        MODULE,
        "pkg/chart/v2/loader/testdata/frobnitz",
        {_EXAMPLE: (f"{_FROBNITZ}/alpine", f"{_FROBNITZ}/mariner-4.3.2.tgz")},
    ),
    "aliases": Public(
        MODULE,
        "pkg/chart/v2/util/testdata/dependent-chart-alias",
        {_EXAMPLE: (f"{_FROBNITZ}/alpine", f"{_FROBNITZ}/mariner-4.3.2.tgz")},
    ),
    "mariner": Public(
        MODULE,
        "pkg/chart/v2/loader/testdata/mariner",
        {
            "https://example.com/mariner/charts": (
                "pkg/chart/v2/loader/testdata/mariner/charts/albatross-0.1.0.tgz",
            )
        },
    ),
    "reqtest": Public(
        MODULE,
        f"{_TESTCHARTS}/reqtest",
        {
            _EXAMPLE: tuple(
                f"{_TESTCHARTS}/reqtest/charts/{name}"
                for name in ("reqsubchart", "reqsubchart2", "reqsubchart3-0.2.0.tgz")
            )
        },
    ),
}
IN_CLONES = {
    "prometheus": Public(
        "prometheus-community/helm-charts",
        "charts/prometheus",
        {
            _PROMETHEUS: tuple(
                f"charts/{name}"
                for name in (
                    *("alertmanager", "kube-state-metrics"),
                    *("prometheus-node-exporter", "prometheus-pushgateway"),
                )
            )
        },
    ),
    "newrelic-logging": Public(
        "newrelic/helm-charts",
        "charts/newrelic-logging",
        {"https://helm-charts.newrelic.com": ("library/common-library",)},
    ),
    "nr-ebpf-agent": Public(
        "newrelic/helm-charts",
        "charts/nr-ebpf-agent",
        {"https://helm-charts.newrelic.com": ("library/common-library",)},
        ("--set", "licenseKey=k", "--set", "cluster=c"),
    ),
    "datadog-operator": Public(
        "DataDog/helm-charts",
        "charts/datadog-operator",
        {"https://helm.datadoghq.com": ("charts/datadog-crds",)},
    ),
    "rocketchat": Public(
        "helm/charts",
        "stable/rocketchat",
        {_STABLE: ("stable/mongodb",)},
        (
            "--set",
            "mongodb.mongodbPassword=p",
            "--set",
            "mongodb.mongodbRootPassword=r,mongodb.replicaSet.key=k",
        ),
    ),
}
_UNREADABLE = ("frobnitz", "aliases", "cert-manager-and-postgresql")
"""Charts that Helm builds and does not render: a template is a sentence, or not YAML, for the tests of their projects."""
ALL = {**IN_MODULES, **(IN_CLONES if _CHARTS else {})}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the program of an environment that has this project's wheel, and nothing else but what it needs."""
    folder = tmp_path_factory.mktemp("machine") / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "--quiet", "install"]
    subprocess.run([*pip, str(_ROOT)], check=True)
    found = folder / "bin" / "helmwright"
    for other in ("helm", "go"):
        assert shutil.which(other, path=str(found.parent)) is None
    return found


@pytest.fixture
def mirror(tmp_path: Path, helm: Path) -> Iterator[Mirror]:
    with Mirror(tmp_path / "mirror", helm) as running:
        yield running


def _place(source: str) -> Path:
    """Returns the folder of a repository."""
    if source == unittest_peer.MODULE:
        return unittest_peer.module_folder()
    if source == MODULE:
        asked = ["go", "mod", "download", "-json", f"{MODULE}@{VERSION}"]
        done = subprocess.run(asked, capture_output=True, text=True, check=True, cwd="/")
        return Path(json.loads(done.stdout)["Dir"])
    places = [Path(_CHARTS, source), Path(_CHARTS, source.replace("/", "_"))]
    found = next((one for one in places if one.is_dir()), None)
    assert found is not None, f"{_CHARTS} has no clone of {source}"
    return found


def _copy(chart: Path, target: Path, dropped: set[str]) -> Path:
    """Copies a chart without the dependencies that are to be fetched."""
    shutil.copytree(chart, target, copy_function=shutil.copyfile, symlinks=True)
    for place, _, _ in os.walk(target):  # those of modules are read-only
        Path(place).chmod(0o755)
    for path in (target / "charts").glob("*"):
        if any(path.name == name or path.name.startswith(f"{name}-") for name in dropped):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    return target


class Outcome(NamedTuple):
    """What a program makes of a chart: what it refuses to build, the files, and what it renders, or why not."""

    refusal: str
    code: int
    files: dict[str, bytes]
    rendered: bytes


def _outcome(
    command: str, environment: dict[str, str], chart: Path, more: list[str], flags: tuple[str, ...]
) -> Outcome:
    """Builds and renders a chart; where the lock is out of date, it is updated as the refusal says."""

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(
            [command, *arguments],
            cwd=chart.parent,
            env=environment,
            capture_output=True,
            check=False,
        )

    built = run("dependency", "build", chart.name, *more)
    said = built.stderr.decode()
    refusal = said[said.find("Error:") :] if built.returncode else ""
    if refusal:
        assert _OUT_OF_SYNC in refusal, refusal
        updated = run("dependency", "update", chart.name)
        assert updated.returncode == 0, updated.stderr.decode()
    rendered = run("template", "demo", chart.name, "--namespace", "shop", *flags)
    files = {
        str(path.relative_to(chart)): _CHANCE.sub(b"", path.read_bytes())
        for path in sorted(chart.rglob("*"))
        if path.is_file()
    }
    error = rendered.stderr[rendered.stderr.find(b"Error:") :]
    return Outcome(
        refusal,
        rendered.returncode,
        files,
        error if rendered.returncode else _CHANCE.sub(b"", rendered.stdout),
    )


@pytest.mark.parametrize("name", ALL)
def test_only_python_builds_and_renders_what_helm_does(
    name: str, program: Path, helm: Path, mirror: Mirror, tmp_path: Path
) -> None:
    public = ALL[name]
    place = _place(public.source)
    dropped = set()
    for url, charts in public.served.items():
        mirror.put(url, [place / chart for chart in charts])
        for path in map(Path, charts):
            dropped.add(path.stem.rpartition("-")[0] if path.suffix == ".tgz" else path.name)
    outcomes = {}
    for who in ("helm", "added", "missing"):
        base = tmp_path / who
        environment = {**clean_environment(base / "home"), **mirror.environment}
        chart = _copy(place / public.folder, base / "chart", dropped)
        command = str(helm)
        if who != "helm":
            environment["PATH"] = str(program.parent)
            command = str(program)
        for number, url in enumerate(public.served if who != "missing" else ()):
            added = [command, "repo", "add", f"r{number}", url, "--allow-deprecated-repos"]
            subprocess.run(added, env=environment, check=True, capture_output=True)
        mirror.requests.clear()
        more = ["--add-missing"] if who == "missing" else []
        outcomes[who] = _outcome(command, environment, chart, more, public.flags)
        assert [one for one in mirror.requests if one.endswith(".tgz")]

    assert outcomes["added"] == outcomes["helm"]
    assert outcomes["missing"] == outcomes["helm"]
    assert any(path.startswith("charts/") for path in outcomes["helm"].files)
    assert outcomes["helm"].code == (1 if name in _UNREADABLE else 0), outcomes["helm"].rendered
