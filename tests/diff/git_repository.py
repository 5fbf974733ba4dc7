"""Makes git repositories with charts for tests."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CHART = "apiVersion: v2\nname: web\nversion: 1.0.0\n"
TEMPLATE = (
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n"
    "  replicas: {{ .Values.replicas }}\n  template:\n    spec:\n      containers:\n"
    "      - name: web\n        image: {{ .Values.image }}\n"
)


class Repository:
    """A repository in a folder; its commits are made with ``commit``."""

    def __init__(self, folder: Path, *, form: str = "sha1") -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main", f"--object-format={form}")

    def git(self, *arguments: str) -> str:
        """Run git, with nothing of the user's settings."""
        done = subprocess.run(
            ["git", "-c", "protocol.file.allow=always", *arguments],
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(self.folder),
                "GIT_CONFIG_NOSYSTEM": "1",
                **{f"GIT_{who}_NAME": "test" for who in ("AUTHOR", "COMMITTER")},
                **{f"GIT_{who}_EMAIL": "test@example.com" for who in ("AUTHOR", "COMMITTER")},
            },
        )
        return done.stdout.strip()

    def write(self, files: Mapping[str, str | None]) -> None:
        """Write files; None removes one."""
        for name, text in files.items():
            path = self.folder / name
            if text is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)

    def commit(self, files: Mapping[str, str | None], tag: str = "") -> str:
        """Write files and commit everything; returns the id of the commit."""
        self.write(files)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", tag or "change")
        if tag:
            self.git("tag", tag)
        return self.git("rev-parse", "HEAD")


def web_repository(folder: Path) -> Repository:
    """Return a repository with a chart at ``v1``, and another image at ``v2``."""
    repository = Repository(folder)
    repository.commit(
        {
            "web/Chart.yaml": CHART,
            "web/values.yaml": "replicas: 1\nimage: nginx:1\n",
            "web/templates/d.yaml": TEMPLATE,
            "envs/a.yaml": "replicas: 2\n",
            "envs/b.yaml": "replicas: 3\n",
            "envs/deep/c.yaml": "replicas: 4\n",
        },
        "v1",
    )
    repository.commit({"web/values.yaml": "replicas: 1\nimage: nginx:2\n"}, "v2")
    return repository
