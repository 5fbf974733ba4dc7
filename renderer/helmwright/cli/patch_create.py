"""``helmwright patch create OLD NEW [LIVE]``: prints the patches between objects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import PatchError, UsageError
from helmwright.cli.patch_inputs import (
    CREATING,
    TYPES,
    PatchTypeFlags,
    check_type,
    custom_types,
    read_stream,
    write_output,
)
from helmwright.commands.command import Command
from helmwright.commands.flags import string, switch
from helmwright.commands.inputs import check_inputs

if TYPE_CHECKING:
    from helmwright.commands import Context
    from helmwright.patches.creating import CreatedPatch, Pair

SUMMARY = """Print the patches that turn the objects in OLD into those in NEW.

With LIVE, the objects as a cluster has them, they are what 'kubectl apply' and Helm 3 send:
fields that are in OLD and not in NEW are deleted, those of NEW set, and what others added
stays. Objects are paired by kind, name and namespace. Each patch names its object, so
that 'helmwright patch' finds it. Patches of Secrets hold their values.
"""
EXAMPLES = """\
  helmwright patch create before.yaml after.yaml > patch.yaml
  helmwright patch create last-applied.yaml wanted.yaml live.yaml --no-overwrite
  helmwright patch create before.yaml after.yaml --type json
"""
_TWO, _THREE = 2, 3


class CreateFlags(PatchTypeFlags):
    """The flags of ``patch create``."""

    type: str = string("what to make", default="auto", value_name="|".join(TYPES))
    no_overwrite: bool = switch(
        "with LIVE: fail, and say where, if others changed what the patch would change"
    )
    bare: bool = switch("print the patch alone, without the name of its one object")
    allow_missing: bool = switch("pass over objects that are not in all files")


def _run(context: Context, flags: CreateFlags, files: list[str]) -> int:
    """Print patches; returns the exit code."""
    if len(files) not in (_TWO, _THREE):
        raise UsageError(f"name OLD and NEW, and LIVE if there is one\n\nUsage:  {CREATING}")
    check_type(flags.type)
    check_inputs([*files, *flags.crd])
    if flags.no_overwrite and len(files) == _TWO:
        raise UsageError("--no-overwrite is about a live object: name LIVE")
    if flags.type == "json" and len(files) == _THREE:
        raise UsageError("a JSON patch is made of OLD and NEW only: leave LIVE out")
    from helmwright.patches.creating import create_patch

    custom = custom_types(context, flags.crd)
    found = [
        create_patch(
            pair,
            flags.type,
            custom,
            overwrite=not flags.no_overwrite,
            show_secrets=flags.show_secrets,
        )
        for pair in _pairs(context, flags, files)
    ]
    patches = [patch for patch in found if patch is not None]
    if not patches:
        context.say("nothing differs")
    write_output(context, flags.output, _written(patches, bare=flags.bare))
    return 0


def _pairs(context: Context, flags: CreateFlags, files: list[str]) -> list[Pair]:
    from helmwright.patches.creating import pair_objects

    pairs, lonely = pair_objects(*(read_stream(context, file) for file in files))
    if lonely and not flags.allow_missing:
        one, file = lonely[0]
        more = f"; objects without a partner: {len(lonely)}" if len(lonely) > 1 else ""
        error = PatchError(f"{one.shown} is not in {file}{more}", one.position)
        error.add_note(
            "Hint: a patch changes objects, and neither adds nor deletes any; "
            "--allow-missing passes over them"
        )
        raise error
    for one, file in lonely:
        context.say(f"{one.position}: {one.shown} is not in {file}: passed over")
    return pairs


def _written(patches: list[CreatedPatch], *, bare: bool) -> str:
    from helmwright.go.yaml_write import marshal

    if bare and len(patches) > 1:
        raise UsageError(f"--bare is for one object, and {len(patches)} differ")
    texts = [marshal(one.content if bare else one.document()) for one in patches]
    return "---\n".join(texts)


COMMAND = Command(CREATING, SUMMARY, EXAMPLES, CreateFlags, _run)
