"""What a helmfile has helmfile say to Helm: keys that stand for flags, and flags in lists.

A helmfile is a template as often as YAML, so its lines are read one by one.
Source: github.com/helmfile/helmfile pkg/state/state.go (flagsForUpgrade and what it calls)
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.compat.commands.flags import parse_call, rows
from helmwright.compat.commands.scripts import ListedWord

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helmwright.compat.commands.flags import Row

_ENDINGS = (".yaml", ".yml", ".yaml.gotmpl", ".yml.gotmpl")
_LOOKS = lazy_pattern(r"(?m)^(?:releases|helmDefaults|helmfiles):")
_KEY = lazy_pattern(
    r"^\s*(?:- )?(?P<key>atomic|force|recreatePods|postRenderer):[ \t]+(?P<value>[^#\r\n]*)"
)
_FLAG = lazy_pattern(r"(?<![\w-])--(?:atomic|recreate-pods|post-renderer)(?:[= ][^\s\"',\]]+)?")
_WRITTEN = {
    "atomic": "--atomic",
    "force": "--force",
    "recreatePods": "--recreate-pods",
    "postRenderer": "--post-renderer",
}


def is_helmfile(text: str, name: str) -> bool:
    """Tell whether a file is a helmfile, by its name or, in a folder of them, by what it says."""
    base = os.path.basename(name).lower()  # noqa: PTH119 - quick
    if not base.endswith(_ENDINGS):
        return False
    return base.startswith("helmfile") or ("chart:" in text and bool(_LOOKS.search(text)))


def helmfile_rows(text: str) -> Iterator[tuple[Row, ListedWord]]:
    """Yield what is to be said of the lines of a helmfile, each with what it is said of."""
    for number, line in enumerate(text.split("\n"), start=1):
        content = line.partition(" #")[0]
        if content.lstrip().startswith("#"):
            continue
        found = _KEY.match(content)
        if found is not None:
            value = found["value"].strip().strip("'\"")
            said = _said(found["key"], value)
            word = ListedWord(found["key"], number, found.start("key") + 1)
            for row in rows(parse_call(said, "upgrade")):
                yield row._replace(instead=_instead(found["key"], row.instead)), word
            continue
        for flag in _FLAG.finditer(content):
            word = ListedWord(flag.group(), number, flag.start() + 1)
            for row in rows(parse_call(flag.group().split(" ", 1), "upgrade")):
                yield row, word


def _said(key: str, value: str) -> list[str]:
    """Return the words that helmfile gives to Helm for a key."""
    if key == "postRenderer":
        return [_WRITTEN[key], value] if value else []
    return [_WRITTEN[key]] if value == "true" or "{{" in value else []


def _instead(key: str, flags: str) -> str:
    """Return what to write instead of a key."""
    if key == "postRenderer":
        return "postRenderer: NAME-OF-A-PLUGIN"
    return f'args: ["{flags.replace(" ", chr(34) + ", " + chr(34))}"]' if flags else ""
