"""A pack that is broken is named once with what it came with; everything else works, and the exit code is 1."""

from __future__ import annotations

import json

import pytest
from tests.packs.scratch import SHOP, Ran, Scratch, pack, rule, with_rules

LINT = ("lint", "values.yaml", "--chart", "shop", "--select", "broken-yaml,good-rule")
VALUES = {**SHOP, "values.yaml": "a: 1\npayment: {merchant: m}\n", "broken.yaml": "a: [\n"}
PLACE = 'Error: the pack "acme" of acme-pack 1.0: '
GOOD = "good_pack:PACK", with_rules("good", {"one": rule("good-rule")})


def errors(ran: Ran) -> list[str]:
    return [line for line in ran.err.splitlines() if line.startswith("Error: ")]


def lint(scratch: Scratch, *arguments: str, debug: bool = False) -> Ran:
    scratch.write(VALUES)
    scratch.declare("good", *GOOD)
    return scratch.run(*LINT, *arguments, debug=debug)


LOADED = {
    "the module is missing": (
        {},
        "it cannot be loaded: ModuleNotFoundError: No module named 'acme_pack'\n",
    ),
    "the module cannot be parsed": (
        {"acme_pack.py": "PACK = (\n"},
        "it cannot be loaded: SyntaxError: '(' was never closed (acme_pack.py, line 1)\n",
    ),
    "the module raises": (
        {"acme_pack.py": "raise ValueError('a\\tb\\x1b[31m')\n"},
        "it cannot be loaded: ValueError: a\tb",
    ),
    "the module ends the program": (
        {"acme_pack.py": "import sys\nsys.exit(3)\n"},
        "it cannot be loaded: SystemExit: 3\n",
    ),
    "the module never ends to call itself": (
        {"acme_pack.py": "def f(): f()\nf()\n"},
        "it cannot be loaded: RecursionError: maximum recursion depth exceeded",
    ),
    "the name is missing": (
        {"acme_pack.py": ""},
        "it cannot be loaded: AttributeError: module 'acme_pack' has no attribute 'PACK'\n",
    ),
    "it is no pack": (
        {"acme_pack.py": "PACK = {}\n"},
        "it cannot be loaded: TypeError: expected a Pack, found a dict\n",
    ),
    "a part has another type": (
        {"acme_pack.py": pack("acme").replace("('shop',)", "'shop'")},
        "it cannot be loaded: TypeError: charts must be a tuple, not a text\n",
    ),
    "there is no such part": (
        {"acme_pack.py": pack("acme", "rule='x'")},
        "it cannot be loaded: TypeError: Pack.__init__() got an unexpected keyword argument 'rule'",
    ),
    "its name is that of the core": (
        {"acme_pack.py": pack("core")},
        "",
    ),
    "the package of its rules is missing": (
        {"acme_pack.py": pack("acme", "rules='acme_rules'")},
        "acme_rules cannot be loaded: ModuleNotFoundError: No module named 'acme_rules'\n",
    ),
    "a rule raises when it is loaded": (
        with_rules("acme", {"one": "1 / 0\n", "two": rule("acme-rule")}),
        "acme_pack.rules.things.one cannot be loaded: ZeroDivisionError: division by zero\n",
    ),
    "a rule is none": (
        with_rules("acme", {"one": "def check(): ...\n"}),
        "acme_pack.rules.things.one cannot be loaded: TypeError: its check is no rule, but a function\n",
    ),
    "a module has no rule": (
        with_rules("acme", {"one": ""}),
        (
            "acme_pack.rules.things.one cannot be loaded: AttributeError: "
            "module 'acme_pack.rules.things.one' has no attribute 'check'\n"
        ),
    ),
    "a part of a rule has another type": (
        with_rules("acme", {"one": rule("acme-rule").replace("Severity.ERROR", "'error'")}),
        "acme_pack.rules.things.one cannot be loaded: TypeError: severity of a rule must be a Severity, not a text\n",
    ),
}


@pytest.mark.parametrize("case", LOADED)
def test_what_is_wrong_with_a_pack_is_said_once_and_the_rest_works(
    scratch: Scratch, case: str
) -> None:
    files, said = LOADED[case]
    scratch.declare("acme", "acme_pack:PACK", files)

    ran = lint(scratch)

    assert "values.yaml:1:4: error: it is there [good-rule]" in ran.out
    assert (
        (said and PLACE + said) or 'the pack "core" of acme-pack 1.0: the name stands'
    ) in ran.err
    assert len(errors(ran)) == 1
    assert "Traceback" not in ran.err
    assert "\x1b" not in ran.err
    assert ran.code == 1


@pytest.mark.parametrize("case", ["the module is missing", "a rule raises when it is loaded"])
def test_the_exit_code_is_1_though_nothing_is_found(scratch: Scratch, case: str) -> None:
    scratch.declare("acme", "acme_pack:PACK", LOADED[case][0])
    scratch.write(VALUES)

    ran = scratch.run("lint", "values.yaml", "--chart", "shop", "--select", "broken-yaml")

    assert "no findings" in ran.out
    assert ran.code == 1


def test_commands_that_ask_for_no_pack_say_nothing(scratch: Scratch) -> None:
    scratch.declare("acme", "nowhere:PACK", {})
    scratch.write(SHOP)

    assert scratch.run("template", "shop", "--set", "payment.merchant=m").code == 0
    assert scratch.run("version").err == ""


def test_debugging_shows_where_it_is_raised(scratch: Scratch) -> None:
    scratch.declare("acme", "acme_pack:PACK", {"acme_pack.py": "1 / 0\n"})

    err = lint(scratch, debug=True).err

    assert 'acme_pack.py", line 1, in <module>' in err
    assert "ZeroDivisionError: division by zero" in err


VIEW = (
    "from helmwright.lint import View\n"
    "THINGS = View('things', 'acme_pack.views:things')\n"
    "def things(subject):\n    {}\n"
)


@pytest.mark.parametrize(
    ("view", "said"),
    [
        ("raise KeyError('a')", "its view things raises KeyError: 'a'"),
        ("yield from 1", "its view things raises TypeError: 'int' object is not iterable"),
        ("return None", "its view things raises TypeError: 'NoneType' object is not iterable"),
    ],
)
def test_a_view_that_raises_is_told_once_for_all_rules_that_read_it(
    scratch: Scratch, view: str, said: str
) -> None:
    reading = rule("acme-rule").replace("Reads.VALUES", "THINGS")
    reading = f"from acme_pack.views import THINGS\n{reading}"
    rules = {"one": reading, "two": reading.replace("acme-rule", "acme-other")}
    files = {**with_rules("acme", rules), "acme_pack/views.py": VIEW.format(view)}
    scratch.declare("acme", "acme_pack:PACK", files)

    ran = lint(scratch, "--select", "acme-other")

    assert "error: it is there [good-rule]" in ran.out
    assert ran.err == (
        'Error: rule acme-other failed, which is a fault of the pack "acme" of acme-pack 1.0; '
        f"all others have run: {said}\n"
    )
    assert ran.code == 1


def test_a_rule_that_raises_is_told_and_all_others_run(scratch: Scratch) -> None:
    body = "raise OSError('no')\n    yield"
    scratch.declare("acme", "acme_pack:PACK", with_rules("acme", {"one": rule("acme-rule", body)}))

    selected = "--select", "acme-rule"
    ran = lint(scratch, *selected)
    data = json.loads(lint(scratch, *selected, "--format", "json").out)

    assert "error: it is there [good-rule]" in ran.out
    assert ran.err == (
        'Error: rule acme-rule failed, which is a fault of the pack "acme" of acme-pack 1.0; '
        "all others have run: OSError: no\n"
    )
    assert data["failures"] == [{"rule": "acme-rule", "message": "OSError: no"}]


def test_of_two_rules_with_one_name_the_first_counts(scratch: Scratch) -> None:
    mine = {"one": rule("broken-yaml"), "two": rule("good-rule"), "three": rule("acme-rule")}
    aliased = rule("good-other").replace("summary=", "aliases=('acme-rule',), summary=")
    scratch.declare("acme", "acme_pack:PACK", with_rules("acme", mine))
    scratch.write(VALUES)
    scratch.declare(
        "good", "good_pack:PACK", with_rules("good", {"one": rule("good-rule"), "two": aliased})
    )

    ran = scratch.run("lint", "--list-rules", "--format", "json")

    packs = {one["rule"]: one["pack"] for one in json.loads(ran.out)["rules"]}
    assert [packs.get(name) for name in ("broken-yaml", "good-rule", "acme-rule")] == [
        "core",
        "acme",
        "acme",
    ]
    assert "good-other" not in packs
    assert sorted(ran.err.splitlines()) == [
        (
            'Error: the pack "acme" of acme-pack 1.0: its rule "broken-yaml" has the name of one of '
            "helmwright, and is left out"
        ),
        (
            'Error: the pack "good" of good-pack 1.0: its rule "good-other" has the name "acme-rule" of '
            'one of the pack "acme" of acme-pack 1.0, and is left out'
        ),
        (
            'Error: the pack "good" of good-pack 1.0: its rule "good-rule" has the name of one of '
            'the pack "acme" of acme-pack 1.0, and is left out'
        ),
    ]
    assert ran.code == 1


def test_of_two_packs_with_one_name_the_first_counts(scratch: Scratch) -> None:
    scratch.declare("acme", "acme_pack:PACK", {"acme_pack.py": pack("same", "version='1'")})
    scratch.declare("good", "good_pack:PACK", {"good_pack.py": pack("same", "version='2'")})

    ran = scratch.run("lint", "--list-rules")

    assert ran.err == (
        'Error: the pack "same" of good-pack 1.0: the pack of acme-pack 1.0 has this name already, '
        "so this one is left out\n"
    )


COMMAND = "def run(context, arguments):\n    {}\n"


def with_command(name: str, command: str, body: str) -> dict[str, str]:
    return {
        f"{name}_pack.py": pack(
            name, f"commands=(Command({command!r}, 'Do it', '{name}_command'),)"
        ),
        f"{name}_command.py": COMMAND.format(body),
    }


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            with_command("acme", "shop", "return 1 / 0"),
            'its command "shop" raises ZeroDivisionError: division by zero',
        ),
        (
            with_command("acme", "shop", "return 'done'"),
            "its command \"shop\" raises TypeError: it returns no exit code, but 'done'",
        ),
        (
            {**with_command("acme", "shop", ""), "acme_command.py": "1 / 0\n"},
            "acme_command cannot be loaded: ZeroDivisionError: division by zero",
        ),
        (
            {**with_command("acme", "shop", ""), "acme_command.py": "RUN = 1\n"},
            "acme_command has no function run",
        ),
    ],
    ids=["raises", "returns", "imports", "lacks"],
)
def test_a_command_that_is_broken_is_a_fault_of_its_pack(
    scratch: Scratch, files: dict[str, str], said: str
) -> None:
    scratch.declare("acme", "acme_pack:PACK", files)

    ran = scratch.run("shop")

    assert (ran.code, ran.out, ran.err) == (1, "", f"{PLACE}{said}\n")


def test_a_command_whose_name_is_taken_is_left_out(scratch: Scratch) -> None:
    for name, command in (
        ("acme", "lint"),
        ("bcme", "shop"),
        ("ccme", "shop"),
        ("dcme", "podspec"),
    ):
        files = with_command(name, command, "context.write('here'); return 0")
        scratch.declare(name, f"{name}_pack:PACK", files)

    ran = scratch.run("shop")

    assert ran.out == "here"
    assert ran.err.splitlines() == [
        (
            'Error: the pack "acme" of acme-pack 1.0: its command "lint" has the name of one of '
            "helmwright, and is left out"
        ),
        (
            'Error: the pack "ccme" of ccme-pack 1.0: its command "shop" has the name of one of '
            'the pack "bcme" of bcme-pack 1.0, and is left out'
        ),
        (
            'Error: the pack "dcme" of dcme-pack 1.0: its command "podspec" has the name of one of '
            "helmwright, and is left out"
        ),
    ]
    assert ran.code == 1


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("migrations='acme_pack:nothing'", "acme_pack:nothing cannot be loaded: AttributeError"),
        ("migrations='acme_pack:raising'", "acme_pack:raising raises KeyError: 'a'"),
        ("migrations='acme_pack:late'", "acme_pack:late raises ZeroDivisionError"),
        (
            "migrations='acme_pack:other'",
            "acme_pack:other raises TypeError: one of what it returns is no OldKey: int",
        ),
    ],
)
def test_migrations_that_raise_leave_the_file_alone(scratch: Scratch, more: str, said: str) -> None:
    functions = (
        "def raising(to, origin): return {}['a']\n"
        "def late(to, origin): return lambda values: 1 / 0\n"
        "def other(to, origin): return lambda values: [1]\n"
    )
    scratch.declare("acme", "acme_pack:PACK", {"acme_pack.py": pack("acme", more) + functions})
    scratch.write(VALUES)

    ran = scratch.run("values", "migrate", "values.yaml", "--chart", "shop")

    assert said in ran.err
    assert len(errors(ran)) == 1
    assert ran.code == 1
    assert (scratch.work / "values.yaml").read_text() == VALUES["values.yaml"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("secret_paths=('a..b',)", '"a..b" in secret_paths is no path such as users[].token'),
        ("schema='acme_pack:broken'", "acme_pack:broken returns no JSON: Expecting value"),
        ("schema='acme_pack:raising'", "acme_pack:raising raises KeyError: 'a'"),
    ],
)
def test_what_a_pack_knows_of_values_may_be_broken(scratch: Scratch, more: str, said: str) -> None:
    functions = "def broken(name, version): return 'x'\ndef raising(*_): return {}['a']\n"
    scratch.declare("acme", "acme_pack:PACK", {"acme_pack.py": pack("acme", more) + functions})
    scratch.write(VALUES)

    ran = scratch.run("diff", "values", "shop", "-f", "values.yaml", "--to-set", "queue.url=x")

    assert PLACE + said in ran.err
    assert "queue.url" in ran.out
    assert ran.code == 1


def test_a_pack_can_know_the_schema_of_a_chart_that_has_none(scratch: Scratch) -> None:
    schema = {"properties": {"queue": {"properties": {"url": {"description": "Where to read"}}}}}
    text = f"import json\ndef schema(name, version):\n    return json.dumps({schema!r})\n"
    files = {"acme_pack.py": pack("acme", "schema='acme_pack:schema'") + text}
    scratch.declare("acme", "acme_pack:PACK", files)
    scratch.write(SHOP)

    assert "Where to read" in scratch.run("values", "explain", "queue.url", "shop").out
    scratch.write({".helmwright.yaml": "chart: shop\n"})
    assert "Where to read" in scratch.run("schema", "show", "queue.url").out
