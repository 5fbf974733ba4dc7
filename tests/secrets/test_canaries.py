"""A hundred secrets in all inputs: no command shows one, in no form of output and in no error.

The matrix of all failing templates by all commands is the same test with more rows; it runs with
``HELMWRIGHT_CANARIES=all``, as ``tox -e canaries`` does.
"""

from __future__ import annotations

import os
import shlex
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.command import helmwright
from tests.secrets.canaries import CANARIES, FAILURES, NAMED, leaks, project

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

COMMANDS = """\
lint c -f s.yaml --format {form}
lint s.yaml --format {form}
lint own --format {form}
diff values c -f t.yaml --to s.yaml --format {form}
diff values c -f s.yaml --to-set count=2 --format {form} --no-fold
diff manifests old.yaml old2.yaml --format {form}
compat c -f s.yaml --format {form}
compat own -f s.yaml --format {form}
"""
FORMS = {
    "lint": ("text", "json", "sarif", "github", "junit", "markdown", "gitlab"),
    "diff": ("text", "unified", "json", "markdown", "html"),
    "compat": ("text", "json", "markdown", "html", "sarif", "junit"),
}
REPORTS = [
    line.format(form=form) for line in COMMANDS.splitlines() for form in FORMS[line.split()[0]]
]
OTHERS = """\
lint broken.yaml
lint tag.yaml
lint list.yaml
lint s.yaml --diff
lint broken.yaml --format json
lint c -f s.yaml --timing --list
lint j.yaml.j2 k.yaml.j2
values get s.yaml env
values get s.yaml links -o json
values get s.yaml nothing
values get broken.yaml a
values get tag.yaml a
values get j.yaml.j2 a
values get k.yaml.j2 a
values explain --all c -f s.yaml
values explain --all c -f s.yaml -o json
values explain marked c -f s.yaml
values explain env c -f s.yaml
values set s.yaml count=2 --diff
values set broken.yaml a=1
values set tag.yaml a=1 --diff
values migrate s.yaml --diff
values migrate broken.yaml --diff
values migrate s.yaml --check
diff values c -f broken.yaml --to s.yaml
diff values c -f tag.yaml --to-set a=1
diff values c -f k.yaml.j2 --to-set a=1
diff values own --to-set a=1
diff chart own c -f s.yaml
diff golden patch.yaml c -f s.yaml
diff release release.yaml c
diff release broken.yaml c
diff manifests broken.yaml tag.yaml
diff git main c -f s.yaml
patch old.yaml -p patch.yaml --diff
patch old.yaml -p bad-patch.yaml
patch create old.yaml patch.yaml --diff
template own
template own --debug
template c -f broken.yaml
template c -f tag.yaml
template c -f list.yaml
template c -f j.yaml.j2 --debug
template c -f k.yaml.j2
template c --kubeconfig kubeconfig -f broken.yaml
template c --set-file password=broken.yaml,mode=fail
unittest c
unittest c -t JUnit -o report.xml
golden run own
golden new own case -f s.yaml
schema infer s.yaml
docs c
docs own
podspec -f s.yaml
capacity -f s.yaml
"""


def _overrides() -> list[str]:
    rows = []
    for kind, text in (
        ("--set", "{0}={1},mode=fail"),
        ("--set-string", "{0}={1},mode=fail"),
        ("--set-literal", "{0}={1}"),
        ("--set-json", '{0}="{1}'),
        ("--set-json", '{{"{0}": "{1}"'),
        ("--set", "{0}[x]={1}"),
        ("--set", "{0}={{{1}"),
        ("--set-file", "{0}=/no/such/{1}"),
    ):
        for name in ("password", "jwtSecret", "smtpPass", "fernetKey"):
            argument = text.format(name, NAMED[name].replace(",", ""))
            rows += [
                shlex.join(["template", "c", kind, argument]),
                shlex.join(["diff", "values", "c", "--to-set", "a=1", kind, argument]),
                shlex.join(["lint", "c", kind, argument]),
                shlex.join(["values", "explain", "mode", "c", kind, argument]),
            ]
    return rows


WIDE = os.environ.get("HELMWRIGHT_CANARIES") == "all"
FAILING = [
    command.format(mode=mode)
    for mode in FAILURES
    for command in (
        "template c -f s.yaml --set mode={mode}",
        "template c -f s.yaml --set mode={mode} --debug",
        "diff values c -f s.yaml --set mode=render --to-set mode={mode}",
        "lint c -f s.yaml --set mode={mode}",
        "lint c -f s.yaml --set mode={mode} --format json",
    )
]
OVERRIDES = _overrides()
SCHEMAS = (
    '{"properties": {"password": {"pattern": "^x$"}}}',
    '{"properties": {"password": {"enum": ["a"]}, "jwtSecret": {"const": 1}}}',
    '{"properties": {"env": {"items": {"properties": {"value": {"maxLength": 1}}}}}}',
    '{"properties": {"links": {"items": {"pattern": "^x$"}}}}',
    '{"properties": {"tokens": {"items": {"type": "integer"}}, "token": {"format": "ipv4"}}}',
    '{"additionalProperties": {"type": "integer"}}',
    '{"not": {}}',
)
SCHEMA_RUNS = [
    (command, schema)
    for command in (
        "template s -f s.yaml",
        "diff values s -f s.yaml --to-set a=1",
        "lint s -f s.yaml",
        "lint s -f s.yaml --format json",
    )
    for schema in SCHEMAS
]
STDIN_RUNS = [
    (command, name)
    for command in (
        "template c -f -",
        "lint -",
        "values get - a",
        "diff values c -f - --to-set a=1",
        "patch -",
    )
    for name in ("broken.yaml", "tag.yaml", "list.yaml")
]


def rows(every: list[Any], step: int) -> list[Any]:
    """Returns all rows when all are asked for, else one of so many."""
    return every if WIDE else every[::step]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("canaries")
    project(made)
    text = (made / "old.yaml").read_text()
    (made / "old2.yaml").write_text(text.replace("name: web", "name: web, labels: {a: b}"))
    return made


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)

    def said(command: str, stdin: bytes = b"") -> str:
        outcome = helmwright(*shlex.split(command), stdin=stdin)
        renders = outcome.code == 0 or "--debug" in command  # which prints invalid manifests, too
        by_design = renders and command.startswith("template ")
        return outcome.err if by_design else outcome.out + outcome.err

    return said


def test_there_are_a_hundred_of_them_and_each_would_be_seen():
    assert len(set(CANARIES)) >= 100
    for canary in CANARIES:
        assert leaks(f"x {canary} y") >= {canary}


def test_the_project_renders_and_has_them_all(folder, monkeypatch):
    monkeypatch.chdir(folder)

    outcome = helmwright("template", "c", "-f", "s.yaml")

    assert outcome.code == 0
    assert leaks(outcome.out) == set(CANARIES)


@pytest.mark.parametrize("command", rows([*REPORTS, *OTHERS.splitlines()], 5))
def test_no_command_shows_a_secret(run, command):
    assert leaks(run(command)) == set()


@pytest.mark.parametrize("command", rows(FAILING, 19))
def test_no_error_of_a_template_shows_a_secret(run, command):
    assert leaks(run(command)) == set()


@pytest.mark.parametrize("command", rows(OVERRIDES, 21))
def test_no_error_about_a_flag_shows_a_secret(run, command):
    assert leaks(run(command)) == set()


@pytest.mark.parametrize(("command", "name"), rows(STDIN_RUNS, 6))
def test_no_error_about_standard_input_shows_a_secret(run, folder, command, name):
    assert leaks(run(command, (folder / name).read_bytes())) == set()


@pytest.mark.parametrize(("command", "schema"), rows(SCHEMA_RUNS, 8))
def test_no_error_of_a_schema_shows_a_secret(run, folder, command, schema):
    (folder / "s").mkdir(exist_ok=True)
    (folder / "s" / "Chart.yaml").write_text("apiVersion: v2\nname: s\nversion: 0.1.0\n")
    (folder / "s" / "values.schema.json").write_text(schema)

    assert leaks(run(command)) == set()
