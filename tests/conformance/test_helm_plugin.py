"""``helm wright``: the plugin under the real Helm 4 and the real Helm 3."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.peer import clean_environment

if TYPE_CHECKING:
    from collections.abc import Callable

    Call = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).resolve().parent.parent.parent
PLUGIN = ROOT / "plugins" / "helmwright"
TEMPLATE = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
  namespace: {{ .Release.Namespace }}
data:
  port: {{ .Values.port | quote }}
"""


@pytest.fixture(params=["helm", "helm3"])
def wright(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    """Returns a call of one of the helms, with the plugin in a folder of its own."""
    helm: Path = request.getfixturevalue(request.param)
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "bin" / "helmwright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    program.chmod(0o755)
    chart = tmp_path / "web"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    (chart / "values.yaml").write_text("port: 80\n")
    (chart / "templates" / "map.yaml").write_text(TEMPLATE)
    environment = {
        **clean_environment(tmp_path / "home"),
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HELMWRIGHT_CACHE": "off",
    }

    def call(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(helm), *arguments],
            capture_output=True,
            text=True,
            check=False,
            env={**environment, **more},
        )

    done = call("plugin", "install", str(PLUGIN))
    assert done.returncode == 0, done.stderr
    return call


def test_plugin_is_listed(wright: Call) -> None:
    assert "wright" in wright("plugin", "list").stdout


def test_renders_what_helm_renders_with_the_namespace_that_helm_took_away(wright: Call) -> None:
    arguments = ["template", "web", "./web", "-n", "ml", "--set", "port=8080"]

    ours, theirs = wright("wright", *arguments), wright(*arguments)

    assert (ours.returncode, ours.stderr) == (0, "")
    assert ours.stdout == theirs.stdout
    assert "namespace: ml" in ours.stdout


def test_lints_and_gives_the_exit_code_on(wright: Call) -> None:
    done = wright("wright", "lint", "./web", "--select", "no-such-rule")

    assert done.returncode in (1, 64)
    assert "no-such-rule" in done.stderr


def test_lints_a_chart_in_a_namespace(wright: Call, tmp_path: Path) -> None:
    (tmp_path / "web" / "templates" / "map.yaml").write_text(
        '{{ if ne .Release.Namespace "ml" }}{{ fail "wrong namespace" }}{{ end }}' + TEMPLATE
    )

    assert "wrong namespace" not in wright("wright", "lint", "./web", "-n", "ml").stdout
    assert "wrong namespace" in wright("wright", "lint", "./web").stdout


def test_compares_values(wright: Call) -> None:
    done = wright(
        "wright",
        "diff",
        "values",
        "./web",
        "--to-set",
        "port=81",
        "--detailed-exitcode",
        "-n",
        "ml",
    )

    assert done.returncode == 2, done.stderr
    assert "81" in done.stdout


def test_debug_reaches_the_program(wright: Call, tmp_path: Path) -> None:
    (tmp_path / "web" / "templates" / "broken.yaml").write_text("a: [\n")

    plain = wright("wright", "template", "./web")
    loud = wright("wright", "template", "./web", "--debug")

    assert "Use --debug flag to render out invalid YAML" in plain.stderr
    assert "a: [" in loud.stdout


def test_says_what_to_install_if_the_program_is_missing(wright: Call) -> None:
    done = wright("wright", "version", HELMWRIGHT="/nowhere/helmwright")

    assert done.returncode == 1
    assert "install helmwright with pip" in done.stderr


def test_can_be_removed(wright: Call) -> None:
    assert wright("plugin", "uninstall", "wright").returncode == 0
    assert wright("wright", "version").returncode != 0


@pytest.mark.parametrize("wright", ["helm3"], indirect=True)
def test_helm_3_beside_a_plugin_for_helm_4_says_what_the_guide_says(
    wright: Call, tmp_path: Path
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    for name in ("helmwright", "helmwright-patch"):
        (folder / name).symlink_to(ROOT / "plugins" / name)
    complaint = 'json: unknown field "apiVersion"'
    guide = (ROOT / "docs/guides/diff-in-ci.md").read_text()

    shared = wright("wright", "version", HELM_PLUGINS=str(folder))
    listed = wright("plugin", "list", HELM_PLUGINS=str(folder))
    rendered = wright("template", "web", "./web", HELM_PLUGINS=str(folder))
    (folder / "helmwright-patch").unlink()
    alone = wright("wright", "version", HELM_PLUGINS=str(folder))

    assert shared.returncode == 1
    assert complaint in shared.stderr
    assert complaint in guide
    assert 'Error: unknown command "wright" for "helm"' in shared.stderr
    assert 'Error: unknown command "wright" for "helm"' in guide
    assert listed.returncode == 1
    assert (rendered.returncode, complaint in rendered.stderr) == (0, True)
    assert (alone.returncode, alone.stderr) == (0, "")


def test_plugins_for_helm_4_are_for_helm_4(wright: Call, request: pytest.FixtureRequest) -> None:
    done = wright("plugin", "install", str(ROOT / "plugins" / "helmwright-patch"))

    if "helm3" in request.node.name:
        assert "plugin is installed but unusable" in done.stderr
    else:
        assert done.returncode == 0
        assert "helmwright-patch" in wright("plugin", "list").stdout
