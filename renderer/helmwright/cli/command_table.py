"""The commands of the program, and those that packs bring, which are looked for when a name is none of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import HelmwrightError
from helmwright.commands import OutputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.commands import Context
    from helmwright.packs.interface import Command, Pack

COMMANDS = {
    "template": "Render a chart as 'helm template' does",
    "diff": "Say what a change of values or charts does to a cluster",
    "drift": "Say what others have changed of a release in a cluster",
    "lint": "Find mistakes in values files and charts",
    "compat": "Say what the move from Helm 3 to Helm 4 changes for a chart",
    "images": "List the container images of a chart",
    "docs": "Write the reference of a chart's values",
    "schema": "Write or show the schema of a chart's values",
    "values": "Read, explain and change values files",
    "golden": "Keep what a chart renders to in files, and see what changes",
    "unittest": "Run test suites written for helm-unittest",
    "repo": "Add, list, update and remove chart repositories",
    "search": "Find charts in repositories",
    "pull": "Fetch charts from repositories into a folder",
    "show": "Print what is in a chart",
    "dependency": "Fetch the charts that a chart depends on",
    "package": "Pack a chart into an archive",
    "verify": "Say who signed the archive of a chart",
    "push": "Upload a chart to a registry",
    "registry": "Log in at a registry, or forget a login",
    "patch": "Apply patches to manifests, or make patches",
    "completion": "Print a completion script for a shell",
    "version": "Print the version",
    "help": "Explain a command",
}
"""Command name to a line of help; each is a module of this package with ``run(context, arguments)``."""
_INTERNAL = "__complete"
_LAST = ("completion", "version", "help")
"""The commands that lists have behind those of packs."""


def known_commands() -> dict[str, str]:
    """Return the commands of the program and of packs, in the order of lists, with a line of help each."""
    first = {name: text for name, text in COMMANDS.items() if name not in _LAST}
    brought = {name: command.help for name, command in pack_commands().items()}
    return {**first, **brought, **{name: COMMANDS[name] for name in _LAST}}


def pack_commands() -> dict[str, Command]:
    """Return the commands of packs by name, sorted; those whose names are taken are left out."""
    return {name: command for name, (_, command) in _found().items()}


@lru_cache(maxsize=1)
def _found() -> dict[str, tuple[Pack, Command]]:
    from helmwright.packs.loading import load_packs
    from helmwright.packs.places import OWN

    packs = load_packs()
    found: dict[str, tuple[Pack, Command]] = {}
    for pack in packs.packs:
        for command in pack.commands:
            name = command.name
            if name in COMMANDS or name == _INTERNAL:
                owner = OWN
            elif name in found:
                owner = packs.owner_of(found[name][0].name)
            elif not name or name.startswith("-"):
                packs.add_problem(pack, f'its command "{name}" has no name that can be called')
                continue
            else:
                found[name] = pack, command
                continue
            reason = f'its command "{name}" has the name of one of {owner}, and is left out'
            packs.add_problem(pack, reason)
    return dict(sorted(found.items()))


def module_of(name: str) -> Any:
    """Return the module of a pack's command; None if it cannot be loaded, or is none."""
    from helmwright.packs.loading import import_from_packages, load_packs

    pack, command = _found()[name]
    packs = load_packs()
    module = packs.guarded_load(pack, command.module, lambda: import_from_packages(command.module))
    if module is not None and not callable(getattr(module, "run", None)):
        packs.add_problem(pack, f"{command.module} has no function run")
        return None
    return module


def find_command(name: str) -> Callable[[Context, list[str]], int] | None:
    """Return what runs a command of a pack; None if no pack has it."""
    if name not in _found():
        return None
    from helmwright.packs.loading import load_packs
    from helmwright.packs.places import OWN

    pack, _ = _found()[name]

    def run(context: Context, arguments: list[str]) -> int:
        module = module_of(name)
        if module is None:
            return 1
        if load_packs().owner_of(pack.name) == OWN:
            return int(module.run(context, arguments))
        return _guarded(name, pack, module.run, context, arguments)

    return run


def _guarded(
    name: str, pack: Pack, run: Callable[..., Any], context: Context, arguments: list[str]
) -> int:
    """Run a stranger's command; what it raises that is no error of ours is told as its fault."""
    try:
        code = run(context, arguments)
        if type(code) is not int:
            raise TypeError(f"it returns no exit code, but {code!r}")  # noqa: TRY301 - told as the others are
    except (HelmwrightError, OutputError, RecursionError, MemoryError):
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's function may raise anything
        from helmwright.packs.loading import load_packs

        reason = f'its command "{name}" raises {type(error).__name__}: {error}'
        load_packs().add_problem(pack, reason)
        return 1
    return code
