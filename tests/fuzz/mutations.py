"""Changes of texts and of trees of data: what every kind of input can suffer."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import yaml
from tests.fuzz import words

if TYPE_CHECKING:
    from random import Random

_TOKEN = re.compile(rb"[A-Za-z_$][\w./$-]*|\d+(?:\.\d+)?|\"[^\"\n]*\"|'[^'\n]*'")
_NUMBER = re.compile(rb"-?\d+(?:\.\d+)?")
_LARGEST = 60_000
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def change_bytes(random: Random, text: bytes) -> bytes:
    """Returns text with one change that knows nothing of its language."""
    changed = random.choice(_BYTES)(random, text)
    return changed[:_LARGEST]


def _insert(random: Random, text: bytes) -> bytes:
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice(words.PIECES) + text[place:]


def _flip(random: Random, text: bytes) -> bytes:
    if not text:
        return b"\0"
    place = random.randrange(len(text))
    return text[:place] + bytes((text[place] ^ (1 << random.randrange(8)),)) + text[place + 1 :]


def _cut(random: Random, text: bytes) -> bytes:
    start = random.randrange(len(text) + 1)
    return text[:start] + text[start + random.choice((1, 1, 2, 5, 20, 100)) :]


def _end(random: Random, text: bytes) -> bytes:
    return text[: random.randrange(len(text) + 1)]


def _repeat(random: Random, text: bytes) -> bytes:
    start = random.randrange(len(text) + 1)
    part = text[start : start + random.choice((1, 3, 10, 50))]
    return text[:start] + part * random.choice((2, 2, 3, 40)) + text[start:]


def _lines(random: Random, text: bytes) -> bytes:
    lines = text.split(b"\n")
    place = random.randrange(len(lines))
    what = random.randrange(6)
    if what == 0:
        del lines[place]
    elif what == 1:
        lines.insert(place, lines[random.randrange(len(lines))])
    elif what == 2:
        lines[place] = b" " * random.choice((1, 2, 4)) + lines[place]
    elif what == 3:
        lines[place] = lines[place].lstrip()
    elif what == 4:
        other = random.randrange(len(lines))
        lines[place], lines[other] = lines[other], lines[place]
    else:
        lines[place] = lines[place].replace(b" ", b"\t", 1)
    return b"\n".join(lines)


def _scalar(random: Random, text: bytes) -> bytes:
    return _replaced(random, _TOKEN, text, random.choice(words.SCALARS).encode())


def _number(random: Random, text: bytes) -> bytes:
    return _replaced(random, _NUMBER, text, random.choice(words.SCALARS[5:32]).encode())


def _swap(random: Random, text: bytes) -> bytes:
    found = _TOKEN.findall(text)
    return _replaced(random, _TOKEN, text, random.choice(found)) if found else text


def _replaced(random: Random, pattern: re.Pattern[bytes], text: bytes, new: bytes) -> bytes:
    found = list(pattern.finditer(text))
    if not found:
        return text + new
    one = random.choice(found)
    return text[: one.start()] + new + text[one.end() :]


_BYTES = (
    _insert,
    _insert,
    _flip,
    _cut,
    _end,
    _repeat,
    _lines,
    _lines,
    _scalar,
    _scalar,
    _number,
    _swap,
)


def replace_word(random: Random, text: bytes, known: tuple[str, ...]) -> bytes:
    """Returns text with one of its words replaced by a word of its language."""
    return _replaced(random, _TOKEN, text, random.choice(known).encode("utf-8", "replace"))


def change_tree(random: Random, text: bytes, known: tuple[str, ...]) -> bytes:
    """Returns a document of YAML with one or a few changes of its data, written as JSON.

    known: words of the format that the document is in. Text that is no YAML is changed as bytes.
    """
    if len(text) > 6000:
        return change_bytes(random, text)
    try:
        trees = [*yaml.load_all(text, Loader=_Loader)]
    except Exception:  # noqa: BLE001 - whatever cannot be read
        return change_bytes(random, text)
    if not trees:
        return change_bytes(random, text)
    place = random.randrange(len(trees))
    for _ in range(random.choice((1, 1, 2, 4))):
        trees[place] = _change(random, trees[place], known)
    return b"\n---\n".join(map(_dump, trees))


def _dump(tree: Any) -> bytes:
    try:
        text = json.dumps(tree, default=str)
    except (TypeError, ValueError, RecursionError):
        return b"{}"
    return text.replace("Infinity", ".inf").replace("NaN", ".nan").encode()


def _change(random: Random, tree: Any, known: tuple[str, ...]) -> Any:
    """Returns a tree with one change; trees are changed in place."""
    places = _places(tree)
    if not places:
        return _value(random, known)
    holder, key = random.choice(places)
    what = random.randrange(9)
    if what == 0:
        del holder[key]
    elif what <= 3:
        holder[key] = _value(random, known)
    elif what == 4:
        other, other_key = random.choice(places)
        holder[key] = other[other_key] if not _contains(other[other_key], holder) else None
    elif what == 5:
        holder[key] = random.choice(([holder[key]], {"a": holder[key]}, [holder[key]] * 3))
    elif isinstance(holder, dict):
        name = random.choice(known) if random.random() < 0.8 else str(_value(random, known))
        holder[name] = holder.pop(key) if what == 6 else _value(random, known)
    else:
        holder.insert(random.randrange(len(holder) + 1), _value(random, known))
    return tree


def _value(random: Random, known: tuple[str, ...]) -> Any:
    chance = random.random()
    if chance < 0.5:
        return random.choice(words.VALUES)
    if chance < 0.75:
        return random.choice(known)
    if chance < 0.9:
        return {
            random.choice(known): random.choice(words.VALUES) for _ in range(random.randrange(3))
        }
    if chance < 0.98:
        return [random.choice(words.VALUES), random.choice(known)]
    nested: Any = "x"
    for _ in range(random.choice((5, 50, 400))):
        nested = [nested] if random.random() < 0.5 else {"a": nested}
    return nested


def _places(tree: Any) -> list[tuple[Any, Any]]:
    """Returns each container with each of its keys; what is shared or endless counts once."""
    found: list[tuple[Any, Any]] = []
    seen: set[int] = set()
    pending = [tree]
    while pending and len(found) < 300:
        one = pending.pop()
        if not isinstance(one, (dict, list)) or id(one) in seen:
            continue
        seen.add(id(one))
        keys = list(one) if isinstance(one, dict) else range(len(one))
        found += [(one, key) for key in keys]
        pending += one.values() if isinstance(one, dict) else one
    return found


def _contains(tree: Any, wanted: Any) -> bool:
    return tree is wanted or any(holder[key] is wanted for holder, key in _places(tree))
