"""``helmwright patch [FILE...]``: applies patches to manifests; ``patch create`` makes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import UsageError
from helmwright.base.printable import printable
from helmwright.cli.patch_inputs import (
    CRD,
    OUTPUT,
    SECRETS,
    TYPES,
    check_choices,
    custom_types,
    read_all,
    read_stream,
    write_output,
)
from helmwright.commands.command_line import HelpRequested, parse
from helmwright.commands.flags import STRING, STRING_ARRAY
from helmwright.commands.in_place import FILTERS, say_changes
from helmwright.commands.inputs import check_inputs, is_stdin
from helmwright.commands.old_flags import Flag, switch
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
FLAGS = (
    Flag(
        "patch",
        STRING_ARRAY,
        "file with patches, - for standard input; repeatable",
        "p",
        value_name="file",
    ),
    Flag(
        "patch-inline",
        STRING_ARRAY,
        "a patch as it is, YAML or JSON; repeatable",
        value_name="text",
    ),
    Flag(
        "type",
        STRING,
        "what patches are",
        default="auto",
        value_name="|".join(TYPES),
    ),
    Flag(
        "target",
        STRING,
        "the objects that patches are for which name none: "
        "kind=..., name=..., namespace=..., group=..., version=..., apiVersion=..., labels=...",
        value_name="conditions",
    ),
    switch("allow-missing", "pass over patches for objects that are not there"),
    *FILTERS,
    OUTPUT,
    CRD,
    SECRETS,
)


def run(context: Context, arguments: list[str]) -> int:
    """Apply patches, or make them; returns the exit code."""
    if arguments[:1] == ["create"]:
        from helmwright.cli.patch_create import create

        return create(context, arguments[1:])
    try:
        flags, files, _ = parse(FLAGS, arguments, context)
    except HelpRequested:
        from helmwright.cli.patch_create import USAGE as CREATING
        from helmwright.commands.help import describe_command

        usage = f"{USAGE}\n  {CREATING}"
        context.show_help(describe_command(usage, SUMMARY, EXAMPLES, FLAGS))
        return 0
    files = files or ["-"]
    _check_usage(context, flags, files)
    from helmwright.patches.applying import apply_to_streams

    patches = read_all(context, flags)
    custom = custom_types(context, flags["crd"])
    streams = [read_stream(context, file) for file in files]
    apply_to_streams(
        streams,
        patches,
        custom,
        allow_missing=flags["allow-missing"],
        show_secrets=flags["show-secrets"],
    )
    return _write(context, flags, streams)


def _check_usage(context: Context, flags: dict[str, Any], files: list[str]) -> None:
    check_choices(flags)
    if not flags["patch"] and not flags["patch-inline"]:
        raise UsageError(f"no patch: name one with --patch or --patch-inline\n\nUsage:  {USAGE}")
    check_inputs([*files, *flags["patch"], *flags["crd"]])
    written = _is_in_place(flags)
    if written and (flags["output"] or is_stdin(*files)):
        raise UsageError("--write changes the files that are read: name them, without --output")
    if (flags["check"] or flags["dry-run"]) and (written or flags["output"]):
        name = "check" if flags["check"] else "dry-run"
        raise UsageError(f"--{name} writes nothing: leave --write and --output out")
    if flags["diff"] and flags["output"] == "-":
        raise UsageError("--diff goes to standard output: name a file with --output")
    if is_stdin(*files) and is_terminal(context.stdin):
        raise UsageError(f"name a file, or pipe manifests to it\n\nUsage:  {USAGE}")


def _is_in_place(flags: dict[str, Any]) -> bool:
    return bool(flags["write"] or flags["in-place"])


def _write(context: Context, flags: dict[str, Any], streams: list[ManifestStream]) -> int:
    """Show, name, write or print what comes out; returns the exit code."""
    from helmwright.patches.stream import join_streams

    if flags["diff"]:
        _show_differences(context, flags, streams)
    if flags["check"] or flags["dry-run"]:
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
    elif flags["output"] or not flags["diff"]:
        write_output(context, flags["output"], join_streams([one.write() for one in streams]))
    return 0


def _show_differences(
    context: Context, flags: dict[str, Any], streams: list[ManifestStream]
) -> None:
    from helmwright.patches.difference import differences

    style = context.style
    shown = (
        "".join(differences(stream.objects, show_secrets=flags["show-secrets"], style=style))
        for stream in streams
    )
    context.show(printable("".join(shown)))
