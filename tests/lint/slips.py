"""The usual slips in a key: a letter dropped, doubled, swapped, the next one on the keyboard …"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random

KINDS = ("dropped", "doubled", "swapped", "neighbour", "case", "plural", "separator")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def slip(key: str, kind: str, random: Random) -> str:
    """Return a key with one slip of a kind; blank where there can be none."""
    made = _MAKERS[kind](key, random)
    return made if made != key and len(made) > 1 else ""


def _dropped(key: str, random: Random) -> str:
    at = random.randrange(1, len(key)) if len(key) > 3 else 0
    return key[:at] + key[at + 1 :] if at else ""


def _doubled(key: str, random: Random) -> str:
    at = random.randrange(len(key))
    return key[:at] + key[at] + key[at:]


def _swapped(key: str, random: Random) -> str:
    places = [at for at in range(len(key) - 1) if key[at].lower() != key[at + 1].lower()]
    if not places:
        return ""
    at = random.choice(places)
    return key[:at] + key[at + 1] + key[at] + key[at + 2 :]


def _neighbour(key: str, random: Random) -> str:
    places = [at for at in range(len(key)) if key[at].isalpha()] if len(key) > 2 else []
    if not places:
        return ""
    at = random.choice(places)
    row = next(row for row in _ROWS if key[at].lower() in row)
    place = row.index(key[at].lower())
    beside = random.choice([row[one] for one in (place - 1, place + 1) if 0 <= one < len(row)])
    return key[:at] + (beside.upper() if key[at].isupper() else beside) + key[at + 1 :]


def _case(key: str, random: Random) -> str:
    if key.lower() != key:
        return random.choice([key.lower(), key[:1].upper() + key[1:]])
    return key[:1].upper() + key[1:]


def _plural(key: str, random: Random) -> str:  # noqa: ARG001 - all makers are called alike
    if key.removesuffix("s") == "http":
        return ""  # both are right
    if key.endswith("ss"):
        return key + "es"
    return key[:-1] if key.endswith("s") else key + "s"


def _separator(key: str, random: Random) -> str:
    if re.search(r"[_-]", key):
        return re.sub(r"[_-]+(\w)", lambda found: found[1].upper(), key)
    joint = random.choice("-_")
    return (
        re.sub(r"(?<=[a-z0-9])(?=[A-Z])", joint, key).lower()
        if re.search(r"[a-z][A-Z]", key)
        else ""
    )


_MAKERS = {
    "dropped": _dropped,
    "doubled": _doubled,
    "swapped": _swapped,
    "neighbour": _neighbour,
    "case": _case,
    "plural": _plural,
    "separator": _separator,
}
