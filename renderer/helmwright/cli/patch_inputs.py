"""What the commands that apply and that make patches share: flags, and what they read and write."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import HelmwrightError, PatchError, Position, UsageError
from helmwright.commands.flags import Flags, string, string_array, switch
from helmwright.commands.inputs import input_name, is_stdin, read_input

if TYPE_CHECKING:
    from collections.abc import Iterable

    from helmwright.commands import Context
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.patches.reading import ManifestPatch
    from helmwright.patches.stream import ManifestStream


CREATING = "helmwright patch create OLD NEW [LIVE] [FLAGS]"
"""How ``patch create`` is called."""
TYPES = ("auto", "strategic", "merge", "json")


class PatchTypeFlags(Flags):
    """What patches are, what they need, and where the result goes; a command words the first."""

    type: str = string("what patches are", default="auto", value_name="|".join(TYPES))
    crd: list[str] = string_array(
        "CustomResourceDefinitions or OpenAPI documents: how lists of their kinds are merged; repeatable",
        value_name="file",
    )
    show_secrets: bool = switch("show values of Secrets in differences and messages")
    output: str = string(
        "where the result goes; standard output by default, or for -", "o", value_name="file"
    )


class GivenPatches(NamedTuple):
    """What a command line says about patches: files, texts, what they are, and what they are for."""

    files: list[str]
    texts: list[str]
    type: str
    target: str


def check_type(name: str) -> None:
    """Raise ``UsageError`` for a type of patches that there is not."""
    if name not in TYPES:
        raise UsageError(f"--type is one of {', '.join(TYPES)}")


def read(context: Context, name: str) -> tuple[str, str]:
    """Return the text of a file, and what messages call it."""
    return read_input(context, name).decode("utf-8", "surrogateescape"), input_name(name)


def read_stream(context: Context, name: str) -> ManifestStream:
    """Return the manifests of a file."""
    from helmwright.patches.stream import ManifestStream

    return ManifestStream(*read(context, name))


def custom_types(context: Context, names: Iterable[str]) -> CustomTypes | None:
    """Return the kinds that files define."""
    documents = []
    for name in names:
        found = [one.before for one in read_stream(context, name).objects]
        if not any(map(_defines_kinds, found)):
            raise HelmwrightError(
                f"{name} holds no CustomResourceDefinition and no OpenAPI document",
                Position(name, 1),
            )
        documents += found
    if not documents:
        return None
    from helmwright.kube.custom_types import CustomTypes

    return CustomTypes(documents)


def _defines_kinds(document: dict[str, Any]) -> bool:
    kind = document.get("kind")
    return (
        kind == "CustomResourceDefinition" or "components" in document or "definitions" in document
    )


def read_all(context: Context, given: GivenPatches) -> list[ManifestPatch]:
    """Return the patches that a command line names."""
    from helmwright.patches.reading import read_patches
    from helmwright.patches.target import parse_target
    from helmwright.values.inputs import read_file

    try:
        target = parse_target(given.target) if given.target else None
    except PatchError as error:
        raise UsageError(f"--target: {error.message}") from None
    texts = [read(context, name) for name in given.files]
    several = len(given.texts) > 1
    for number, text in enumerate(given.texts, start=1):
        texts.append((text, f"--patch-inline {number}" if several else "--patch-inline"))
    return [
        patch
        for text, name in texts
        for patch in read_patches(text, name, given.type, target, read_file)
    ]


def write_output(context: Context, name: str, text: str) -> None:
    """Write the result to a file or to standard output."""
    if not name or is_stdin(name):
        context.write(text)
        return
    from helmwright.commands.files import write_file

    write_file(name, text.encode("utf-8", "surrogateescape"))
