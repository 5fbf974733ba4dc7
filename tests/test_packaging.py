"""What a wheel holds, and that the installed package finds its chart."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

needs_hatchling = pytest.mark.skipif(
    find_spec("hatchling") is None, reason="the build backend is not in this environment"
)


def test_the_bundled_chart_is_found() -> None:
    from helmwright.base.resources import chart_directory

    assert (Path(chart_directory()) / "Chart.yaml").is_file()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = folder.glob("*.whl")
    return built


@needs_hatchling
def test_the_wheel_holds_the_package_and_the_chart(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    sources = {
        path.relative_to(ROOT / "renderer").as_posix()
        for path in (ROOT / "renderer" / "helmwright").rglob("*.py")
    }
    chart = {
        f"helmwright/_data/chart/{path.relative_to(ROOT / 'chart').as_posix()}"
        for path in (ROOT / "chart").rglob("*")
        if path.is_file()
    }
    templates = {f"helmwright/reference/{name}" for name in ("readme.md.j2", "values.md.j2")}
    schema = {"helmwright/lint/report/findings.schema.json"}
    assert sources | chart | templates | schema <= names
    assert not [
        name
        for name in names - chart
        if f"/{name}".rpartition("/")[2].startswith(("test_", "conftest"))
        or "tests/" in name
        or name.endswith(".pyc")
    ]


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def version(folder: Path) -> str:
    """Returns the version that a build in a folder would have."""
    command = [sys.executable, "-m", "hatchling", "version"]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout


@needs_hatchling
def test_the_version_is_that_of_the_tag(tmp_path: Path) -> None:
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    versions = [version(tmp_path)]
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message=one")
    versions.append(version(tmp_path))
    git(tmp_path, "tag", "not-a-version-1")
    git(tmp_path, "tag", "v9.8.7")
    versions.append(version(tmp_path))
    git(tmp_path, "commit", "--quiet", "--allow-empty", "--message=two")
    versions.append(version(tmp_path))

    without_history, without_tag, tagged, after = (text.strip() for text in versions)
    assert without_history == "0.0"
    assert re.fullmatch(r"0\.1\.dev1\+g[0-9a-f]+", without_tag)
    assert tagged == "9.8.7"
    assert re.fullmatch(r"9\.8\.8\.dev1\+g[0-9a-f]+", after)


@needs_hatchling
def test_the_wheel_knows_its_version(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        module = archive.read("helmwright/_version.py").decode()

    number = wheel.name.split("-")[1].replace("_", "+", 1)
    assert f'VERSION = "{number}"\n' in module
    assert not (ROOT / "renderer" / "helmwright" / "_version.py").exists()


@pytest.mark.slow
@needs_hatchling
def test_the_installed_command_renders_the_chart_inside_the_wheel(
    wheel: Path, tmp_path: Path
) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path)
        entry_points = next(
            name for name in archive.namelist() if name.endswith("entry_points.txt")
        )
        assert "helmwright = helmwright.cli:main" in archive.read(entry_points).decode()
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "HELMWRIGHT_CACHE": "off"}
    code = "import sys, helmwright.cli, helmwright.base.resources as r; print(r.chart_directory(), flush=True); sys.exit(helmwright.cli.main())"
    values = str(tmp_path / "helmwright" / "_data" / "chart" / "examples" / "minimal.yaml")
    done = subprocess.run(
        [sys.executable, "-c", code, "template", "-f", values],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.startswith(f"{tmp_path}/helmwright/_data/chart\n---\n# Source: determined/")


@pytest.mark.slow
@needs_hatchling
def test_the_installed_command_has_the_pack_of_determined(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "helmwright",
            "lint",
            "--list-rules",
            "--select",
            "slot-type-unknown",
        ],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "site"), "HELMWRIGHT_CACHE": "off"},
        cwd=tmp_path / "site",
        capture_output=True,
        check=True,
        text=True,
    )

    assert "  slot-type-unknown  error    determined  " in done.stdout
    assert done.stderr == ""
