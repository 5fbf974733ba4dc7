"""Packs come from where distributions are installed, never from the folder that somebody works in."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from typing import TYPE_CHECKING

import pytest
from tests.packs.scratch import ROOT, Scratch, declare, pack, rule, with_rules, write

if TYPE_CHECKING:
    from pathlib import Path

SPY = "import os\nopen(os.environ.get('SPY', 'spied'), 'w').close()\n"
LAUNCHER = "import sys\nfrom helmwright.cli import main\nsys.exit(main())\n"
VALUES = {"values.yaml": "a: 1\n"}
LINT = ("lint", "values.yaml", "--select", "broken-yaml", "--quiet")


def plant(folder: Path) -> None:
    """Puts a distribution with a pack that leaves a file behind when it is imported into a folder."""
    declare(folder, "evil", "evil_pack:PACK", {"evil_pack.py": SPY + pack("evil")})


@pytest.mark.parametrize(
    ("path", "launcher", "git"),
    [
        *((path, "-m", False) for path in ("/nowhere", "", ".", "below", "./below", "/nowhere:")),
        *((path, "-m", False) for path in ("{work}", "{work}/below", "{above}")),
        *((path, "-m", True) for path in ("/nowhere", "{above}", "{above}/beside")),
        *((path, "script", False) for path in ("/nowhere", "", "below", "{work}")),
    ],
)
def test_a_pack_in_the_folder_that_is_linted_is_not_loaded(
    scratch: Scratch,
    path: str,
    launcher: str,
    git: bool,  # noqa: FBT001 - a case
) -> None:
    work, above = scratch.work, scratch.work.parent
    for folder in (work, work / "below", above, above / "beside"):
        plant(folder)
    scratch.write(VALUES)
    if git:
        (above / ".git").mkdir()
    script = scratch.site / "helmwright"
    script.write_text(LAUNCHER)
    given = path.format(work=work, above=above) or os.pathsep

    ran = scratch.run(*LINT, path=given, launcher="-m" if launcher == "-m" else str(script))

    assert not [*above.rglob("spied")]
    assert "evil" not in ran.out + ran.err
    assert ran.code == 0


def test_a_pack_that_is_installed_elsewhere_is_loaded(scratch: Scratch) -> None:
    plant(scratch.site)
    scratch.write(VALUES)

    ran = scratch.run(*LINT)

    assert (scratch.work / "spied").exists()
    assert (ran.code, ran.err) == (0, "")


def test_an_installed_pack_is_not_taken_from_a_folder_of_its_name(scratch: Scratch) -> None:
    scratch.declare("acme", "acme_pack:PACK", with_rules("acme", {"one": rule("acme-rule")}))
    scratch.write({**VALUES, "acme_pack/__init__.py": SPY, "acme_pack.py": SPY})

    ran = scratch.run("lint", "--list-rules")

    assert "acme-rule" in ran.out
    assert not (scratch.work / "spied").exists()


@pytest.mark.slow
def test_an_environment_inside_of_a_repository_is_an_installation(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / ".venv"], check=True)
    (site,) = (tmp_path / ".venv" / "lib").glob("*/site-packages")
    declare(site, "acme", "acme_pack:PACK", with_rules("acme", {"one": rule("acme-rule")}))
    write(site, {"rest.pth": sysconfig.get_path("purelib") + "\n"})

    listed = rules_of(tmp_path / ".venv" / "bin" / "python", tmp_path)

    assert "acme-rule" in listed
    assert "pool-key-unknown" in listed


@pytest.mark.slow
def test_a_pack_that_is_installed_as_a_link_works_where_it_is_written(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    (site,) = (tmp_path / "venv" / "lib").glob("*/site-packages")
    project = tmp_path / "acme"
    write(project, with_rules("acme", {"one": rule("acme-rule")}))
    declare(site, "acme", "acme_pack:PACK", {})
    write(site, {"rest.pth": f"# links\n{sysconfig.get_path('purelib')}\n{project}\n"})

    assert "acme-rule" in rules_of(tmp_path / "venv" / "bin" / "python", project)


def rules_of(python: Path, folder: Path) -> str:
    return subprocess.run(
        [python, "-m", "helmwright", "lint", "--list-rules"],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT / "renderer"), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def test_of_two_versions_in_the_path_the_first_counts(scratch: Scratch, tmp_path: Path) -> None:
    scratch.declare("acme", "acme_pack:PACK", with_rules("acme", {"one": rule("acme-rule")}))
    declare(tmp_path / "first", "acme", "x:y", {"acme_pack/__init__.py": ""}, "2.0")
    (tmp_path / "first" / "acme_pack-2.0.dist-info" / "entry_points.txt").unlink()

    ran = scratch.run("lint", "--list-rules", path=f"{tmp_path / 'first'}:{scratch.site}")

    assert "acme-rule" not in ran.out
    assert ran.err == ""


def test_names_of_entry_points_are_read_as_their_format_has_them(scratch: Scratch) -> None:
    scratch.declare("acme", "acme_pack:PACK", with_rules("acme", {"one": rule("acme-rule")}))
    text = (
        "[console_scripts]\nacme = acme_pack:run\n\n[helmwright.packs]\n# ours\n"
        "  acme=acme_pack : PACK [extra]\n; more\n[other]\nx = y:z\n"
    ).replace(" : ", ":")
    write(scratch.site / "acme_pack-1.0.dist-info", {"entry_points.txt": text})

    assert "acme-rule" in scratch.run("lint", "--list-rules").out
