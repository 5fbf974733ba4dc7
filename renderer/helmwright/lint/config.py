"""Settings of the linter in files: ``.helmwright.yaml``, or ``[tool.helmwright.lint]`` of pyproject.toml."""

# ruff: noqa: PTH100, PTH112, PTH118, PTH120 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.base.records import Record, field
from helmwright.settings.files import FILE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from helmwright.settings.reading import Fields

PYPROJECT = "pyproject.toml"
SECTION = "lint"
SEVERITIES = ("error", "warning", "info")
LEVELS = (*SEVERITIES, "never")
_PATHS = frozenset({"chart", "values", "nodes", "baseline"})


class LintConfig(Record):
    """Settings out of a file.

    values: by key; paths begin at the file's folder. fields: the file's section; None without one.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    fields: Fields | None = None

    @property
    def path(self) -> str:
        """The path of the file, blank without one."""
        return self.fields.path if self.fields else ""

    def get(self, key: str, default: Any = None) -> Any:
        """Return what the file says about a key."""
        return self.values.get(key, default)

    def refused(self, key: str, reason: str) -> UsageError:
        """Return an error about what the file says about a key."""
        if self.fields is None:
            return UsageError(f"{key}: {reason}")
        return self.fields.refused(key, reason)


def find_config(start: str) -> LintConfig:
    """Return the settings that hold for a file or folder: those of the nearest file above it.

    The search ends at the root of the repository, or at the current folder where there is none.
    """
    from helmwright.settings.reading import nearest_section

    folder = os.path.abspath(start)
    if not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return _config(nearest_section(folder, SECTION, (FILE, PYPROJECT)))


def load_config(path: str) -> LintConfig:
    """Return the settings in a file that was named; raises UsageError if it has none."""
    from helmwright.settings.reading import read_section

    found = read_section(path, SECTION)
    if found is None:
        wanted = "[tool.helmwright.lint]" if path.endswith(".toml") else f"map {SECTION}"
        raise UsageError(f"{path} has no {wanted}")
    return _config(found)


def _config(fields: Fields) -> LintConfig:
    if not fields.path:
        return LintConfig()
    values = dict(fields.values)
    for key in _PATHS & values.keys():
        values[key] = _below(fields.path, values[key])
    return LintConfig(values, fields)


def _below(path: str, value: Any) -> Any:
    """Return paths in a file as paths from the current folder."""
    if type(value) is list:
        return [_below(path, item) for item in value]
    folder = os.path.dirname(path)
    return os.path.normpath(os.path.join(folder, value)) if folder else value
