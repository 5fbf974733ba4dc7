"""``helmwright golden new NAME``: makes a golden case."""

# ruff: noqa: PTH112, PTH113, PTH114, PTH118, PTH208 - pathlib is slow to import

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.cli.golden_committed import mind_package, refuse_secrets
from helmwright.cli.golden_flags import FolderFlags, read_settings
from helmwright.commands.command import Command
from helmwright.commands.flags import string, strings, switch
from helmwright.commands.helm_flags import HelmFlags, chosen_era
from helmwright.commands.in_place import DRY_RUN
from helmwright.commands.options import CapabilitiesFlags, ReleaseNameFlags, ValuesFlags
from helmwright.commands.release_name import chosen_name, split_name

if TYPE_CHECKING:
    from helmwright.commands import Context

USAGE = "helmwright golden new CASE [NAME] [CHART] [FLAGS]"
SUMMARY = """Make a golden case: a folder with a case.yaml that says what the flags say.

Values files are not copied: the case names them, and so follows them. What the case renders to
is written by 'helmwright golden update'. A case is committed, so secrets that --set would write
into it are refused. Cases below the chart's folder get into its package unless .helmignore names
them: that is said, and --helmignore adds the line.
"""
EXAMPLES = """\
  helmwright golden new prod -f prod.yaml
  helmwright golden new old-cluster -f prod.yaml --kube-version 1.29 --set replicas=1
  helmwright golden new no-password --set password= --expect-error "password is required"
"""
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)*")


class NewFlags(FolderFlags, ReleaseNameFlags, CapabilitiesFlags, HelmFlags, ValuesFlags):
    """The flags of ``golden new``."""

    namespace: str = string("the release's namespace", "n")
    is_upgrade: bool = switch("render for an upgrade")
    expect_error: str = string(
        "the case must fail, with this text in the message", value_name="text"
    )
    helmignore: bool = switch(
        "add the folder of the cases to .helmignore, so that no package has it"
    )
    dry_run: bool = DRY_RUN
    dynamic: list[str] = strings(
        "fields that differ from render to render, as ConfigMap/web:data.stamp; repeatable",
        value_name="field",
    )


def _run(context: Context, flags: NewFlags, positional: list[str]) -> int:
    if not positional:
        raise UsageError(f"name the case\n\nUsage:  {USAGE}")
    name, *others = positional
    release, chart = split_name(others, 1, 0)
    release_name = chosen_name(flags, release)
    if _NAME.fullmatch(name) is None or name.split("/")[0] == "expected":
        raise UsageError(f'"{name}" is no name of a case: it has letters, digits, ".", "_" and "-"')
    from helmwright.commands.files import write_file
    from helmwright.goldens.cases import CASE_FILE

    settings = read_settings(context, flags, chart)
    era = chosen_era(context, flags)
    folder = os.path.join(settings.cases, name)
    for path in (folder, f"{folder}.yaml", f"{folder}.yml"):
        if _is_taken(path):
            raise UsageError(f"{path} exists already")
    for file in flags.values:
        if not os.path.isfile(file):
            raise UsageError(f"{file}: no such file")
    content = _content(flags, release_name, folder)
    if era != settings.era:
        content["helm"] = str(era)
    _check(content, flags)
    refuse_secrets(flags, settings.chart)
    path = os.path.join(folder, CASE_FILE)
    if flags.dry_run:
        context.say(f"would write {path}")
        return 0
    write_file(path, _text(content).encode(), within=settings.root or settings.cases)
    context.report(f"wrote {path}\n")
    context.say(f"'helmwright golden update -k {name}' writes what it renders to")
    mind_package(context, settings, write=flags.helmignore)
    return 0


def _is_taken(path: str) -> bool:
    """Tell whether there is something at a path; an empty folder is left of a run that was killed."""
    from helmwright.disk.writing import is_left_over

    if os.path.isdir(path) and not os.path.islink(path):
        return not all(map(is_left_over, os.listdir(path)))
    return os.path.lexists(path)


def _content(flags: NewFlags, release_name: str, folder: str) -> dict[str, Any]:
    said = {
        "release-name": release_name,
        "namespace": flags.namespace,
        "kube-version": flags.kube_version,
        "expect-error": flags.expect_error,
        "api-versions": flags.api_versions,
        "set-json": flags.set_json,
        "set": flags.set,
        "set-string": flags.set_string,
        "set-file": [_moved(text, folder) for text in flags.set_file],
        "set-literal": flags.set_literal,
        "dynamic": flags.dynamic,
        "is-upgrade": flags.is_upgrade,
    }
    files = [os.path.relpath(file, folder) for file in flags.values]
    return {"values-files": files, **{key: value for key, value in said.items() if value}}


def _moved(text: str, folder: str) -> str:
    """Return ``key=path`` with a path that begins at the case; several at once stay as they are."""
    key, equals, path = text.partition("=")
    if not equals or "," in path or os.path.isabs(path):  # noqa: PTH117 - as above
        return text
    return f"{key}={os.path.relpath(path, folder)}"


def _check(content: dict[str, Any], flags: NewFlags) -> None:
    from helmwright.diff.paths import Pattern
    from helmwright.rendering.capabilities import parse_kube_version

    if flags.kube_version:
        parse_kube_version(flags.kube_version)
    for text in content.get("dynamic", ()):
        Pattern.parse(text)


def _text(content: dict[str, Any]) -> str:
    from helmwright.go.yaml_write import marshal
    from helmwright.settings.formats import GOLDEN_CASE

    return GOLDEN_CASE.editor_line + marshal(content)


COMMAND = Command(USAGE, SUMMARY, EXAMPLES, NewFlags, _run)
