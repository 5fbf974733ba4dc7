"""What ``golden new`` sees to because cases are committed: no secrets in them, and no package with them."""

# ruff: noqa: PTH100, PTH112, PTH118 - pathlib is slow to import

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError, HelmwrightError, UsageError

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.commands.options import SetFlags
    from helmwright.goldens.settings import GoldenSettings

_IGNORE_FILE = ".helmignore"


def refuse_secrets(flags: SetFlags, chart: str) -> None:
    """Raise ``UsageError`` for a secret that the case would hold as it is.

    chart: whose schema says what is secret, beside names and forms.
    """
    given = [(kind, text) for kind, text in flags.overrides() if kind != "set-file"]
    if not given:
        return
    from helmwright.base.paths import dotted
    from helmwright.secrets.places import without_secrets
    from helmwright.values.editing.operations import difference
    from helmwright.values.files import override_values

    is_marked = _marked(chart)
    for kind, text in given:
        try:
            values = override_values(kind, text, {})
        except HelmwrightError:
            continue  # the case says what is wrong with it, when it is run
        path = difference(values, without_secrets(values, is_marked))
        if path is not None:
            key = dotted(path)
            raise UsageError(
                f"{key} is a secret, and a case is committed: leave --{kind} {key} out, and name a "
                f"file that is not committed with --set-file {key}=PATH or -f; or give the case a "
                "value of its own, in a values file that is for tests only"
            )


def _marked(chart: str) -> Any:
    from helmwright.charts.loader import load_chart
    from helmwright.reference.secret_paths import secret_paths

    try:
        return secret_paths([load_chart(chart)])
    except (HelmwrightError, GoError, OSError):
        return secret_paths([])


def mind_package(context: Context, settings: GoldenSettings, *, write: bool) -> None:
    """Say, or see to it if write, that Helm does not pack the cases with the chart."""
    line = _missing_line(settings)
    if not line:
        if write:
            context.say("'helm package' leaves the cases out already")
        return
    path = os.path.normpath(os.path.join(settings.chart, _IGNORE_FILE))
    if not write:
        context.say(
            f"'helm package' would pack the cases with the chart: put the line {line} into {path}, "
            "or let --helmignore do it"
        )
        return
    from helmwright.commands.files import content, say_written, write_file

    before = content(path) or b""
    start = before if not before or before.endswith(b"\n") else before + b"\n"
    write_file(path, start + line.encode() + b"\n", within=settings.chart)
    say_written(context, path)


def _missing_line(settings: GoldenSettings) -> str:
    """Return the line of .helmignore that leaves the cases out; blank if it needs none."""
    if not os.path.isdir(settings.chart):
        return ""
    folder = os.path.relpath(os.path.abspath(settings.cases), os.path.abspath(settings.chart))
    folder = folder.replace(os.sep, "/")
    if folder == "." or folder.startswith("../"):
        return ""
    from helmwright.charts.ignore import parse_rules
    from helmwright.commands.files import content

    data = content(os.path.join(settings.chart, _IGNORE_FILE)) or b""
    try:
        rules = parse_rules(data, log=lambda *_, **__: None)
    except HelmwrightError:  # Helm does not even load the chart
        return ""
    steps = folder.split("/")
    parents = ["/".join(steps[: number + 1]) for number in range(len(steps))]
    if any(rules.ignores(path, is_directory=True) for path in parents):
        return ""
    return f"{folder}/"
