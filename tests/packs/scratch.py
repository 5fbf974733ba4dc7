"""Scratch environments: a folder of distributions, a folder to work in, and the program in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "tests" / "packs" / "sample"


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class Scratch:
    """site: where distributions are. work: where the program runs, no part of a repository."""

    site: Path
    work: Path

    def run(
        self, *arguments: str, path: str = "", debug: bool = False, launcher: str = "-m"
    ) -> Ran:
        """Runs the program; path: of PYTHONPATH behind the package, that of ``site`` by default.

        launcher: ``-m`` for ``python -m helmwright``, else a script that starts it as an installed one.
        """
        entries = [str(ROOT / "renderer"), path or str(self.site)]
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(entries),
            "HELMWRIGHT_CACHE": "off",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HELMWRIGHT_DEBUG": "1" if debug else "",
        }
        start = ["-m", "helmwright"] if launcher == "-m" else [launcher]
        done = subprocess.run(
            [sys.executable, *start, *arguments],
            cwd=self.work,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def write(self, files: Mapping[str, str]) -> None:
        """Writes files into the folder to work in."""
        write(self.work, files)

    def declare(
        self, name: str, target: str, files: Mapping[str, str], version: str = "1.0"
    ) -> None:
        """Puts a distribution with a pack into ``site``."""
        declare(self.site, name, target, files, version)


def write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def declare(
    folder: Path, name: str, target: str, files: Mapping[str, str], version: str = "1.0"
) -> None:
    """Makes what an installation of a distribution ``NAME-pack`` with the pack ``NAME`` leaves."""
    write(folder, files)
    write(
        folder / f"{name}_pack-{version}.dist-info",
        {"entry_points.txt": f"[helmwright.packs]\n{name} = {target}\n", "METADATA": ""},
    )


def pack(name: str, more: str = "") -> str:
    """Returns the text of a module with a pack."""
    return f"from helmwright.packs import *\nPACK = Pack(name={name!r}, charts=('shop',), {more})\n"


def rule(rule_id: str, body: str = "yield settings.problem(('a',), 'it is there')") -> str:
    """Returns the text of a module with a rule that reads values."""
    return (
        "from helmwright.lint import Example, Reads, Severity, rule\n\n\n"
        f"@rule({rule_id!r}, reads=Reads.VALUES, severity=Severity.ERROR, summary='A thing',\n"
        "    why='It breaks.', advice='Mend it.', url='https://example.com',\n"
        "    bad=(Example('«a»: 1\\n'),), good=(Example('b: 1\\n'),))\n"
        f"def check(settings):\n    {body}\n"
    )


def with_rules(name: str, rules: Mapping[str, str], more: str = "") -> dict[str, str]:
    """Returns the files of a package with a pack and a group of rules."""
    package = f"{name}_pack"
    return {
        f"{package}/__init__.py": pack(name, f"rules='{package}.rules', {more}"),
        f"{package}/rules/__init__.py": "",
        f"{package}/rules/things/__init__.py": '"""Things."""\n',
        **{f"{package}/rules/things/{module}.py": text for module, text in rules.items()},
    }


SHOP = {
    "shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: 2.0.0\nicon: https://example.com/a.png\n",
    "shop/values.yaml": "worker:\n  replicas: 1\nqueue:\n  url: ''\npayment:\n  merchant: ''\n",
    "shop/templates/a.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop\ndata:\n"
        "  url: {{ .Values.queue.url | quote }}\n"
        "  merchant: {{ .Values.payment.merchant | quote }}\n"
        '{{- if eq .Values.payment.merchant "" }}{{ fail "merchant" }}{{ end }}\n'
    ),
}
"""A chart that the sample pack is for."""
