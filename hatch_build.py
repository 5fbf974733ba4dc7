"""Writes the version into the package while a wheel is built; the sources stay as they are."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class VersionModule(BuildHookInterface):  # type: ignore[type-arg] # its type argument is private
    """Adds ``helmwright/_version.py``, which ``helmwright/version.py`` reads."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the module; an editable installation is a checkout, and gets none."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        module = Path(self._folder.name) / "_version.py"
        number = self.metadata.version
        module.write_text(f'"""The version that was built."""\n\nVERSION = "{number}"\n')
        build_data["force_include"][str(module)] = "helmwright/_version.py"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - the names are the interface's
        """Remove what was made."""
        if version != "editable":
            self._folder.cleanup()
