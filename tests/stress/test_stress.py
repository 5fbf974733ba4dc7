"""The stress run for a few seconds; ``tox -e stress`` does it for a minute."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_threads_render_what_one_thread_renders_and_leave_the_process_alone(
    tmp_path: Path,
) -> None:
    seconds = os.environ.get("HELMWRIGHT_STRESS_SECONDS", "3")
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    done = subprocess.run(
        [sys.executable, "-m", "tests.stress", seconds],
        cwd=ROOT,
        env=os.environ
        | {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "HELMWRIGHT_CACHE": "on",
            "HELMWRIGHT_CACHE_DIR": str(cache),
        },
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
