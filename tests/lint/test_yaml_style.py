"""yamllint runs once, with the configuration that it would find itself."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest
from tests.lint.examples import determined_chart

from helmwright.lint import yaml_style
from helmwright.lint.catalogue import expand
from helmwright.lint.run import Selection, lint_subject
from helmwright.lint.subject import Subject
from helmwright.lint.yaml_style import StyleRun, style_problems

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.lint.finding import Finding


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


LONG = b"a: " + b"x" * 100 + b"\n"


def run(folder: Path, *files: tuple[str, bytes], **environment: str) -> StyleRun:
    bare = {"HOME": str(folder), "PATH": os.environ["PATH"]}
    os.chdir(folder)
    return StyleRun(files, environment=bare | environment)


def rules(found: StyleRun, name: str) -> list[str]:
    return [one.rule for one in found.problems(name)]


def findings(style: StyleRun) -> list[Finding]:
    chart = determined_chart(upstream=False)
    subject = Subject(chart, tuple(style.files.items()), whole_chart=False, style=style)
    outcome = lint_subject(subject, Selection(select=expand(["yaml-style"])))
    assert outcome.failures == []
    return [one for one in outcome.findings if one.rule == "yaml-style"]


def test_files_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1 \n")
    style = run(tmp_path, ("a.yaml", b"a: 1 \n"), ("-", b"a:  1\n"), ("c/a.yaml", b"a: 1\n"))

    assert [rules(style, name) for name in style.files] == [["trailing-spaces"], ["colons"], []]


def test_text_that_differs_from_the_file_on_disk_counts(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_bytes(b"a: 1 \n")

    assert rules(run(tmp_path, ("a.yaml", b"a: 1\n")), "a.yaml") == []


@pytest.mark.parametrize("name", [".yamllint", ".yamllint.yaml", ".yamllint.yml"])
def test_configuration_of_a_folder_above_is_honoured(tmp_path: Path, name: str) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (tmp_path / name).write_text("rules: {line-length: {max: 80, level: warning}}\n")
    style = run(below, ("a.yaml", LONG + b"b: 1 \n"), HOME=str(tmp_path))

    assert [(one.rule, one.level) for one in style.problems("a.yaml")] == [
        ("line-length", "warning")
    ]


def test_configuration_of_the_environment_is_honoured(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("rules: {line-length: enable}\n")
    style = run(tmp_path, ("a.yaml", LONG), YAMLLINT_CONFIG_FILE=str(tmp_path / "mine.yaml"))

    assert rules(style, "a.yaml") == ["line-length"]


def test_configuration_of_the_user_is_honoured(tmp_path: Path) -> None:
    folder = tmp_path / "xdg" / "yamllint"
    folder.mkdir(parents=True)
    (folder / "config").write_text("rules: {line-length: enable}\n")
    style = run(tmp_path, ("a.yaml", LONG), XDG_CONFIG_HOME=str(tmp_path / "xdg"))

    assert rules(style, "a.yaml") == ["line-length"]


def test_comment_in_the_file_is_honoured(tmp_path: Path) -> None:
    style = run(tmp_path, ("a.yaml", b"a: 1  # yamllint disable-line rule:colons\nb:  2\n"))

    assert [one.line for one in style.problems("a.yaml")] == [2]


def test_levels_are_those_of_the_users_configuration(tmp_path: Path) -> None:
    (tmp_path / ".yamllint").write_text(
        "rules: {trailing-spaces: enable, colons: {level: warning}}\n"
    )
    style = run(tmp_path, ("a.yaml", b"a: 1 \nb:  2\n"))

    assert [(str(one.severity), one.message.partition(":")[0]) for one in findings(style)] == [
        ("error", "trailing-spaces"),
        ("warning", "colons"),
    ]


def test_without_configuration_everything_is_advice(tmp_path: Path) -> None:
    style = run(tmp_path, ("a.yaml", b"a: 1 \nb:  2\na: 1\n"))

    assert {str(one.severity) for one in findings(style)} == {"info"}


def test_broken_configuration_is_one_finding(tmp_path: Path) -> None:
    (tmp_path / ".yamllint").write_text("rules: {foo: enable}\n")
    (found,) = findings(run(tmp_path, ("a.yaml", b"a: 1\n"), ("b.yaml", b"a: 1\n")))

    assert str(found.span) == f"{tmp_path}/.yamllint:1:1"
    assert 'no such rule: "foo"' in found.message


def test_missing_yamllint_is_said_only_where_a_configuration_asks_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(yaml_style, "_is_installed", lambda: False)
    silent = findings(run(tmp_path, ("a.yaml", b"a: 1 \n")))
    (tmp_path / ".yamllint").write_text("extends: default\n")
    (said,) = findings(run(tmp_path, ("a.yaml", b"a: 1 \n"), ("b.yaml", b"a: 1 \n")))

    assert silent == []
    assert "yamllint is not installed" in said.message


def test_all_files_of_a_run_share_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    original = os.posix_spawn

    def spawn(*arguments: Any, **options: Any) -> int:
        started.append(arguments)
        return original(*arguments, **options)

    monkeypatch.setattr(os, "posix_spawn", spawn)

    found = style_problems([(f"{number}.yaml", b"a: 1 \n") for number in range(9)])

    assert len(started) == 1
    assert {len(problems) for problems in found.values()} == {1}


def test_standard_input_is_not_read_again(tmp_path: Path) -> None:
    style = run(tmp_path, ("/dev/stdin", b"a: 1 \n"))

    assert rules(style, "/dev/stdin") == ["trailing-spaces"]


def test_temporary_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    style_problems([("nowhere/a.yaml", b"a: 1 \n")])

    assert list(tmp_path.iterdir()) == []
