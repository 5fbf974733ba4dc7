"""The grammar of flags; expectations are what pflag 1.0.10 does in helm 4.2.4."""

from __future__ import annotations

import io
from typing import NamedTuple

import pytest

from helmwright.base.errors import UsageError
from helmwright.cli.template_flags import TemplateFlags
from helmwright.commands import Context, Leaving
from helmwright.commands.command import HelpRequested, parse
from helmwright.commands.terminal import Screen


class Parsed(NamedTuple):
    flags: TemplateFlags
    arguments: list[str]


def parsed(*arguments: str) -> tuple[Parsed, str]:
    stderr = io.BytesIO()
    context = Context(io.BytesIO(), io.BytesIO(), stderr, Leaving(), Screen())
    result = parse(TemplateFlags, arguments, context)
    return Parsed(*result), stderr.getvalue().decode()


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["-f", "a", "-f", "b"], ["a", "b"]),
        (["-fa"], ["a"]),
        (["-f=a"], ["a"]),
        (["-f="], ["="]),
        (["--values", "a"], ["a"]),
        (["--values=a,b", "-f", "c"], ["a", "b", "c"]),
        (["--values="], []),
        (["-f", ""], []),
        (["-f", ","], ["", ""]),
        (["-f", '"a,b.yaml"'], ["a,b.yaml"]),
        (["-f", 'x,"a""b",y'], ["x", 'a"b', "y"]),
        (["-f", "a\nb"], ["a"]),
        (["-f", "\n\na,b"], ["a", "b"]),
        (["-f", '"a\r\nb"'], ["a\nb"]),
        (["-gf", "a"], ["a"]),
        (["-gfa"], ["a"]),
    ],
)
def test_reads_lists_in_every_spelling(arguments: list[str], expected: list[str]) -> None:
    assert parsed(*arguments)[0].flags.values == expected


def test_does_not_split_arrays_at_commas() -> None:
    assert parsed("--set", "a=1,b=2", "--set=c=3")[0].flags.set == ["a=1,b=2", "c=3"]


@pytest.mark.parametrize(
    ("argument", "expected"),
    [("", True), ("=true", True), ("=T", True), ("=1", True), ("=false", False), ("=0", False)],
)
def test_reads_switches(argument: str, expected: bool) -> None:  # noqa: FBT001 - a parameter
    assert parsed(f"--no-hooks{argument}")[0].flags.no_hooks is expected


def test_a_switch_does_not_take_the_next_argument() -> None:
    result, _ = parsed("--no-hooks", "false", "c")
    assert (result.flags.no_hooks, result.arguments) == (True, ["false", "c"])


def test_flags_may_follow_arguments_until_two_dashes() -> None:
    result, _ = parsed("n", "--debug", "c", "--", "--debug", "-x")
    assert result.arguments == ["n", "c", "--debug", "-x"]
    assert result.flags.given == {"debug"}


def test_a_single_dash_is_an_argument() -> None:
    assert parsed("-", "c")[0].arguments == ["-", "c"]


def test_merges_pairs_and_takes_a_single_pair_as_it_is() -> None:
    assert parsed("-l", "a=b,c=d", "-la=x")[0].flags.labels == {"a": "x", "c": "d"}
    assert parsed("-l", '"a=b,c"')[0].flags.labels == {"a": "b,c"}


def test_flags_of_go_test_programs_are_passed_over() -> None:
    assert parsed("-test.v", "c")[0].arguments == ["c"]


def test_flags_of_the_logging_library_are_known() -> None:
    assert parsed("-v2", "--logtostderr=1", "--vmodule=a=1")[0].flags.v == 2


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["--nope"], "unknown flag: --nope"),
        (["--value", "a"], "unknown flag: --value"),
        (["---x"], "bad flag syntax: ---x"),
        (["--=x"], "bad flag syntax: --=x"),
        (["-z"], "unknown shorthand flag: 'z' in -z"),
        (["-gz"], "unknown shorthand flag: 'z' in -z"),
        (["-g="], "unknown shorthand flag: '=' in -="),
        (["-é"], "unknown shorthand flag: 'Ã' in -é"),
        (["-gn"], "flag needs an argument: 'n' in -n"),
        (["--set"], "flag needs an argument: --set"),
        (
            ["--no-hooks=x"],
            'invalid argument "x" for "--no-hooks" flag: strconv.ParseBool: parsing "x": invalid syntax',
        ),
        (
            ["--generate-name=x"],
            'invalid argument "x" for "-g, --generate-name" flag: strconv.ParseBool: parsing "x": invalid syntax',
        ),
        (
            ["-f", 'a"b'],
            'invalid argument "a\\"b" for "-f, --values" flag: parse error on line 1, column 2: bare " in non-quoted-field',
        ),
        (
            ["-f", '"a\nb'],
            'invalid argument "\\"a\\nb" for "-f, --values" flag: record on line 1; parse error on line 2, column 2: extraneous or missing " in quoted-field',
        ),
        (["-f", "\n"], 'invalid argument "\\n" for "-f, --values" flag: EOF'),
        (
            ["-l", "a"],
            'invalid argument "a" for "-l, --labels" flag: a must be formatted as key=value',
        ),
        (
            ["--burst-limit=x"],
            'invalid argument "x" for "--burst-limit" flag: strconv.ParseInt: parsing "x": invalid syntax',
        ),
        (
            ["--timeout=1"],
            'invalid argument "1" for "--timeout" flag: time: missing unit in duration "1"',
        ),
        (
            ["--wait=x"],
            'invalid argument "x" for "--wait" flag: invalid wait input "x". Valid inputs are watcher, hookOnly, and legacy',
        ),
        (["--logtostderr=x"], 'invalid argument "x" for "--logtostderr" flag: parse error'),
        (
            ["--log-backtrace-at=x"],
            'invalid argument "x" for "--log-backtrace-at" flag: syntax error: expect file.go:234',
        ),
        (["--help", "--nope"], "unknown flag: --nope"),
    ],
)
def test_refuses_with_the_words_of_pflag(arguments: list[str], error: str) -> None:
    with pytest.raises(UsageError) as caught:
        parsed(*arguments)
    assert caught.value.message == error


def test_notices_follow_a_correct_command_line() -> None:
    _, said = parsed("--force", "--atomic=false", "--force")
    notice = "Flag --force has been deprecated, use --force-replace instead\n"
    other = "Flag --atomic has been deprecated, use --rollback-on-failure instead\n"
    assert said == notice + other + notice


def test_warns_of_wait_as_a_switch() -> None:
    assert parsed("--wait=true")[1] == (
        'level=WARN msg="--wait=true is deprecated (boolean value) and can be replaced with --wait=watcher"\n'
    )


@pytest.mark.parametrize("argument", ["-h", "--help", "--help=true", "-gh"])
def test_help_is_a_request(argument: str) -> None:
    with pytest.raises(HelpRequested):
        parsed(argument)
