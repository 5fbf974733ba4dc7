"""Which documents are printed or written, and where; as helm 4.2.4 does it."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.command import helmwright, write, write_chart

FILES = {
    "templates/a.yaml": "kind: A\n",
    "templates/h.yaml": 'kind: H\nmetadata:\n  annotations:\n    "helm.sh/hook": pre-install\n',
    "templates/t.yaml": 'kind: T\nmetadata: {annotations: {"helm.sh/hook": test}}\n',
    "templates/sub/z.yaml": "kind: Z\n---\nkind: B\n",
    "templates/NOTES.txt": "notes\n",
    "crds/x.yaml": "kind: CRD\n",
}


@pytest.fixture(autouse=True)
def chart(place: Path) -> None:
    write_chart(place, FILES)


def sources(*arguments: str) -> list[str]:
    code, out, err = helmwright("template", "c", *arguments)
    assert (code, err) == (0, "")
    return [line[12:] for line in out.splitlines() if line.startswith("# Source: ")]


def test_manifests_come_in_install_order_and_hooks_last() -> None:
    assert sources() == [
        "templates/a.yaml",
        "templates/sub/z.yaml",
        "templates/sub/z.yaml",
        "templates/h.yaml",
        "templates/t.yaml",
    ]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--no-hooks"], ["templates/a.yaml", *["templates/sub/z.yaml"] * 2]),
        (
            ["-s", "templates/h.yaml", "-s", "templates/a.yaml"],
            ["templates/h.yaml", "templates/a.yaml"],
        ),
        (
            ["-s", "templates/a.yaml", "-s", "templates/*"],
            ["templates/a.yaml", "templates/a.yaml", "templates/h.yaml", "templates/t.yaml"],
        ),
        (["-s", "templates/[t-z].yaml"], ["templates/t.yaml"]),
        (["-s", "crds/x.yaml", "--include-crds"], ["crds/x.yaml"]),
    ],
)
def test_flags_choose_what_is_printed(arguments: list[str], expected: list[str]) -> None:
    assert sources(*arguments) == expected


def test_test_hooks_can_be_skipped_and_crds_included() -> None:
    assert sources("--skip-tests")[-1] == "templates/h.yaml"
    assert sources("--include-crds", "--skip-crds")[0] == "crds/x.yaml"


@pytest.mark.parametrize("path", ["nope", "templates/NOTES.txt", "c/templates/a.yaml", "[", ""])
def test_show_only_must_hit(path: str) -> None:
    assert helmwright("template", "c", "-s", path) == (
        1,
        "",
        f"Error: could not find template {path} in chart\n",
    )


def test_writes_files_and_names_every_document() -> None:
    arguments = ("--output-dir", "./o/", "--release-name", "--include-crds", "--skip-tests")
    assert helmwright("template", "demo", "c", *arguments) == (
        0,
        (
            "wrote ./o//c/crds/x.yaml\n"
            "wrote o/demo/c/templates/a.yaml\n"
            "wrote o/demo/c/templates/sub/z.yaml\n"
            "wrote o/demo/c/templates/sub/z.yaml\n"
            "wrote o/demo/c/templates/h.yaml\n\n"
        ),
        "",
    )
    assert Path("o/demo/c/templates/sub/z.yaml").read_text() == (
        "---\n# Source: c/templates/sub/z.yaml\nkind: B\n\n"
        "---\n# Source: c/templates/sub/z.yaml\nkind: Z\n\n"
    )
    assert not list(Path("o").rglob("*.tmp"))


def test_files_are_written_anew_but_hooks_behind_what_is_there() -> None:
    write(Path(), {"o/c/templates/a.yaml": "old\n", "o/c/templates/h.yaml": "old\n"})
    assert helmwright("template", "c", "--output-dir", "o").code == 0
    assert Path("o/c/templates/a.yaml").read_text() == (
        "---\n# Source: c/templates/a.yaml\nkind: A\n\n"
    )
    assert Path("o/c/templates/h.yaml").read_text().startswith("old\n---\n# Source: c/")


def test_no_file_is_written_through_a_link() -> None:
    write(Path(), {"target": "old", "o/c/templates/x": ""})
    Path("o/c/templates/a.yaml").symlink_to(Path("target").absolute())
    code, _, err = helmwright("template", "c", "--output-dir", "o")
    assert code == 1
    assert err.startswith("Error: o/c/templates/a.yaml is a link")
    assert Path("target").read_text() == "old"


def test_permissions_are_kept() -> None:
    write(Path(), {"o/c/templates/a.yaml": "old"})
    Path("o/c/templates/a.yaml").chmod(0o600)
    assert helmwright("template", "c", "--output-dir", "o").code == 0
    assert Path("o/c/templates/a.yaml").read_text().startswith("---\n")
    assert Path("o/c/templates/a.yaml").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("directory", "error"),
    [
        ("c/Chart.yaml", "stat c/Chart.yaml/c/templates: not a directory"),
        ("/dev/null", "stat /dev/null/c/templates: not a directory"),
        ("/proc/nope", "mkdir /proc/nope: no such file or directory"),
    ],
)
def test_says_why_nothing_can_be_written(directory: str, error: str) -> None:
    code, out, err = helmwright("template", "c", "--output-dir", directory)
    assert (code, out) == (1, "")
    assert err == f"Error: {error}\n\nUse --debug flag to render out invalid YAML\n"


def test_a_directory_in_the_place_of_a_file_is_an_error() -> None:
    write(Path(), {"o/c/templates/sub/z.yaml/x": ""})
    code, out, err = helmwright("template", "c", "--output-dir", "o")
    assert (code, out) == (1, "wrote o/c/templates/a.yaml\n")
    assert err.startswith("Error: o/c/templates/sub/z.yaml is no regular file")


def test_show_only_finds_nothing_beside_output_dir() -> None:
    outcome = helmwright("template", "c", "--output-dir", "o", "-s", "templates/a.yaml")
    assert outcome.err == "Error: could not find template templates/a.yaml in chart\n"
