"""``helmwright values``: what it prints, writes and refuses."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.command import helmwright, write_chart

import helmwright as helmwright_package

BASE = "db:\n  port: 5434\n  password: hunter2\n"
PROD = "# production\ndb:\n  port: 5433   # moved\nhttpPort: 8080\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "base.yaml").write_text(BASE)
    (tmp_path / "prod.yaml").write_text(PROD)
    return tmp_path


@pytest.mark.parametrize("action", ["", "get", "set", "unset", "explain", "migrate"])
def test_help_is_printed_for_every_action(action):
    outcome = helmwright("values", *action.split(), "--help")

    assert outcome.code == 0
    assert f"helmwright values {action}".strip() in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 100


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "name what to do: get, set, unset, explain, migrate"),
        (("put",), "name what to do: get, set, unset, explain, migrate"),
        (("get",), "name a key"),
        (("get", "db"), "name a values file, or a chart with --chart"),
        (("get", "prod.yaml", "db", "-o", "xml"), "--output is one of yaml, json, raw"),
        (("get", "prod.yaml", "a[x"), '"a[x" is no key such as db.port'),
        (("get", "prod.yaml", "a,b"), '"a,b" is no key such as db.port'),
        (("set", "prod.yaml"), "name a file and what to set"),
        (("set", "prod.yaml", "db.port"), '"db.port" is no KEY=VALUE'),
        (("set", "prod.yaml", "a=1", "--json", "--string"), "exclude each other"),
        (("explain",), "name a key, or ask for --all"),
        (("explain", "a", "b", "c"), "expected at most one chart"),
        (("explain", "a", "-o", "xml"), "--output is one of text, json"),
        (("migrate",), "name a values file"),
        (("migrate", "a", "b", "-o", "c"), "several files are written in place: leave --output"),
        (("migrate", "-", "--write"), "standard input cannot be written"),
        (("migrate", "a", "--write", "--check"), "--check writes nothing: leave --write out"),
        (("set", "a", "b=1", "-i", "--dry-run"), "--dry-run writes nothing: leave --write out"),
        (("set", "a", "b=1", "-i", "-o", "x"), "leave --output out"),
        (("unset", "prod.yaml"), "name a file and the keys to remove"),
        (("unset", "prod.yaml", "a=1"), '"a=1" has a value: name the key alone'),
        (("unset", "prod.yaml", "a[x"), '"a[x" is no key such as db.port'),
        (("migrate", "a", "--to", "new"), '--to is a release such as 0.38.1, not "new"'),
        (("migrate", "-", "-", "--check"), "only one file can be standard input"),
    ],
)
def test_wrong_usage_is_told(arguments, message):
    outcome = helmwright("values", *arguments)

    assert outcome.code == 64
    assert message in outcome.err


def on_terminal(command: list[str], folder: Path) -> tuple[int, str]:
    """Runs a program whose standard output is a terminal."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(Path(helmwright_package.__file__).parents[1])}
    done = subprocess.run(
        command, check=False, cwd=folder, env=environment, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the end of a terminal, on Linux
        pass
    os.close(ours)
    return done.returncode, shown.decode()


class TestGet:
    @pytest.mark.parametrize(
        ("arguments", "shown"),
        [
            (("base.yaml", "prod.yaml", "db.port"), "5433\n"),
            (("prod.yaml", "db.port", "-f", "base.yaml"), "5434\n"),
            (("prod.yaml", "db.port", "--set", "db.port=1"), "1\n"),
            (("base.yaml", "db"), "password: '***'\nport: 5434\n"),
            (("base.yaml", "db", "-o", "json"), '{"password":"***","port":5434}\n'),
            (("base.yaml", "db.password", "--show-secrets", "-o", "raw"), "hunter2\n"),
            (("a", "--set", "a=yes", "-o", "raw"), "yes\n"),
            (("a", "--set", "a=yes"), '"yes"\n'),
            (("a[1].b", "--set", "a[1].b={x,y}", "-o", "raw"), '["x","y"]\n'),
        ],
    )
    def test_prints_what_files_and_flags_say(self, arguments, shown):
        assert helmwright("values", "get", *arguments).out == shown

    def test_takes_the_defaults_of_a_chart_if_asked(self, folder):
        write_chart(folder)

        assert helmwright("values", "get", "a", "--chart", "c").out == "1\n"

    def test_fails_for_what_is_not_set(self):
        outcome = helmwright("values", "get", "prod.yaml", "db.prt")

        assert outcome == (1, "", "Error: db.prt is not set; did you mean db.port?\n")

    def test_prints_a_secret_into_a_pipe(self):
        outcome = helmwright("values", "get", "base.yaml", "db.password")

        assert outcome == (0, "hunter2\n", "")

    def test_prints_no_secret_on_a_terminal_unless_it_is_asked_to(self, folder, monkeypatch):
        monkeypatch.setenv("NO_COLOR", "1")
        command = [sys.executable, "-m", "helmwright", "values", "get", "base.yaml", "db.password"]

        code, shown = on_terminal(command, folder)
        assert code == 1
        assert shown.startswith("Error: db.password is a secret; --show-secrets prints it")
        assert "hunter2" not in shown
        assert on_terminal([*command, "--show-secrets"], folder) == (0, "hunter2\r\n")

    def test_hides_what_looks_like_a_secret_without_a_schema(self, folder):
        (folder / "own.yaml").write_text(
            "smtpPass: abcd1\nenv:\n- {name: DB_PASSWORD, value: efgh2}\n"
            "url: redis://a:ijkl3@h\ntokens: [mnop4]\nnote: is abcd1\nsecretName: web\n"
        )

        shown = helmwright("values", "get", "own.yaml", "env").out + "".join(
            helmwright("values", "explain", "--all", "-f", "own.yaml").out
        )

        assert not re.search("abcd1|efgh2|ijkl3|mnop4", shown)
        assert "secretName" in shown
        assert "web" in shown


class TestSet:
    def test_changes_the_line_alone(self, folder):
        outcome = helmwright("values", "set", "prod.yaml", "db.port=1,db.user=a b", "x.z[0]=on")

        assert outcome == (0, "", "wrote prod.yaml\n")
        assert (folder / "prod.yaml").read_text() == (
            "# production\ndb:\n  port: 1   # moved\n  user: a b\nhttpPort: 8080\n"
            'x:\n  z:\n    - "on"\n'
        )

    @pytest.mark.parametrize(
        ("arguments", "line"),
        [
            (("a=0.20",), 'a: "0.20"'),
            (("a=20",), "a: 20"),
            (("a=20", "--string"), 'a: "20"'),
            (("a=null",), "a: null"),
            (("a={b,1}",), "a:\n  - b\n  - 1"),
            (('a={"b": [1.5, null]}', "--json"), "a:\n  b:\n    - 1.5\n    - null"),
            (("a=",), 'a: ""'),
            ((r"a\.b=1",), "a.b: 1"),
        ],
    )
    def test_takes_values_as_the_flags_do(self, arguments, line):
        assert (
            helmwright("values", "set", "-", *arguments, stdin=b"z: 1\n").out == f"z: 1\n{line}\n"
        )

    def test_sets_keys_below_one_that_is_blank(self):
        outcome = helmwright("values", "set", "-", "db.port=1", stdin=b"db: # c\nx: 1\n")

        assert outcome.out == "db: # c\n  port: 1\nx: 1\n"

    def test_writes_nothing_if_it_is_so_already(self, folder):
        outcome = helmwright("values", "set", "prod.yaml", "db.port=5433")

        assert outcome.err == "prod.yaml is up to date\n"
        assert (folder / "prod.yaml").read_text() == PROD

    def test_shows_a_difference_without_secrets(self, folder):
        outcome = helmwright("values", "set", "base.yaml", "db.port=1", "--diff")

        assert outcome.code == 0
        assert "-  port: 5434\n+  port: 1\n   password: ***\n" in outcome.out
        assert (folder / "base.yaml").read_text() == BASE
        secret = helmwright("values", "set", "base.yaml", "db.password=x", "--diff")
        assert secret.out == ""
        assert "only secret values change" in secret.err

    def test_a_misspelt_secret_is_hidden_before_and_after(self, folder):
        (folder / "old.yaml").write_text("db:\n  pasword: hunter2\n  port: 1 # not hunter2\n")

        changed = helmwright("values", "set", "old.yaml", "db.pasword=newone3,db.port=2", "--diff")
        fixed = helmwright("lint", "old.yaml", "--diff")

        assert not re.search("hunter2|newone3", changed.out + fixed.out)
        assert "-  port: 1 # not ***" in changed.out
        assert "-  pasword: ***\n+  password: ***\n" in fixed.out

    def test_leaves_a_file_alone_that_it_cannot_change(self, folder):
        (folder / "a.yaml").write_text("a: &x {b: 1}\nc: *x\n")

        outcome = helmwright("values", "set", "a.yaml", "new=1", "c.b=2")

        assert outcome.code == 1
        assert outcome.err.startswith("a.yaml:1:8:\nError: c.b cannot be edited in place")
        assert (folder / "a.yaml").read_text() == "a: &x {b: 1}\nc: *x\n"

    def test_says_that_a_file_is_missing(self):
        outcome = helmwright("values", "set", "none.yaml", "a=1")

        assert outcome == (1, "", "Error: open none.yaml: no such file or directory\n")


class TestExplain:
    def test_says_what_counts_and_what_would_without_it(self):
        files = ("-f", "base.yaml", "-f", "prod.yaml")

        outcome = helmwright("values", "explain", "db.port", *files, "--set", "db.port=1")

        assert outcome.code == 0
        lines = outcome.out.splitlines()
        assert lines[:4] == [
            "db.port: 1",
            "  set by      --set db.port",
            "  overrides   prod.yaml:3:3: 5433",
            "              base.yaml:2:3: 5434",
        ]
        assert "(default): 5432" in lines[4]
        assert "  The port of the database." in lines

    def test_lists_the_keys_of_a_map_without_secrets(self):
        outcome = helmwright("values", "explain", "db", "-f", "base.yaml")

        assert "hunter2" not in outcome.out
        rows = [line.split() for line in outcome.out.splitlines()]
        assert ["db.password", "***", "base.yaml:3:3"] in rows
        assert ["db.port", "5434", "base.yaml:2:3"] in rows

    def test_says_that_a_null_takes_a_default_away(self, folder):
        (folder / "n.yaml").write_text("db:\n  port: null\n")

        outcome = helmwright("values", "explain", "db.port", "-f", "n.yaml")

        assert outcome.out.startswith("db.port is not set\n  removed by  n.yaml:2:3\n")

    def test_explains_keys_that_are_not_set_and_items_of_lists(self):
        blank = helmwright("values", "explain", "db.hostAddress")
        item = helmwright("values", "explain", "resourcePools[0].pool_name")

        assert blank.out.startswith("db.hostAddress is not set\n  type        string\n")
        assert item.out.startswith("resourcePools[0].pool_name: default\n")
        assert "The name, once in all resource managers." in item.out

    def test_fails_for_a_key_that_nothing_knows(self):
        outcome = helmwright("values", "explain", "db.prt")

        assert outcome.code == 1
        assert "the chart says nothing about it; did you mean db.port?" in outcome.err

    def test_explains_everything_as_data(self, folder):
        write_chart(folder, {"values.yaml": "a: 1\nb:\n  c: x # why\n"})

        outcome = helmwright("values", "explain", "--all", "c", "--set", "a=2", "-o", "json")

        first, second = json.loads(outcome.out)
        assert first["key"] == "a"
        assert first["value"] == 2
        assert first["origin"] == {
            "kind": "flag", "name": "--set a", "line": None, "column": None, "value": 2,
        }  # fmt: skip
        assert [one["name"] for one in first["overridden"]] == ["c/values.yaml"]
        assert second["key"] == "b.c"
        assert (second["origin"]["line"], second["origin"]["column"]) == (2 + 1, 3)


class TestMigrate:
    NOTE = "prod.yaml:4:1: httpPort: since 0.13.5 it is called masterPort\n"
    NEW = PROD.replace("httpPort", "masterPort")

    def test_changes_one_file(self, folder):
        outcome = helmwright("values", "migrate", "prod.yaml")

        assert outcome == (0, "", f"{self.NOTE}wrote prod.yaml\n")
        assert (folder / "prod.yaml").read_text() == self.NEW

    def test_prints_one_file_where_that_is_asked_for(self, folder):
        outcome = helmwright("values", "migrate", "prod.yaml", "--output", "-")

        assert outcome == (0, self.NEW, self.NOTE)
        assert (folder / "prod.yaml").read_text() == PROD

    def test_reads_standard_input(self):
        assert helmwright("values", "migrate", "-", stdin=PROD.encode()).out == self.NEW

    def test_writes_files(self, folder):
        outcome = helmwright("values", "migrate", "prod.yaml", "base.yaml", "-i")

        assert outcome == (0, "", f"{self.NOTE}wrote prod.yaml\nbase.yaml is up to date\n")
        assert (folder / "prod.yaml").read_text() == self.NEW
        assert helmwright("values", "migrate", "prod.yaml", "--check").code == 0

    def test_checks_for_ci(self, folder):
        outcome = helmwright("values", "migrate", "prod.yaml", "base.yaml", "--check", "--diff")

        assert outcome.code == 1
        assert outcome.err == f"{self.NOTE}prod.yaml would change\n"
        assert outcome.out == (
            "--- prod.yaml\n+++ prod.yaml\n@@ -1,4 +1,4 @@\n # production\n db:\n"
            "   port: 5433   # moved\n-httpPort: 8080\n+masterPort: 8080\n"
        )
        assert (folder / "prod.yaml").read_text() == PROD

    def test_shows_no_secrets_in_a_difference(self, folder):
        (folder / "s.yaml").write_text("defaultPassword: hunter2\n")

        shown = helmwright("values", "migrate", "s.yaml", "--diff").out

        assert shown.endswith("-defaultPassword: ***\n+initialUserPassword: ***\n")

    def test_writes_nothing_if_a_key_is_set_twice(self, folder):
        (folder / "twice.yaml").write_text("slotsPerNode: 8\nmaxSlotsPerPod: 4\n")

        outcome = helmwright("values", "migrate", "prod.yaml", "twice.yaml", "--write")

        assert outcome.code == 1
        assert "twice.yaml:1:1:\nError: slotsPerNode: " in outcome.err
        assert (folder / "prod.yaml").read_text() == PROD

    def test_takes_the_releases_that_are_asked_for(self):
        old = b"fluent: {uid: 1}\ncheckpointStorage: {type: shared_fs}\n"

        kept = helmwright("values", "migrate", "-", "--to", "0.25.0", stdin=old)
        since = helmwright("values", "migrate", "-", "--from", "0.26.0", stdin=old)

        assert kept.out == old.decode()
        assert since.out == "checkpointStorage: {type: shared_fs, hostPath: /checkpoints}\n"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("values", ""), {"get", "set", "unset", "explain", "migrate"}),
        (("values", "m"), {"migrate"}),
        (
            ("values", "migrate", "--"),
            {"--check", "--diff", "--dry-run", "--from", "--to", "--write"},
        ),
        (("values", "explain", "db.p"), {"db.port", "db.password"}),
        (("values", "explain", "db.port", "--output", ""), {"text", "json"}),
    ],
)
def test_completion_knows_actions_flags_and_keys(words, expected):
    shown = {line.split("\t")[0] for line in helmwright("__complete", *words).out.splitlines()}

    assert expected <= shown


@pytest.mark.parametrize("words", [("values", "set", ""), ("values", "migrate", "a.yaml", "")])
def test_completion_leaves_files_to_the_shell(words):
    assert helmwright("__complete", *words).out == ":files\n"
