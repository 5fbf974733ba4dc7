"""``helmwright patch [FILE...]``: applies patches to manifests; ``patch create`` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError
from helmwright.base.printable import printable
from helmwright.cli.patch_inputs import (
    CREATING,
    GivenPatches,
    PatchTypeFlags,
    check_type,
    custom_types,
    read_all,
    read_stream,
    write_output,
)
from helmwright.commands.command import Command
from helmwright.commands.flags import string, string_array, switch
from helmwright.commands.in_place import FilterFlags, say_changes
from helmwright.commands.inputs import check_inputs, is_stdin
from helmwright.commands.terminal import is_terminal

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.patches.stream import ManifestStream

USAGE = "helmwright patch [FILE...] --patch FILE [FLAGS]"
SUMMARY = """Apply strategic merge, JSON merge or JSON patches to manifests; 'patch create' makes patches.

Manifests come from files, or from standard input if none is named or for -, and go to
standard output: documents in their order, Lists as Lists, those that no patch changes as
they were, to the byte. In the others, comments get lost but those above the document.

A patch is for the object that its apiVersion, kind and metadata name, or for those that
--target names. A patch file may hold several documents, also as a kustomization has them:
{target: {kind: ..., name: ..., labelSelector: ...}, patch: ...} or a list of these. Fields of
a target are regular expressions for the whole text, as in a kustomization; labels=, which
comes last, takes a label selector. By default a list is a JSON patch, and a map a strategic
merge patch; for kinds that are not Kubernetes' own a JSON merge patch, unless --crd tells
how their lists are merged. '$patch: delete' at the top deletes the object.
"""
EXAMPLES = """\
  helmwright patch deployment.yaml --patch sidecar.yaml
  helm template det chart | helmwright patch --patch tolerations.yaml --diff
  helmwright patch all.yaml --target kind=Deployment,labels=tier=front \\
      --patch-inline '{spec: {replicas: 2}}'
  helm template det chart --post-renderer helmwright-patch --post-renderer-args --patch=p.yaml
"""


class PatchFlags(PatchTypeFlags, FilterFlags):
    """The flags of ``patch``."""

    patch: list[str] = string_array(
        "file with patches, - for standard input; repeatable", "p", value_name="file"
    )
    patch_inline: list[str] = string_array(
        "a patch as it is, YAML or JSON; repeatable", value_name="text"
    )
    target: str = string(
        "the objects that patches are for which name none: "
        "kind=..., name=..., namespace=..., group=..., version=..., apiVersion=..., labels=...",
        value_name="conditions",
    )
    allow_missing: bool = switch("pass over patches for objects that are not there")


def run(context: Context, arguments: list[str]) -> int:
    """Apply patches, or make them; returns the exit code."""
    if arguments[:1] == ["create"]:
        from helmwright.cli.patch_create import COMMAND as CREATE

        return CREATE.run(context, arguments[1:])
    return COMMAND.run(context, arguments)


def _run(context: Context, flags: PatchFlags, files: list[str]) -> int:
    files = files or ["-"]
    _check_usage(context, flags, files)
    from helmwright.patches.applying import apply_to_streams

    patches = read_all(
        context, GivenPatches(flags.patch, flags.patch_inline, flags.type, flags.target)
    )
    custom = custom_types(context, flags.crd)
    streams = [read_stream(context, file) for file in files]
    apply_to_streams(
        streams,
        patches,
        custom,
        allow_missing=flags.allow_missing,
        show_secrets=flags.show_secrets,
    )
    return _write(context, flags, streams)


def _check_usage(context: Context, flags: PatchFlags, files: list[str]) -> None:
    check_type(flags.type)
    if not flags.patch and not flags.patch_inline:
        raise UsageError(f"no patch: name one with --patch or --patch-inline\n\nUsage:  {USAGE}")
    check_inputs([*files, *flags.patch, *flags.crd])
    written = _is_in_place(flags)
    if written and (flags.output or is_stdin(*files)):
        raise UsageError("--write changes the files that are read: name them, without --output")
    if (flags.check or flags.dry_run) and (written or flags.output):
        name = "check" if flags.check else "dry-run"
        raise UsageError(f"--{name} writes nothing: leave --write and --output out")
    if flags.diff and flags.output == "-":
        raise UsageError("--diff goes to standard output: name a file with --output")
    if is_stdin(*files) and is_terminal(context.stdin):
        raise UsageError(f"name a file, or pipe manifests to it\n\nUsage:  {USAGE}")


def _is_in_place(flags: PatchFlags) -> bool:
    return flags.write or flags.in_place


def _write(context: Context, flags: PatchFlags, streams: list[ManifestStream]) -> int:
    """Show, name, write or print what comes out; returns the exit code."""
    from helmwright.patches.stream import join_streams

    if flags.diff:
        _show_differences(context, flags, streams)
    if flags.check or flags.dry_run:
        changed = [s.name for s in streams if any(one.changed for one in s.objects)]
        return say_changes(context, flags, changed)
    if _is_in_place(flags):
        from helmwright.commands.files import write_file

        for stream in streams:
            if any(one.changed for one in stream.objects):
                before, after = (
                    text.encode("utf-8", "surrogateescape")
                    for text in (stream.text, stream.write())
                )
                write_file(stream.name, after, before=before)
    elif flags.output or not flags.diff:
        write_output(context, flags.output, join_streams([one.write() for one in streams]))
    return 0


def _show_differences(context: Context, flags: PatchFlags, streams: list[ManifestStream]) -> None:
    from helmwright.patches.difference import differences

    style = context.style
    shown = (
        "".join(differences(stream.objects, show_secrets=flags.show_secrets, style=style))
        for stream in streams
    )
    context.show(printable("".join(shown)))


COMMAND = Command(f"{USAGE}\n  {CREATING}", SUMMARY, EXAMPLES, PatchFlags, _run)
