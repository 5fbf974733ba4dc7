"""``.helmignore``, with results of Helm 4.2.4."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ChartError
from helmwright.base.log import ignore
from helmwright.charts.ignore import parse_rules

FILES = ("d/y.txt", "d/z.md", "d/e/w.txt", "x.txt")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("", FILES),
        ("# *.txt\n\n  ", FILES),
        ("*.txt", ("d/z.md",)),
        ("\ufeff*.md\r\n/x.txt", ("d/y.txt", "d/e/w.txt")),
        ("d/*.txt", ("d/z.md", "d/e/w.txt", "x.txt")),
        ("[xw].txt", ("d/y.txt", "d/z.md")),
        ("?.md", ("d/y.txt", "d/e/w.txt", "x.txt")),
        ("x.txt/", FILES),
        ("!x.txt", ("x.txt",)),
        ("!*.txt\nx*", ("d/y.txt", "d/e/w.txt")),
    ],
)
def test_rules_decide_about_files(text, kept):
    rules = parse_rules(text.encode(), log=ignore)
    assert tuple(name for name in FILES if not rules.ignores(name, is_directory=False)) == kept


@pytest.mark.parametrize(
    ("text", "ignored"),
    [
        ("d", True),
        ("d/", True),
        ("/d", True),
        ("e/", False),
        ("e/d", False),
        ("!d/", False),
        ("!e/", True),
    ],
)
def test_rules_decide_about_directories(text, ignored):
    assert parse_rules(text.encode(), log=ignore).ignores("d", is_directory=True) is ignored


@pytest.mark.parametrize(
    ("name", "ignored"),
    [
        ("templates/.x", True),
        ("templates/.", False),
        ("templates/a/.x", False),
        ("charts/s/templates/.x", False),
    ],
)
def test_dotfiles_among_the_templates_are_ignored(name, ignored):
    assert parse_rules(b"", log=ignore).ignores(name, is_directory=False) is ignored


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a**b", "double-star (**) syntax is not supported"),
        ("[]a]", "syntax error in pattern"),
        ("a\\", "syntax error in pattern"),
        ("x" * 65536, "bufio.Scanner: token too long"),
    ],
)
def test_rules_are_refused(text, message):
    with pytest.raises(ChartError) as caught:
        parse_rules(text.encode(), log=ignore)
    assert caught.value.message == message


def test_a_rule_that_breaks_when_it_is_used_matches_nothing():
    records = []
    rules = parse_rules(b"\\/", log=lambda *record, **rest: records.append((record, rest["rule"])))
    assert not rules.ignores("x", is_directory=True)
    assert records == [(("ERROR", "failed to compile"), "\\")]
