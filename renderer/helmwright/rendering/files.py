"""A chart's files as templates see them under ``.Files``.

Source: helm pkg/engine/files.go
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from helmwright.base.errors import FunctionError, GoError, HelmwrightError
from helmwright.go.function import Function
from helmwright.go.kinds import Map, NilBytes, StringMap, StringSlice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from helmwright.charts.chart import ChartFile
    from helmwright.eras.era import Lines

_FAILS: Lines = "fails"


class Files(Map):
    """Paths relative to the chart and the bytes of the files there, Go's ``engine.files``."""

    __slots__ = ()
    go_type = "engine.files"
    go_underlying = "map[string][]uint8"
    go_element = "[]uint8"
    go_zero = NilBytes()

    @classmethod
    def of(cls, files: Iterable[ChartFile], lines: Lines = _FAILS) -> Files:
        """Return the files of a chart; lines: what Lines says of an empty one."""
        made = cls if lines == _FAILS else _CLASSES[lines]
        return made((file.name, file.data) for file in files)


def _get_bytes(files: Files, name: str) -> bytes:
    data: bytes = files.get(name, b"")
    return data


def _get(files: Files, name: str) -> str:
    return _get_bytes(files, name).decode("utf-8", "surrogateescape")


def _glob(files: Files, pattern: str) -> Files:
    from helmwright.go.glob import Glob

    try:
        glob = Glob(pattern, separator="/")
    except GoError:
        glob = Glob("**", separator="")
    return type(files)((name, data) for name, data in files.items() if glob.match(name))


def _lines(files: Files, name: str) -> StringSlice:
    data = files.get(name)
    if data is None:
        return StringSlice()
    if not data:
        raise FunctionError("runtime error: index out of range [-1]")
    text = data.decode("utf-8", "surrogateescape")
    return StringSlice(text.removesuffix("\n").split("\n"))


def _lines_or_none(files: Files, name: str) -> StringSlice:
    """Return the lines of a file, of which an empty one has none."""
    return _lines(files, name) if files.get(name) else StringSlice()


def _lines_with_last(files: Files, name: str) -> StringSlice:
    """Return what stands between newlines, also behind the last one."""
    return StringSlice(_get(files, name).split("\n")) if name in files else StringSlice()


def _base(name: str) -> str:
    """Return the last element of a path, as Go's path.Base."""
    stripped = name.rstrip("/")
    if not stripped:
        return "/" if name else "."
    return stripped.rpartition("/")[2]


def _as_config(files: Files) -> str:
    return _to_yaml(
        {_base(name): data.decode("utf-8", "surrogateescape") for name, data in files.items()}
    )


def _as_secrets(files: Files) -> str:
    from base64 import b64encode

    return _to_yaml({_base(name): b64encode(data).decode("ascii") for name, data in files.items()})


def _to_yaml(texts: Mapping[str, str]) -> str:
    from helmwright.go.yaml_write import marshal

    try:
        return marshal(StringMap(texts)).removesuffix("\n")
    except HelmwrightError:
        return ""


Files.go_methods = {
    "Get": Function("Get", _get, ("string",), result="string"),
    "GetBytes": Function("GetBytes", _get_bytes, ("string",)),
    "Glob": Function("Glob", _glob, ("string",)),
    "Lines": Function("Lines", _lines, ("string",)),
    "AsConfig": Function("AsConfig", _as_config, (), result="string"),
    "AsSecrets": Function("AsSecrets", _as_secrets, (), result="string"),
}


class _FilesOfLines(Files):
    __slots__ = ()
    go_methods: ClassVar[Mapping[str, Function]] = {
        **Files.go_methods,
        "Lines": Function("Lines", _lines_or_none, ("string",)),
    }


class _FilesOfLinesWithLast(Files):
    __slots__ = ()
    go_methods: ClassVar[Mapping[str, Function]] = {
        **Files.go_methods,
        "Lines": Function("Lines", _lines_with_last, ("string",)),
    }


_CLASSES: dict[Lines, type[Files]] = {
    "none": _FilesOfLines,
    "with the last": _FilesOfLinesWithLast,
}
