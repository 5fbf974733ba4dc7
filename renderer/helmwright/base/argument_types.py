"""Holds what public functions are given against their own annotations, in words."""

from __future__ import annotations

from functools import wraps
from os import PathLike
from typing import TYPE_CHECKING, Any, TypeVar, cast

from helmwright.base.patterns import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    Fits = Callable[[Any], bool]

F = TypeVar("F", bound="Callable[..., Any]")

_NAME = lazy_pattern(r"[A-Za-z_][\w.]*")
_MAPS = ("dict", "Mapping")
_LISTS = ("Iterable", "Sequence", "list", "tuple")
_PLAIN: dict[str, tuple[type, ...]] = {
    "None": (type(None),),
    "bool": (bool, int),
    "bytes": (bytes, bytearray, memoryview),
    "float": (float, int),
    "int": (int,),
    "os.PathLike": (PathLike,),
    "str": (str,),
}
_WORDS = {
    "None": "None",
    "bool": "a bool",
    "bytes": "bytes",
    "float": "a number",
    "int": "a whole number",
    "os.PathLike": "a path",
    "str": "a text",
}
_MAKERS = {
    "Chart": "load_chart(path) returns one",
    "Compatibility": "compat(chart) returns one",
    "ClusterSettings": "read_cluster_settings(values) returns them",
    "Capabilities": "Capabilities.default() returns them",
    "DeterminedRelease": 'DeterminedRelease.parse("0.38.1") returns one',
    "LayeredValues": "layer_values(chart, files) returns them",
    "Release": 'Release("web", "default") is one',
    "StoredRelease": "read_releases(data, name) returns them",
    "World": "World.fixed(seed=1) returns one",
}
"""How to come by what is wanted."""


def checked(function: F) -> F:
    """Return a function that raises ``TypeError``, in words, for an argument of another type.

    What is wanted stands in the annotations. Of names that are no classes, such as aliases of
    types, nothing is asked. The items of lists are looked at, those of iterators are not.
    """
    kinds: dict[str, _Kind] = {}
    code = function.__code__
    names = code.co_varnames[: code.co_argcount]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount :][: code.co_flags >> 2 & 1]

    @wraps(function)
    def wrapper(*arguments: Any, **named: Any) -> Any:
        if not kinds:
            kinds.update(_kinds(function))
        more = rest * (len(arguments) - len(names))
        for name, value in zip((*names, *more), arguments, strict=False):
            if name in kinds and not kinds[name].fits(value):
                raise _fault(function, name, kinds[name], value)
        for name, value in named.items():
            if name in kinds and not kinds[name].fits(value):
                raise _fault(function, name, kinds[name], value)
        return function(*arguments, **named)

    return cast("F", wrapper)


def check_argument(called: str, name: str, annotation: str, value: object) -> None:
    """Raise ``TypeError``, in the words of ``checked``, for an argument of another type.

    called: what the function is called that got it. Every name in the annotation that is none of
    Python's own is that of a class, but for ``Any``.
    """
    names = frozenset(_NAME.findall(annotation)) - {"Any"}
    kind = _Kind(annotation, names - _PLAIN.keys() - {*_MAPS, *_LISTS})
    if not kind.fits(value):
        raise _fault_of(called, name, kind, value)


def _fault(function: Callable[..., Any], name: str, kind: _Kind, value: object) -> TypeError:
    return _fault_of(function.__qualname__.removesuffix(".__init__"), name, kind, value)


def _fault_of(called: str, name: str, kind: _Kind, value: object) -> TypeError:
    maker = next((f"; {how}" for one, how in _MAKERS.items() if one in kind.names), "")
    return TypeError(f'{called}() wants {kind.words} for "{name}", not {kind.given(value)}{maker}')


class _Kind:
    """What an annotation asks for.

    names: of its alternatives. words: the same in words.
    """

    def __init__(self, annotation: str, classes: frozenset[str] | None = None) -> None:
        known = _CLASSES if classes is None else classes
        parts = _split(annotation)
        self.names = [part.partition("[")[0] for part in parts]
        self.items = next((_Kind(_inner(part), classes) for part in parts if _is_list(part)), None)
        self._types = tuple(one for name in self.names for one in _PLAIN.get(name, ()))
        self._is_map = any(name in _MAPS for name in self.names)
        self._classes = known.intersection(self.names)
        self.is_open = not all(_is_known(name) or name in known for name in self.names)

    @property
    def words(self) -> str:
        """What it asks for, as people say it."""
        found = dict.fromkeys(self._word(name) for name in self.names if name != "None")
        *first, last = found
        text = f"{', '.join(first)} or {last}" if first else last
        return f"{text} or None" if "None" in self.names else text

    def _word(self, name: str) -> str:
        if name in _LISTS and self.items is not None:
            return "a list" if self.items.is_open else f"a list, each {self.items.words},"
        if name in _MAPS:
            return "a dict"
        return _WORDS.get(name, f"a {name}")

    def fits(self, value: object) -> bool:
        """Tell whether a value is what is asked for."""
        if self.is_open or isinstance(value, self._types):
            return True
        if self._is_map and (isinstance(value, dict) or hasattr(value, "items")):
            return True
        if self._classes and not self._classes.isdisjoint(
            one.__name__ for one in type(value).__mro__
        ):
            return True
        return self.items is not None and self._fits_list(value, self.items)

    @staticmethod
    def _fits_list(value: object, items: _Kind) -> bool:
        if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
            return False
        return not isinstance(value, list | tuple) or all(map(items.fits, value))

    def given(self, value: object) -> str:
        """Return what a value is, as people say it."""
        if isinstance(value, list | tuple) and self.items is not None:
            wrong = next((one for one in value if not self.items.fits(one)), None)
            return f"{_called(value)} with {_called(wrong)} in it"
        return _called(value)


def _called(value: object) -> str:
    if value is None:
        return "None"
    name = type(value).__name__
    known = {
        "str": "a text",
        "dict": "a dict",
        "list": "a list",
        "tuple": "a tuple",
        "bytes": "bytes",
    }
    return known.get(name, f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}")


def _kinds(function: Callable[..., Any]) -> dict[str, _Kind]:
    annotations = {
        name: text for name, text in function.__annotations__.items() if name != "return"
    }
    found = {name: _Kind(str(text)) for name, text in annotations.items()}
    return {name: kind for name, kind in found.items() if not kind.is_open} or {"": _Kind("Any")}


def _split(annotation: str) -> list[str]:
    """Return the alternatives of ``A[B | C] | D``."""
    parts, depth, start = [], 0, 0
    for at, letter in enumerate(annotation):
        depth += (letter in "[(") - (letter in "])")
        if letter == "|" and depth == 0:
            parts.append(annotation[start:at].strip())
            start = at + 1
    return [*parts, annotation[start:].strip()]


def _inner(part: str) -> str:
    """Return what is in the brackets of a list's annotation: of a tuple's, whatever it may be."""
    inner = part.partition("[")[2].removesuffix("]").removesuffix(", ...")
    return "Any" if not inner or _has_comma(inner) else inner


def _has_comma(text: str) -> bool:
    depth = 0
    for letter in text:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            return True
    return False


def _is_list(part: str) -> bool:
    return part.partition("[")[0] in _LISTS


def _is_known(name: str) -> bool:
    return name in _PLAIN or name in _MAPS or name in _LISTS


_CLASSES = frozenset(
    "Capabilities Chart ClusterNode ClusterSettings Compatibility Coverage CustomTypes DeterminedRelease"  # noqa: SIM905 - words
    " DiffOptions DiffReport KubeVersion Layer LayeredValues Limits Release RenderSettings"
    " StoredRelease TaskGroup UnittestOptions ValuesContext World".split()
)
