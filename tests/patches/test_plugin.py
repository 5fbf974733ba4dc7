"""The plugin for Helm 4: what its manifest says; the real Helm runs it in tests/conformance."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from helmwright.go.yaml_read import load_map

PLUGIN = Path(__file__).resolve().parent.parent.parent / "plugins" / "helmwright-patch"
PROGRAM = PLUGIN / "helmwright-patch"

pytestmark = pytest.mark.skipif(not PLUGIN.exists(), reason="an installed package has no plugins")


def test_the_manifest_names_the_program() -> None:
    manifest = load_map((PLUGIN / "plugin.yaml").read_bytes())
    commands = manifest.pop("runtimeConfig")["platformCommand"]

    assert manifest == {
        "apiVersion": "v1",
        "name": PLUGIN.name,
        "version": "0.1.0",
        "type": "postrenderer/v1",
        "runtime": "subprocess",
        "config": {},
    }
    assert commands[0] == {"command": "${HELM_PLUGIN_DIR}/" + PROGRAM.name}


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="the system has no /proc")
@pytest.mark.parametrize("name", ["", "helmwright-patch"])
def test_the_program_passes_arguments_on_and_errors_to_helm(tmp_path: Path, name: str) -> None:
    echo = tmp_path / "echo"
    echo.write_text('#!/bin/sh\nprintf "<%s>" "$@"\nprintf wrong >&2\nexit 3\n')
    echo.chmod(0o755)
    environment = {"PATH": os.environ["PATH"], "HELMWRIGHT": str(echo), "HELM_PLUGIN_NAME": name}

    # As Helm does: the program's standard error is not that of the process which starts it.
    script = (
        "import subprocess, sys\n"
        "with open('own.txt', 'w') as own:\n"
        "    sys.exit(subprocess.run(sys.argv[1:], stderr=own).returncode)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(PROGRAM), "a b", "--c"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=environment,
    )

    assert (done.returncode, done.stdout) == (3, "<patch><a b><--c>")
    own = (tmp_path / "own.txt").read_text()
    assert (done.stderr, own) == (("wrong", "") if name else ("", "wrong"))
