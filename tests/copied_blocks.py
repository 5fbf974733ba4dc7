"""The blocks of the guides that are there to be copied, and a repository to copy them into."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"
README = ROOT / "README.md"
PUBLISHED = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["helmwright"]["published"]
NAME = PUBLISHED["repository"].removeprefix("https://github.com/")
MAP = """\
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  port: "{{ .Values.port }}"
"""


INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def block(page: Path, first_line: str) -> Any:
    """Returns what the block of YAML of a page that begins with a line says."""
    blocks = re.findall(r"```yaml\n(.*?)```", page.read_text(), re.DOTALL)
    return yaml.safe_load(next(one for one in blocks if one.startswith(first_line + "\n")))


def git(folder: Path, *arguments: str) -> None:
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *arguments]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def run(script: str, folder: Path, environment: dict[str, str]) -> str:
    """Runs a script as CI does, and returns its log; fails if it fails."""
    done = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def cloned_repository(folder: Path, environment: dict[str, str]) -> Path:
    """Returns a clone of a repository in the layout of the examples, with a change to a port."""
    origin = folder / "origin"
    chart = origin / "charts" / "web"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: web\nversion: 0.1.0\n")
    (chart / "values.yaml").write_text("port: 80\n")
    (chart / "templates" / "map.yaml").write_text(MAP)
    (origin / "environments").mkdir()
    (origin / "environments" / "prod.yaml").write_text("port: 80\n")
    git(origin, "init", "--quiet", "--initial-branch=main")
    run(
        "helmwright golden new prod charts/web && helmwright golden update charts/web",
        origin,
        environment,
    )
    git(origin, "add", ".")
    git(origin, "commit", "--quiet", "--message=one")
    git(origin, "checkout", "--quiet", "-b", "change")
    (origin / "environments" / "prod.yaml").write_text("port: 81\n")
    git(origin, "commit", "--quiet", "--all", "--message=two")
    git(folder, "clone", "--quiet", "--branch=change", f"file://{origin}", "clone")
    return folder / "clone"


def add_cluster(repository: Path) -> Path:
    """Returns a repository with values and a chart where the guide to linting has them."""
    values = repository / "environments" / "prod" / "values.yaml"
    values.parent.mkdir()
    values.write_text((ROOT / "chart/examples/minimal.yaml").read_text())
    (repository / "charts" / "determined").symlink_to(ROOT / "chart")
    return repository
