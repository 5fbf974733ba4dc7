"""Makes the cases of a campaign: case number N of a seed is always the same."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from tests.fuzz import words
from tests.fuzz.case import CLOSED, FuzzCase
from tests.fuzz.languages import change_named
from tests.fuzz.mutations import change_bytes, change_tree
from tests.fuzz.starts import starts

from helmwright.cli.command_table import COMMANDS, module_of

if TYPE_CHECKING:
    from collections.abc import Sequence

WEIGHTS = {
    "template": 40, "lint": 12, "patch": 10, "patch create": 4, "diff values": 4, "diff chart": 3, "diff golden": 3,
    "diff release": 6, "diff manifests": 8, "docs": 3, "images": 3, "compat": 4, "unittest": 10, "golden run": 3, "golden update": 2,
    "golden list": 2, "golden new": 1, "values get": 5, "values set": 5, "values explain": 4, "values migrate": 3,
    "values render": 4, "schema bundle": 4, "schema show": 3, "podspec": 4, "completion": 3, "help": 1,
    "capacity": 0.3, "lint determined": 0.1, "template determined": 0.1, "podspec determined": 0.1,
}  # fmt: skip
"""How often a family is drawn; those with the bundled chart take a hundred times as long."""
_NAMES = (
    "\x1b[31m.yaml",
    "\u202ex.yaml",
    "a\nb_test.yaml",
    "::error::x.yaml",
    "a b.yaml",
    "-x",
    "x" * 200,
    "\udcff.yaml",
    ".helmignore",
)
_VARIABLES = (
    "NO_COLOR",
    "FORCE_COLOR",
    "GITHUB_STEP_SUMMARY",
    "KUBECONFIG",
    "HELM_NAMESPACE",
    "TERM",
    "COLUMNS",
    "XDG_CACHE_HOME",
    "TZ",
    "LANG",
    "GITHUB_ACTIONS",
)

_CHARTS = ("c", "./c", "c.tgz", "d")
"""Without one of them it would be the bundled chart, which takes long."""


def make_case(seed: int, number: int, commands: Sequence[str] = ()) -> FuzzCase:
    """Returns a case of a campaign.

    commands: the families to draw from; all by default.
    """
    random = Random(f"{seed}:{number}")  # noqa: S311 - chance that repeats is what is wanted
    names, weights = _families(tuple(commands))
    start = random.choice(starts()[random.choices(names, weights)[0]])
    case = start.copy()
    case.note = f"seed {seed}, case {number}"
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 6))):
        _change(random, case)
    chart = next((one for one in start.argv if one in _CHARTS), "")
    if chart and chart not in case.argv and random.random() < 0.99:
        case.argv.append(chart)
    return case


@cache
def _families(commands: tuple[str, ...]) -> tuple[list[str], list[float]]:
    names = [name for name in starts() if not commands or name.startswith(commands)]
    if not names:
        raise SystemExit(f"no family is called {', '.join(commands)}: {', '.join(starts())}")
    return names, [WEIGHTS.get(name, 1) for name in names]


def _change(random: Random, case: FuzzCase) -> None:
    """Changes a case in one place: mostly a file, else the command line or what is around it."""
    chance = random.random()
    if chance < 0.72 and case.files:
        name = random.choice(list(case.files))
        case.files[name] = change_named(random, name, case.files[name])
    elif chance < 0.78 and case.stdin and case.stdin != CLOSED:
        change = change_bytes if random.random() < 0.5 else _as_tree
        case.stdin = change(random, case.stdin)
    elif chance < 0.93:
        _change_arguments(random, case)
    elif chance < 0.99:
        _change_files(random, case)
    else:
        case.environment[random.choice(_VARIABLES)] = random.choice(words.ARGUMENTS).replace(
            "\0", ""
        )


def _as_tree(random: Random, text: bytes) -> bytes:
    return change_tree(random, text, words.CHART_WORDS)


def _change_arguments(random: Random, case: FuzzCase) -> None:
    argv = case.argv
    own = len(case.command.split())
    what = random.randrange(10)
    if what < 6:
        flag = random.choice(flags_of(case.command) or [("help", True)])
        name, bare = flag
        value = random.choice((*words.ARGUMENTS, *case.files))
        argv += [f"--{name}"] if bare and random.random() < 0.9 else [f"--{name}={value}"]
    elif what == 6 and len(argv) > own:
        argv[random.randrange(own, len(argv))] = random.choice((*words.ARGUMENTS, *case.files))
    elif what == 7 and len(argv) > own:
        del argv[random.randrange(own, len(argv))]
    elif what == 8:
        argv.insert(
            random.randrange(own, len(argv) + 1), random.choice((*words.ARGUMENTS, *case.files))
        )
    else:
        places = [place for place, one in enumerate(argv) if place >= own and one in case.files]
        if places:
            place = random.choice(places)
            case.stdin = random.choice((case.files[argv[place]], b"", CLOSED))
            argv[place] = "-"


def _change_files(random: Random, case: FuzzCase) -> None:
    names = list(case.files)
    if not names:
        return
    name = random.choice(names)
    what = random.randrange(6)
    if what == 0:
        del case.files[name]
    elif what == 1:
        case.files[name] = case.files[random.choice(names)]
    elif what == 2:
        other = random.choice(starts()[random.choice(list(starts()))])
        if other.files:
            case.files[name] = other.files[random.choice(list(other.files))]
    elif what == 3:
        folder = name.rpartition("/")[0]
        new = f"{folder}/{random.choice(_NAMES)}".lstrip("/")
        case.files[new] = case.files[name]
        case.argv = [new if one == name and random.random() < 0.7 else one for one in case.argv]
    elif what == 4:
        case.links[f"{name}.link"] = random.choice(
            ("nowhere", "../../outside", ".", name, "/dev/zero", "/")
        )
    else:
        link = case.files.pop(name)
        case.files[f"{name}.moved"] = link
        case.links[name] = random.choice((f"{name.rpartition('/')[2]}.moved", "..", "nowhere"))


@cache
def flags_of(command: str) -> list[tuple[str, bool]]:
    """Returns the name of each flag of a family's command, and whether it stands alone."""
    name, _, action = command.removesuffix(" determined").partition(" ")
    if name in ("help", "completion"):
        return []
    if name == "diff":
        found = import_module("helmwright.cli.diff").ACTIONS[action].flags.declared()
    elif name not in COMMANDS:
        found = module_of(name).COMMAND.flags.declared()
    else:
        module = f"{name}_{action}" if name in ("golden", "values") or action == "create" else name
        found = import_module(f"helmwright.cli.{module}").COMMAND.flags.declared()
    unwanted = ("jobs", "helm", "engine", "registry")  # other processes, and the network
    return [(flag.name, flag.bare is not None) for flag in found if flag.name not in unwanted]
