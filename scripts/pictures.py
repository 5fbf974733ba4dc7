# ruff: noqa: INP001 - a script, not a package
"""Makes the pictures of docs/pictures: what the program prints in a terminal, and its reports in a browser.

    python scripts/pictures.py [NAME …]

Terminals become SVG with the program's own colours; a test compares them with what the program prints. Reports
are photographed in Chromium or Chrome (``HELMWRIGHT_BROWSER`` names it). The packages are those of the group "docs".
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "pictures"
sys.path.insert(0, str(ROOT / "renderer"))

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
COLUMNS = 108
_FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"

SHOP = {
    "Chart.yaml": "apiVersion: v2\nname: shop\nversion: 1.4.0\n",
    "values.yaml": (
        "image: shop:1.4\nreplicas: 2\nstorage: 20Gi\nlevel: info\n"
        "password: change-me\nmetrics:\n  enabled: false\n"
    ),
    "templates/claim.yaml": (
        "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: shop-data\nspec:\n"
        "  accessModes: [ReadWriteOnce]\n  resources:\n    requests:\n      storage: {{ .Values.storage }}\n"
    ),
    "templates/secret.yaml": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: shop\nstringData:\n"
        "  password: {{ .Values.password | quote }}\n"
    ),
    "templates/config.yaml": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: shop\ndata:\n  shop.yaml: |\n"
        "    log:\n      level: {{ .Values.level }}\n"
    ),
    "templates/deployment.yaml": (
        "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: shop\nspec:\n"
        "  replicas: {{ .Values.replicas }}\n  selector:\n    matchLabels: {app: shop}\n  template:\n"
        "    metadata:\n      labels: {app: shop}\n      annotations:\n"
        '        checksum/config: {{ include (print .Template.BasePath "/config.yaml") . | sha256sum }}\n'
        "    spec:\n      containers:\n        - name: shop\n          image: {{ .Values.image }}\n"
        "          envFrom:\n            - configMapRef: {name: shop}\n"
    ),
    "templates/monitor.yaml": (
        "{{- if .Values.metrics.enabled }}\napiVersion: v1\nkind: Service\nmetadata:\n  name: shop-metrics\n"
        "spec:\n  selector: {app: shop}\n  ports:\n    - port: 9090\n{{- end }}\n"
    ),
    "next.yaml": (
        "image: shop:1.5\nstorage: 10Gi\nlevel: debug\npassword: a-new-one-1\nmetrics:\n  enabled: true\n"
    ),
}
TASKS = {
    "prod.yaml": (
        "maxSlotsPerPod: 4\ninitialUser:\n  existingSecret: determined-users\ndb:\n"
        "  existingSecret: determined-db\n  port: none\ntaskContainerDefaults:\n  gpuPodSpec:\n    spec:\n"
        "      containers:\n        - name: determined-container\n          volumeMounts:\n"
        "            - name: datasets\n              mountPath: /data\n      volumes:\n"
        "        - name: dataset\n          persistentVolumeClaim:\n            claimName: datasets\n"
    )
}


class Scene(NamedTuple):
    """Commands that run in a folder with some files; the last one is what the picture shows."""

    files: dict[str, str]
    commands: tuple[str, ...]
    title: str
    report: str = ""


TERMINALS = {
    "lint": Scene(
        TASKS,
        ("helmwright lint prod.yaml --chart determined --select database,pod-specs --quiet",),
        "helmwright lint",
    ),
    "diff": Scene(SHOP, ("helmwright diff values --to next.yaml",), "helmwright diff"),
}
REPORTS = {
    "diff-report": Scene(
        SHOP,
        ("helmwright diff values --to next.yaml --format html --output report.html",),
        "",
        "report.html",
    ),
    "coverage-report": Scene(
        SHOP,
        (
            "helmwright golden new next . -f next.yaml",
            "helmwright golden update .",
            "helmwright golden run . --coverage html --coverage-output coverage.html",
        ),
        "",
        "coverage.html",
    ),
}


def main() -> None:
    """Make the pictures that are named, or all."""
    FOLDER.mkdir(exist_ok=True)
    for name in sys.argv[1:] or [*TERMINALS, *REPORTS]:
        if name in TERMINALS:
            (FOLDER / f"{name}.svg").write_text(terminal(name))
        elif name in REPORTS:
            photograph(name)
        else:
            sys.exit(f"there is no picture {name}: {', '.join([*TERMINALS, *REPORTS])}")


def terminal(name: str) -> str:
    """Return a picture of a terminal as SVG."""
    from rich._export_format import CONSOLE_SVG_FORMAT
    from rich.console import Console
    from rich.terminal_theme import MONOKAI
    from rich.text import Text

    scene = TERMINALS[name]
    with tempfile.TemporaryDirectory() as place:
        with shown_by_terminal():
            printed = play(scene, Path(place), _Terminal())
        shown = f"$ {scene.commands[-1]}\n{printed}"
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(shown), soft_wrap=False)
    style = re.sub(r"@font-face \{\{.*?\}\}\n", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    style = re.sub(r"font-family: Fira Code, monospace", f"font-family: {_FONT}", style)
    picture = console.export_svg(
        title=scene.title, theme=MONOKAI, code_format=style, unique_id=f"terminal-{name}"
    )
    return re.sub(r"[ \t]+$", "", picture, flags=re.MULTILINE)


class _Terminal(io.BytesIO):
    """What takes itself for a terminal."""

    def isatty(self) -> bool:
        return True


@contextlib.contextmanager
def shown_by_terminal() -> Iterator[None]:
    """Have the variables be those of a terminal with many colours, and no others that count for it."""
    before = dict(os.environ)
    for name in (
        "NO_COLOR",
        "FORCE_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "PYTHONIOENCODING",
        "LC_ALL",
    ):
        os.environ.pop(name, None)
    os.environ |= {
        "TERM": "xterm-256color",
        "COLUMNS": str(COLUMNS),
        "LC_CTYPE": "C.UTF-8",
        "HELMWRIGHT_PAGER": "",
        "HELMWRIGHT_HYPERLINKS": "never",
    }
    try:
        yield
    finally:
        os.environ.clear()
        os.environ |= before


def play(scene: Scene, place: Path, output: io.BytesIO | None = None) -> str:
    """Run the commands of a scene in a folder; return what the last one prints.

    output: what the last command prints to, if not into a pipe.
    """
    from helmwright.cli import run

    for path, text in scene.files.items():
        (place / path).parent.mkdir(parents=True, exist_ok=True)
        (place / path).write_text(text)
    printed = ""
    with contextlib.chdir(place):
        for number, command in enumerate(scene.commands, start=1):
            words = shlex.split(command)[1:]
            out = output if output and number == len(scene.commands) else io.BytesIO()
            code = run(words, stdin=io.BytesIO(), stdout=out, stderr=out)
            printed = out.getvalue().decode()
            if code > 1:
                sys.exit(f"{command}: {printed}")
    return printed


def photograph(name: str) -> None:
    """Write a picture of a report as a browser shows it."""
    from playwright.sync_api import sync_playwright

    named = os.environ.get("HELMWRIGHT_BROWSER")
    program = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if program is None:
        sys.exit(f"no browser is installed: {named or ', '.join(BROWSERS)}")
    scene = REPORTS[name]
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        play(scene, Path(place))
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1000, "height": 760}, color_scheme="light")
        page.goto((Path(place) / scene.report).as_uri())
        page.screenshot(path=FOLDER / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main()
