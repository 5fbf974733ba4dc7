"""Runs the steps of the GitHub Actions in `action/` as a workflow would."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def run_step(
    script: Path, folder: Path, environment: dict[str, str]
) -> tuple[int, str, dict[str, str], str]:
    """Runs a step's script in a folder; returns exit code, log, outputs and summary."""
    outputs, summary = folder / "outputs", folder / "summary"
    done = subprocess.run(
        ["bash", str(script)],
        cwd=folder,
        env={
            **environment,
            "GITHUB_OUTPUT": str(outputs),
            "GITHUB_STEP_SUMMARY": str(summary),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    lines = outputs.read_text().splitlines() if outputs.exists() else []
    written = summary.read_text() if summary.exists() else ""
    log = done.stdout + done.stderr
    return done.returncode, log, dict(line.split("=", 1) for line in lines), written
