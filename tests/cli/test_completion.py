"""Completion: what is proposed, and the bash script in a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import helmwright as call
from tests.cli.command import write_chart

import helmwright
from helmwright.cli.command_table import known_commands

SOURCE = str(Path(helmwright.__file__).parent.parent)


def proposed(*words: str) -> tuple[list[str], str]:
    code, out, err = call("__complete", *words)
    assert (code, err) == (0, "")
    *lines, directive = out.splitlines()
    return [line.split("\t")[0] for line in lines], directive


@pytest.mark.parametrize(
    ("words", "expected", "directive"),
    [
        ([""], list(known_commands()), ":words"),
        (["te"], ["template"], ":words"),
        (["completion", ""], ["bash", "zsh", "fish"], ":words"),
        (["completion", "bash", ""], [], ":words"),
        (["help", "v"], ["values", "verify", "version"], ":words"),
        (["completion", "--"], ["--help"], ":words"),
        (["version", ""], [], ":words"),
        (["version", "--o"], ["--offline", "--output"], ":words"),
        (["version", "--output", ""], ["text", "json"], ":words"),
        (["template", ""], [], ":charts"),
        (["template", "--debug", ""], [], ":charts"),
        (["template", "--set-f"], ["--set-file"], ":words"),
        (["template", "-f", ""], [], ":files"),
        (["template", "--values="], [], ":files"),
        (["template", "--output-dir", ""], [], ":directories"),
        (["template", "--namespace", ""], [], ":words"),
        (["template", "--color", "a"], ["auto", "always"], ":words"),
        (["template", "--color=a"], ["--color=auto", "--color=always"], ":words"),
        (["template", "--nope=", ""], [], ":charts"),
        (["template", "--dry-run=c"], ["--dry-run=client"], ":words"),
        (["template", "--registry-config", ""], [], ":files"),
        (["lint", "--jobs", ""], [], ":words"),
        (["lint", "-j", ""], [], ":words"),
        (["golden", "run", "--jobs", ""], [], ":words"),
        (["golden", "run", "--helm", ""], [], ":files"),
        (["capacity", "--jobs", ""], [], ":files"),
        (["diff", "values", "-C", ""], [], ":words"),
        (["diff", "values", "--helm", ""], [], ":words"),
        (["diff", "values", "--to", ""], [], ":files"),
        (["values", "migrate", "--to", ""], [], ":words"),
        (["unittest", "--output-file", ""], [], ":files"),
        (["docs", ""], [], ":charts"),
        (["docs", "--t"], ["--template"], ":words"),
        (["docs", "--output", ""], [], ":files"),
        (["capacity", ""], [], ":charts"),
        (["capacity", "--no"], ["--no-pager", "--nodes"], ":words"),
        (["capacity", "--nodes", ""], [], ":files"),
        (["capacity", "--output", ""], ["text", "json", "yaml"], ":words"),
        (["capacity", "--output=j"], ["--output=json"], ":words"),
        (["podspec", ""], [], ":charts"),
        (["podspec", "--ta"], ["--task", "--task-type"], ":words"),
        (["podspec", "--task", ""], [], ":files"),
        (["podspec", "--task-type", "s"], ["shell"], ":words"),
        (["podspec", "--master-config", ""], [], ":files"),
        (["schema", ""], ["bundle", "show", "print"], ":words"),
        (["schema", "bundle", ""], [], ":words"),
        (["schema", "bundle", "--ch"], ["--check"], ":words"),
        (["schema", "bundle", "--source", ""], [], ":directories"),
        (["schema", "bundle", "-o", ""], [], ":files"),
        (["schema", "show", "masterS"], ["masterService"], ":words"),
        (["schema", "show", "scim."], ["scim.enabled", "scim.auth"], ":words"),
        (["schema", "show", "scim.nope."], [], ":words"),
        (["schema", "print", "n"], ["nodes"], ":words"),
        (["schema", "print", "nodes", ""], [], ":words"),
        (["repo", ""], ["add", "list", "update", "remove", "index"], ":words"),
        (["repo", "add", "--us"], ["--username"], ":words"),
        (["search", ""], ["repo"], ":words"),
        (["lint", ""], [], ":files"),
        (["lint", "prod.yaml", ""], [], ":files"),
        (["lint", "--chart", ""], [], ":charts"),
        (["lint", "--baseline", ""], [], ":files"),
        (["lint", "--fail"], ["--fail-level"], ":words"),
        (["lint", "--fail-level", "w"], ["warning"], ":words"),
        (["lint", "--format", "s"], ["sarif"], ":words"),
        (["lint", "--select", "max-slots-per-pod-m"], ["max-slots-per-pod-missing"], ":words"),
        (["lint", "--ignore", "yaml,slots-and"], ["yaml,slots-and-pools"], ":words"),
        (["lint", "--explain", "slots-and"], [], ":words"),
        (["lint", "--severity", "style=w"], ["style=warning"], ":words"),
        (["patch", ""], ["create"], ":files"),
        (["patch", "c"], ["create"], ":words"),
        (["patch", "create", ""], [], ":files"),
        (["patch", "x.yaml", ""], [], ":files"),
        (["patch", "--patch", ""], [], ":files"),
        (["patch", "--type", "m"], ["merge"], ":words"),
        (["patch", "create", "--no"], ["--no-overwrite", "--no-pager"], ":words"),
        (["nope", ""], [], ":words"),
        ([], list(known_commands()), ":words"),
    ],
)
def test_proposes_what_fits(words: list[str], expected: list[str], directive: str) -> None:
    assert proposed(*words) == (expected, directive)


@pytest.mark.parametrize("command", known_commands())
def test_every_command_is_completed(command: str) -> None:
    words, _ = proposed(command, "")
    for action in words:
        proposed(command, action, "--")


def test_proposes_the_templates_of_the_chart(place: Path) -> None:
    write_chart(place, {"templates/_h.tpl": "", "charts/s/templates/b.yaml": ""})
    assert proposed("template", "-n", "x", "c", "-s", "")[0] == [
        "charts/s/templates/b.yaml",
        "templates/a.yaml",
    ]
    assert "templates/master-config.yaml" in proposed("template", "-s", "t")[0]


def test_flags_come_with_an_explanation_and_without_deprecated_ones() -> None:
    out = call("__complete", "template", "--").out
    assert "--no-hooks\tleave all hooks out\n" in out
    assert "--burst-limit\taccepted without effect\n" in out
    assert "--atomic\t" not in out
    assert "--logtostderr\t" not in out


def test_names_the_shells_there_are_scripts_for() -> None:
    assert call("completion", "tcsh").code == 64
    assert call("completion").err.startswith("Error: name one shell: bash, zsh, fish\n")


@pytest.fixture
def path_with_command(place: Path) -> str:
    folder = place / "bin"
    folder.mkdir()
    command = folder / "helmwright"
    command.write_text(f'#!/bin/sh\nPYTHONPATH={SOURCE} exec {sys.executable} -m helmwright "$@"\n')
    command.chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_the_bash_script_completes(place: Path, path_with_command: str) -> None:
    write_chart(place)
    (place / "my values.yaml").touch()
    script = r"""
    source <(helmwright completion bash)
    complete_words() {
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _helmwright
        printf '%s|' "${COMPREPLY[@]}"
        echo
    }
    complete_words helmwright te
    complete_words helmwright template -f m
    complete_words helmwright template --values = m
    complete_words helmwright template c --show-only = t
    complete_words helmwright template c
    COLUMNS=60 complete_words helmwright completion ""
    COMP_TYPE=37 complete_words helmwright completion ""
    """
    done = subprocess.run(
        ["bash", "--norc", "-c", script],
        env={**os.environ, "PATH": path_with_command},
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.splitlines() == [
        "template|",
        "my values.yaml|",
        "my values.yaml|",
        "templates/a.yaml|",
        "c|",
        "bash  (script for bash)|zsh   (script for zsh)|fish  (script for fish)|",
        "bash|zsh|fish|",
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_scripts_are_correct_for_their_shells(place: Path, shell: str) -> None:
    script = place / "script"
    script.write_text(call("completion", shell).out)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n", script], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
