"""Classes of flags: what a command declares is what it gets."""

from __future__ import annotations

import io

from helmwright.commands import Context, Leaving
from helmwright.commands.command import Command, parse
from helmwright.commands.flags import Flags, integer, string, string_array, switch
from helmwright.commands.options import ContextFlags, UserValuesFlags, ValuesFlags
from helmwright.commands.terminal import Screen


class GreetFlags(UserValuesFlags):
    loud: bool = switch("greet in capitals", "l")
    from_: str = string("who greets", default="me")
    how_often: int | None = integer("how often", default=None)
    also: list[str] = string_array("somebody else", value_name="name")


class PoliteFlags(GreetFlags):
    loud: bool = switch("bow")


def context() -> Context:
    return Context(io.BytesIO(), io.BytesIO(), io.BytesIO(), Leaving(), Screen())


def test_each_attribute_has_the_value_of_its_flag() -> None:
    line = ["-l", "--from=you", "a", "--how-often", "0", "--also", "b", "--also=c", "-f", "d,e"]

    flags, arguments = parse(GreetFlags, line, context())

    assert (flags.loud, flags.from_, flags.how_often) == (True, "you", 0)
    assert (flags.also, flags.values) == (["b", "c"], ["d", "e"])
    assert arguments == ["a"]
    assert flags.given == {"loud", "from", "how-often", "also", "values"}


def test_flags_that_are_not_given_have_their_defaults() -> None:
    flags, _ = parse(GreetFlags, [], context())

    assert (flags.loud, flags.from_, flags.how_often, flags.also) == (False, "me", None, [])
    assert vars(GreetFlags()) | {"given": frozenset()} == vars(flags)


def test_no_command_line_changes_the_defaults() -> None:
    first, _ = parse(GreetFlags, [], context())
    first.also.append("x")
    parse(GreetFlags, ["--also", "y"], context())

    assert parse(GreetFlags, [], context())[0].also == []


def test_flags_can_be_made_without_a_command_line() -> None:
    flags = GreetFlags(loud=True, values=["a.yaml"])

    assert (flags.loud, flags.values, flags.from_) == (True, ["a.yaml"], "me")


def test_a_command_has_the_flags_of_all_classes_that_it_inherits_from() -> None:
    names = [one.name for one in GreetFlags.declared()]

    assert len(names) == len(set(names))
    for group in (Flags, ValuesFlags, ContextFlags):
        assert {one.name for one in group.declared()} <= set(names)
    assert [one.name for one in GreetFlags.own()] == ["loud", "from", "how-often", "also"]


def test_a_flag_that_is_declared_anew_is_another_one() -> None:
    found = {one.name: one for one in PoliteFlags.declared()}

    assert found["loud"].help == "bow"
    assert found["loud"].short == ""
    assert found["from"].default == "me"


def test_the_help_has_own_flags_and_those_of_classes_with_a_heading() -> None:
    written = context()
    command = Command("greet", "Greet.", "  greet\n", GreetFlags, lambda *_: 3)

    assert command.run(written, ["--help"]) == 0
    text = written.stdout.getvalue().decode()  # type: ignore[attr-defined]
    own, values = text.split("\nValues:\n")
    assert "\nFlags:\n      --also NAME " in own
    assert "  -h, --help " in own
    assert "--set KEY=VALUE" in values
    assert "--loud" not in values
    assert command.run(context(), []) == 3
