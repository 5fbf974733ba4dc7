"""The packs that are installed, loaded; what is wrong with one of them is kept to be told."""

from __future__ import annotations

import os
import sys
from _thread import RLock
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError, HelmwrightError
from helmwright.packs.interface import Command, Fact, Pack
from helmwright.packs.places import OWN, declared, installed_folders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from helmwright.packs.places import Declared

_LOADING = RLock()
_RESERVED = "core"
"""The name that lists of rules have for those of no pack."""
_TEXTS = ("version", "rules", "overrides", "release", "example_chart", "documents", "schema")


class PackProblem(NamedTuple):
    """Something that is wrong with a pack.

    pack: its name. distribution: that it came with. reason: a clause. trace: where it was raised, if
    HELMWRIGHT_DEBUG asks for that.
    """

    pack: str
    distribution: str
    reason: str
    trace: str = ""

    def __str__(self) -> str:
        return f'the pack "{self.pack}" of {self.distribution}: {self.reason}'


class Packs:
    """The packs that can be used, this distribution's first, and what is wrong with packs.

    packs: in the order in which they come to speak. problems: grows when more of a pack is imported.
    """

    def __init__(self, found: Iterable[Declared] = ()) -> None:
        self.packs: tuple[Pack, ...] = ()
        self.problems: list[PackProblem] = []
        self._distributions: dict[str, str] = {}
        self._called: dict[tuple[str, str], Callable[..., Any] | None] = {}
        for one in found:
            self._add(one)

    def _add(self, one: Declared) -> None:
        try:
            pack = resolve(one.target)
            _check(pack)
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's module may raise anything
            self._note(one.name, one.distribution, f"it cannot be loaded: {_told(error)}")
            return
        taken = self._distributions.get(pack.name)
        if pack.name == _RESERVED:
            self._note(pack.name, one.distribution, "the name stands for what belongs to no pack")
        elif taken is not None:
            reason = f"the pack of {taken} has this name already, so this one is left out"
            self._note(pack.name, one.distribution, reason)
        else:
            self._distributions[pack.name] = one.distribution
            self.packs = (*self.packs, pack)

    def _note(self, pack: str, distribution: str, reason: str) -> None:
        problem = PackProblem(pack, distribution, reason, _trace())
        if problem[:3] not in [one[:3] for one in self.problems]:
            self.problems.append(problem)

    def add_problem(self, pack: Pack, reason: str) -> None:
        """Take note of something that is wrong with a pack; reason: a clause."""
        self._note(pack.name, self._distributions.get(pack.name, pack.name), reason)

    def distribution_of(self, pack: Pack) -> str:
        """Return the name and version of what a pack came with."""
        return self._distributions.get(pack.name, pack.name)

    def owner_of(self, name: str) -> str:
        """Return whose fault it is if something of a pack fails, as messages say it."""
        pack = self.named(name)
        distribution = OWN if pack is None else self.distribution_of(pack)
        is_own = pack is None or distribution.partition(" ")[0] == OWN
        return OWN if is_own else f'the pack "{name}" of {distribution}'

    def named(self, name: str) -> Pack | None:
        """Return a pack by its name."""
        return next((pack for pack in self.packs if pack.name == name), None)

    def for_chart(self, name: str) -> Iterator[Pack]:
        """Yield the packs that are for charts of a name."""
        for pack in self.packs:
            if name in pack.charts:
                yield pack

    def call(self, pack: Pack, target: str, *arguments: Any) -> Any:
        """Return what a function of a pack returns; None if there is none, or it is broken.

        What it raises of the errors of this package is about inputs, and is raised.
        """
        function = self._function(pack, target)
        return None if function is None else self.guarded(pack, target, function, *arguments)

    def guarded(
        self, pack: Pack, target: str, function: Callable[..., Any], *arguments: Any
    ) -> Any:
        """Return what a function returns that came with a pack as ``target``; None if it is broken."""
        try:
            return function(*arguments)
        except (HelmwrightError, GoError, RecursionError, MemoryError):
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's function may raise anything
            self.add_problem(pack, f"{target} raises {_told(error)}")
            self._called[pack.name, target] = None
            return None

    def _function(self, pack: Pack, target: str) -> Callable[..., Any] | None:
        if not target:
            return None
        key = pack.name, target
        if key not in self._called:
            self._called[key] = self.guarded_load(pack, target, lambda: resolve(target))
        return self._called[key]

    def guarded_load(self, pack: Pack, what: str, load: Callable[[], Any]) -> Any:
        """Return what is loaded of a pack; None if that fails, which is told as its fault."""
        try:
            return load()
        except MemoryError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's module may raise anything
            self.add_problem(pack, f"{what} cannot be loaded: {_told(error)}")
            return None

    def release_of(self, name: str, subject: Any) -> tuple[int, ...] | None:
        """Return the release of a pack's product that something linted is for; None for none."""
        pack = self.named(name)
        if pack is None:
            return None
        found: tuple[int, ...] | None = self.call(pack, pack.release, subject)
        return found

    def overrides_for(self, chart: str, told: Mapping[str, Any]) -> list[tuple[str, str]]:
        """Return the flags that say in the values of a chart what a run was told."""
        return [
            one
            for pack in self.for_chart(chart)
            for one in self.call(pack, pack.overrides, told) or ()
        ]


def load_packs() -> Packs:
    """Return the packs that are installed; they are looked for once in a process."""
    with _LOADING:
        return _loaded()


@lru_cache(maxsize=1)
def _loaded() -> Packs:
    return Packs(declared())


def known_problems() -> tuple[PackProblem, ...]:
    """Return what is wrong with packs as far as this process has asked for them."""
    return tuple(_loaded().problems) if _loaded.cache_info().currsize else ()


def resolve(target: str) -> Any:
    """Return what ``module:name`` names; raises whatever the import raises."""
    module, _, name = target.partition(":")
    if not module or not name:
        raise ValueError(f'"{target}" is no module:name')
    found = import_from_packages(module)
    for part in name.split("."):
        found = getattr(found, part)
    return found


def import_from_packages(name: str) -> Any:
    """Return a module of an installed distribution, never one of the folder that somebody works in."""
    with _LOADING:
        top = name.partition(".")[0]
        if top not in sys.modules:
            _import_top(top)
        return import_module(name)


def _import_top(name: str) -> None:
    """Import a package that is not part of another from the folders of distributions only."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    folders = installed_folders()
    for finder in sys.meta_path:
        spec = finder.find_spec(name, folders if finder is PathFinder else None)
        if spec is not None:
            break
    else:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if spec.submodule_search_locations is not None:  # of a package in parts: no more are sought
        spec.submodule_search_locations = list(spec.submodule_search_locations)
    module = module_from_spec(spec)
    sys.modules[name] = module
    try:
        if spec.loader is not None:
            spec.loader.exec_module(module)
    except BaseException:
        sys.modules.pop(name, None)
        raise


def _check(pack: Any) -> None:
    """Raise TypeError for a pack that is none, or whose parts have other types than they must."""
    if type(pack) is not Pack:
        raise TypeError(f"expected a Pack, found {_kind(pack)}")
    for name in ("name", *_TEXTS, "migrations", "formats", "images"):
        if type(getattr(pack, name)) is not str:
            raise TypeError(f"{name} must be a text, not {_kind(getattr(pack, name))}")
    if not pack.name:
        raise TypeError("its name is blank")
    kinds = {"charts": str, "kinds": str, "secret_paths": str, "facts": Fact, "commands": Command}
    for name, kind in kinds.items():
        items = getattr(pack, name)
        if type(items) is not tuple:
            raise TypeError(f"{name} must be a tuple, not {_kind(items)}")
        for item in items:
            if type(item) is not kind:
                wanted = "text" if kind is str else kind.__name__
                raise TypeError(f"each of {name} must be a {wanted}, not {_kind(item)}")


def _kind(value: object) -> str:
    name = type(value).__name__
    known = {"str": "a text", "list": "a list", "dict": "a dict", "NoneType": "None"}
    return known.get(name, f"{'an' if name[0].lower() in 'aeiou' else 'a'} {name}")


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}".rstrip(": ")


def _trace() -> str:
    """Return where the error that is being handled comes from, if that is asked for."""
    if os.environ.get("HELMWRIGHT_DEBUG") != "1" or sys.exc_info()[0] is None:
        return ""
    import traceback

    return traceback.format_exc().rstrip("\n")
