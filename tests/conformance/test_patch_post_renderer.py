"""``helmwright patch`` as a post-renderer of the real Helm 4, as a plugin, and of the real Helm 3."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.conformance.peer import clean_environment

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent.parent
PLUGIN = ROOT / "plugins" / "helmwright-patch"
CHART = ROOT / "chart"
VALUES = CHART / "examples" / "minimal.yaml"
MASTER = "determined-master-deployment-det"
HOOK = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: hook
  annotations:
    helm.sh/hook: pre-install
"""
PLAIN = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: plain\n"
PATCH = f"""\
kind: Deployment
metadata:
  name: {MASTER}
spec:
  template:
    spec:
      tolerations:
      - key: gpu
        operator: Exists
"""
PATCHED = "      tolerations:\n      - key: gpu\n        operator: Exists\n"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "bin" / "helmwright"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m helmwright "$@"\n')
    program.chmod(0o755)
    (tmp_path / "patch.yaml").write_text(PATCH)
    (tmp_path / "wrong.yaml").write_text(PATCH.replace("tolerations:", "tolerationz:"))
    write_chart(tmp_path / "c")
    return tmp_path


def write_chart(folder: Path) -> None:
    (folder / "templates").mkdir(parents=True)
    (folder / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 0.1.0\n")
    (folder / "templates" / "hook.yaml").write_text(HOOK)
    (folder / "templates" / "plain.yaml").write_text(PLAIN)


def call(helm: Path, place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **clean_environment(place / "home"),
        "PATH": f"{place / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT / "renderer"),
        "HELMWRIGHT_CACHE": "off",
    }
    return subprocess.run(
        [str(helm), *arguments], capture_output=True, text=True, check=False, env=environment
    )


def install_plugin(helm: Path, place: Path) -> None:
    done = call(helm, place, "plugin", "install", str(PLUGIN))
    assert done.returncode == 0, done.stderr


def renderer_4(*arguments: str) -> list[str]:
    return _flags("helmwright-patch", arguments)


def renderer_3(*arguments: str) -> list[str]:
    return _flags("helmwright", ["patch", *arguments])


def wrapper_3(*arguments: str) -> list[str]:
    return _flags(str(PLUGIN / "helmwright-patch"), arguments)


def _flags(name: str, arguments: Sequence[str]) -> list[str]:
    flags = [f"--post-renderer={name}"]
    for argument in arguments:
        flags += ["--post-renderer-args", argument]
    return flags


def documents(text: str) -> dict[str, str]:
    found = {}
    for part in text.split("\n---\n"):
        lines = part.splitlines()
        kind = next((line for line in lines if line.startswith("kind: ")), "")
        name = next((line for line in lines if line.startswith("  name: ")), "")
        found[f"{kind} {name}"] = part
    return found


def test_helm_4_passes_manifests_through_the_plugin(helm: Path, place: Path) -> None:
    install_plugin(helm, place)
    template = ["template", "det", str(CHART), "-f", str(VALUES)]

    plain = call(helm, place, *template)
    patched = call(helm, place, *template, *renderer_4("--patch=patch.yaml"))

    assert (patched.returncode, patched.stderr) == (0, "")
    before, after = documents(plain.stdout), documents(patched.stdout)
    assert before.keys() == after.keys()
    assert PATCHED in after[f"kind: Deployment   name: {MASTER}"]
    assert patched.stdout.count(PATCHED) == 1
    assert "postrenderer.helm.sh" not in patched.stdout
    assert "# Source: determined/templates/master-deployment.yaml" in patched.stdout


@pytest.mark.parametrize("renderer", [renderer_3, wrapper_3])
def test_helm_3_passes_manifests_through_the_program(helm3: Path, place: Path, renderer) -> None:
    template = ["template", "det", str(CHART), "-f", str(VALUES)]

    plain = call(helm3, place, *template)
    patched = call(helm3, place, *template, *renderer("--patch", "patch.yaml"))

    assert (patched.returncode, patched.stderr) == (0, "")
    before, after = documents(plain.stdout), documents(patched.stdout)
    assert before.keys() == after.keys()
    changed = [name for name in before if before[name] != after[name]]
    assert changed == [f"kind: Deployment   name: {MASTER}"]
    assert PATCHED in after[changed[0]]


def test_helm_3_finds_a_patched_document_by_its_template(helm3: Path, place: Path) -> None:
    template = ["template", "det", str(CHART), "-f", str(VALUES)]
    show = ["--show-only", "templates/master-deployment.yaml"]

    done = call(helm3, place, *template, *show, *renderer_3("--patch", "patch.yaml"))

    assert (done.returncode, done.stderr) == (0, "")
    assert PATCHED in done.stdout


def test_helm_4_patches_hooks_and_helm_3_does_not(helm: Path, helm3: Path, place: Path) -> None:
    install_plugin(helm, place)
    patch = "{kind: ConfigMap, metadata: {name: hook}, data: {patched: 'yes'}}"
    arguments = ["--patch-inline", patch]

    four = call(helm, place, "template", "r", "c", *renderer_4(*arguments))
    three = call(helm3, place, "template", "r", "c", *renderer_3(*arguments))

    assert 'patched: "yes"' in four.stdout
    assert three.returncode == 1
    assert "the patch is for nothing here: no kind ConfigMap, name hook" in three.stderr
    passed = call(helm3, place, "template", "r", "c", *renderer_3(*arguments, "--allow-missing"))
    assert passed.returncode == 0
    assert "name: hook" in passed.stdout


def test_both_helms_show_why_a_patch_is_refused(helm: Path, helm3: Path, place: Path) -> None:
    install_plugin(helm, place)
    template = ["template", "det", str(CHART), "-f", str(VALUES)]

    for binary, renderer in ((helm, renderer_4), (helm3, renderer_3), (helm3, wrapper_3)):
        done = call(binary, place, *template, *renderer("--patch=wrong.yaml"))
        assert done.returncode == 1
        assert "wrong.yaml:7:7:\nError: cannot patch Deployment " in done.stderr
        assert 'PodSpec has no field "tolerationz"' in done.stderr


def test_helm_4_keeps_documents_with_their_templates(helm: Path, place: Path) -> None:
    install_plugin(helm, place)
    patch = "{target: {name: plain|hook}, patch: [{op: add, path: /metadata/annotations, value: {a: b}}]}"

    done = call(helm, place, "template", "r", "c", *renderer_4("--patch-inline", patch))

    assert "# Source: c/templates/hook.yaml" in done.stdout
    assert "generated-by-postrender" not in done.stdout
