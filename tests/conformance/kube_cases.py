"""Random cases for the Kubernetes code and for ours; everything follows from one seed.

`odd` is how often a value is of another type than its field, so that errors and panics are compared
as well.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.conformance.kube_pods import pod, pod_merge

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Document = dict[str, Any]
Case = dict[str, Any]

NAMES = ["a", "b", "c", "d", "e", "f", "zz"]
SCALARS: list[Any] = [1, 2, 3, "a", "b", "c", "1", "", 0, True, False, None, 1.5, 2.5, 10, 9]
INTEGERS = [1, 2, 3, 4, 5, 9, 10]
ODDITIES = [None, 1, "x", [], {}, [1], ["a"], {"a": 1}]
MAP_LISTS = ("mergingList", "nonMergingList", "mergeItemPtr", "retainKeysMergingList")
SCALAR_LISTS = ("mergingIntList", "nonMergingIntList")
MAPS = ("simpleMap", "replacingItem")
FIELDS = [
    *("name", "value", "mergingList", "mergingList", "nonMergingList", "mergingIntList"),
    *("nonMergingIntList", "mergeItemPtr", "simpleMap", "replacingItem", "retainKeysMap"),
    *("retainKeysMergingList", "bogus"),
]
MADE_UP = [1, {"a": 1}, [1], [{"a": 1}]]


class MergeItems:
    """Documents and patches of the type MergeItem, which has a field for every strategy."""

    def __init__(self, chance: Random, odd: float) -> None:
        self.chance = chance
        self.odd = odd

    def document(self, depth: int = 2, most: int = 4, *, patch: bool = False) -> Document:
        """Returns an object with up to `most` fields, lists inside lists down to `depth`."""
        chance = self.chance
        made: Document = {}
        for _ in range(chance.randrange(1, most + 1)):
            name = chance.choice(FIELDS)
            if chance.random() < self.odd / 2:
                made[name] = chance.choice(ODDITIES)
                continue
            made[name] = self.value(name, depth, patch=patch)
            if patch and name.endswith("ist"):
                self.add_directives(made, name)
        if patch and chance.random() < 0.03:
            made["$patch"] = chance.choice(["replace", "delete", "x", None, 1, 1.5, True])
        return made

    def value(self, name: str, depth: int, *, patch: bool) -> Any:
        chance = self.chance
        if name in ("name", "value"):
            return chance.choice(["x", "y", None])
        if name in MAP_LISTS:
            return self.items(depth, patch=patch) if depth > 0 else []
        if name in SCALAR_LISTS:
            return self.integers()
        if name in MAPS:
            return self.free_map(patch=patch)
        return self.retained(patch=patch) if name == "retainKeysMap" else chance.choice(MADE_UP)

    def integers(self) -> list[Any]:
        chance = self.chance
        count = chance.choice([0, 1, 2, 3, 3, 4, 5, 8])
        return [
            chance.choice(INTEGERS) if chance.random() > self.odd else chance.choice(SCALARS)
            for _ in range(count)
        ]

    def item(self, depth: int, *, patch: bool) -> Document:
        chance = self.chance
        made: Document = {}
        if chance.random() > self.odd:
            made["name"] = chance.choice(NAMES if chance.random() > self.odd else SCALARS)
        if chance.random() < 0.5:
            made["value"] = chance.choice(["x", "y", "z", None])
        if chance.random() < 0.2:
            made["other"] = "o"
        if depth > 0 and chance.random() < 0.3:
            made.update(self.document(depth - 1, 2, patch=patch))
        if patch and chance.random() < 0.2:
            odd = ["delete", "delete", "replace", "merge", 1, None]
            made["$patch"] = chance.choice(odd) if chance.random() < 0.4 else "delete"
        return made

    def items(self, depth: int, *, patch: bool) -> list[Any]:
        """Returns a list of maps, most of which have merge keys of their own."""
        chance = self.chance
        made = [self.item(depth, patch=patch) for _ in range(chance.choice([0, 1, 2, 3, 3, 4, 5]))]
        if not patch or chance.random() < 0.7:
            seen: set[str] = set()
            kept: list[Any] = []
            for one in made:
                key = repr(one.get("name"))
                if key not in seen or chance.random() < 0.1:
                    kept.append(one)
                seen.add(key)
            made = kept
        if made and chance.random() < self.odd / 2:
            made.insert(chance.randrange(len(made) + 1), chance.choice(SCALARS))
        return made

    def free_map(self, *, patch: bool) -> Document:
        chance = self.chance
        odd: list[Any] = ["1", "2", None, 1, {"x": None, "y": 1}, [1, None], [{"n": None}]]
        made: Document = {
            chance.choice("abcd"): chance.choice(odd if chance.random() < 0.3 else ["1", "2"])
            for _ in range(chance.randrange(4))
        }
        if patch and chance.random() < 0.1:
            made["$patch"] = chance.choice(["replace", "delete", "merge", 3, [1, 1.5], {"x": None}])
        return made

    def retained(self, *, patch: bool) -> Document:
        chance = self.chance
        names = ["name", "value", "other"]
        made: Document = {
            name: chance.choice(["1", "2", None])
            for name in chance.sample(names, chance.randrange(3))
        }
        if chance.random() < 0.4:
            made["simpleMap"] = self.free_map(patch=False)
        if patch and chance.random() < 0.5:
            names.append("simpleMap")
            usual = chance.sample(names, chance.randrange(5))
            odd: Any = chance.choice([None, 1, [1], [{}]])
            made["$retainKeys"] = usual if chance.random() > 0.05 else odd
        return made

    def add_directives(self, made: Document, name: str) -> None:
        """Adds an order and deletions for a list of `made`, and at times removes the list."""
        chance = self.chance
        scalars = name in SCALAR_LISTS
        if chance.random() < 0.25:
            order = self.order_of_scalars if scalars else self.order_of_maps
            made[f"$setElementOrder/{name}"] = order(made[name])
            if chance.random() < 0.3:
                del made[name]
        if scalars and chance.random() < 0.15:
            odd: Any = chance.choice([None, [], "x", [{}]])
            listed = self.integers() if chance.random() > 0.1 else odd
            made[f"$deleteFromPrimitiveList/{name}"] = listed
            if chance.random() < 0.6:
                made.pop(name, None)

    def order_of_scalars(self, listed: list[Any]) -> list[Any]:
        chance = self.chance
        others = chance.sample(INTEGERS, chance.randrange(6))
        if chance.random() < 0.2 or not all(type(one) is int for one in listed):
            return others
        return self.woven(list(dict.fromkeys(listed)), others)

    def order_of_maps(self, listed: list[Any]) -> list[Any]:
        chance = self.chance
        keys: dict[tuple[type, Any], Any] = {}
        for one in listed:
            if type(one) is not dict or "$patch" in one or type(one.get("name")) in {dict, list}:
                continue
            if "name" in one:
                keys[type(one["name"]), one["name"]] = one["name"]
        others = chance.sample(NAMES, chance.randrange(4))
        order = [{"name": key} for key in self.woven(list(keys.values()), others)]
        if chance.random() < self.odd:
            chance.shuffle(order)
        return order

    def woven(self, first: list[Any], others: list[Any]) -> list[Any]:
        for one in others:
            if one not in first:
                first.insert(self.chance.randrange(len(first) + 1), one)
        return first

    def changed(self, value: Any, depth: int = 0) -> Any:
        """Returns what may have become of a document or a part of it."""
        chance = self.chance
        if type(value) is dict:
            made = {}
            for key, member in value.items():
                luck = chance.random()
                if luck >= 0.1:
                    made[key] = self.changed(member, depth + 1) if luck < 0.8 else member
            if depth < 3 and chance.random() < 0.3:
                made.update(self.document(max(0, 1 - depth), 2))
            return made
        if type(value) is list:
            kept = [self.changed(one, depth + 1) for one in value if chance.random() > 0.1]
            if chance.random() < 0.15:
                chance.shuffle(kept)
            if chance.random() < 0.2:
                maps = bool(kept) and type(kept[0]) is dict
                kept.append(self.item(0, patch=False) if maps else chance.choice([1, 2, 7]))
            return kept
        if type(value) is str and value not in NAMES:
            return chance.choice(["x", "y", value, value])
        return value


def _apply(chance: Random) -> Case:
    items = MergeItems(chance, _odd(chance))
    return {"original": items.document(), "patch": items.document(patch=True)}


def _create(chance: Random) -> Case:
    items = MergeItems(chance, _odd(chance))
    original = items.document()
    case: Case = {"original": original, "modified": _another(items, original)}
    if chance.random() < 0.1:
        case["unchanged"] = [chance.choice(["name", "value", "mergingList", "metadata.name"])]
    return case


def _create_and_apply(chance: Random) -> Case:
    items = MergeItems(chance, _odd(chance))
    original = items.document()
    return {"original": original, "modified": _another(items, original)}


def _three_way(chance: Random) -> Case:
    items = MergeItems(chance, _odd(chance))
    original = items.document()
    return {
        "original": original,
        "modified": _another(items, original),
        "current": _another(items, original),
        "overwrite": chance.random() < 0.5,
    }


def _combine(chance: Random) -> Case:
    items = MergeItems(chance, _odd(chance))
    count = chance.choice([1, 2, 2, 3])
    return {"patches": [items.document(patch=True) for _ in range(count)]}


def _long_lists(chance: Random) -> Case:
    """Returns lists beyond what Go sorts by insertion, with equal keys and odd orders."""
    size = chance.randrange(13, 61)
    keys = [f"k{chance.randrange(1, 3 * size)}" for _ in range(size)]
    if chance.random() < 0.5:
        keys = [chance.choice(keys[: max(2, size // 3)]) for _ in keys]
    shape = chance.random()
    if shape < 0.2:
        keys.sort(reverse=chance.random() < 0.5)
    original = [{"name": key, "value": str(place)} for place, key in enumerate(keys)]
    modified = [dict(one) for one in original]
    for _ in range(chance.randrange(6)):
        modified[chance.randrange(size)]["value"] = "changed"
    if shape > 0.6:
        chance.shuffle(modified)
    del modified[: chance.randrange(4)]
    if chance.random() < 0.5:
        values = [chance.randrange(size) for _ in range(size)]
        others = [*chance.sample(values, size), chance.randrange(size)]
        return {"original": {"mergingIntList": values}, "modified": {"mergingIntList": others}}
    if chance.random() < 0.3:
        order = {"$setElementOrder/mergingList": [] if shape < 0.5 else [{"name": "k1"}]}
        new = [{"name": f"n{place}"} for place in range(chance.randrange(1, 45))]
        patch = {"mergingList": new if shape < 0.5 else [], **order}
        return {"op": "apply", "original": {"mergingList": original}, "patch": patch}
    return {"original": {"mergingList": original}, "modified": {"mergingList": modified}}


def _quantity(chance: Random) -> Case:
    if chance.random() < 0.1:
        odd = "0123456789.+-eEinumkKMGTPi "
        return {"original": "".join(chance.choice(odd) for _ in range(chance.randrange(6)))}
    most = chance.choice([10, 5000, 10**12, 10**20])
    digits = str(chance.choice([chance.randrange(most), 1000, 1024, 2048, 1000000, 0]))
    if chance.random() < 0.2:
        digits = "0" * chance.randrange(1, 3) + digits
    if chance.random() < 0.4:
        rest = ("0", chance.choice("0123456789"))
        digits += "." + "".join(chance.choice(rest) for _ in range(chance.randrange(12)))
    elif chance.random() < 0.05:
        digits = "." + digits
    return {"original": chance.choice(["", "", "", "+", "-"]) + digits + chance.choice(SUFFIXES)}


SUFFIXES = [
    *("", "", "m", "k", "M", "G", "T", "P", "E", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "n", "u"),
    *("e3", "E3", "e-3", "e+2", "e1", "e0", "K", "ki", "i", "e", "e12", "E-9", "e20", "mm", "e99"),
]


def _merge_patch(chance: Random) -> Case:
    original: Any = _json(chance)
    patch: Any = _json(chance, nulls=0.3)
    if chance.random() < 0.05:
        original, patch = (chance.choice([one, *ODDITIES]) for one in (original, patch))
    return {"original": original, "patch": patch}


def _create_merge_patch(chance: Random) -> Case:
    original: Any = _json(chance, nulls=0.1)
    modified: Any = _varied(chance, original) if chance.random() < 0.7 else _json(chance, nulls=0.1)
    if chance.random() < 0.05:
        original, modified = (chance.choice([one, *ODDITIES]) for one in (original, modified))
    elif chance.random() < 0.05:
        original, modified = [original] * chance.randrange(3), [modified] * chance.randrange(3)
    return {"original": original, "modified": modified}


def _merge_patch_three_way(chance: Random) -> Case:
    original = _json(chance, nulls=0.1)
    case: Case = {"original": original}
    for name in ("modified", "current"):
        case[name] = _varied(chance, original) if chance.random() < 0.8 else _json(chance)
    if chance.random() < 0.1:
        case["unchanged"] = [chance.choice(["a", "b"])]
    return case


def _json_patch(chance: Random) -> Case:
    document = _json(chance, nulls=0.1)
    operations = []
    for _ in range(chance.choice([1, 1, 2, 3, 5])):
        operation = _operation(chance, document)
        operations.append(operation)
        if operation.get("op") in ("add", "replace") and operation.get("value") is None:
            break  # the library tells a null that an operation has set from one that was there
    return {"original": document, "patch": operations}


def _operation(chance: Random, document: Any) -> Document:
    kinds = ["add", "remove", "replace", "move", "copy", "test"]
    operation: Document = {"op": chance.choice(kinds), "path": _pointer(chance, document)}
    if operation["op"] in ("move", "copy"):
        operation["from"] = _pointer(chance, document)
    elif operation["op"] != "remove":
        operation["value"] = _json(chance) if chance.random() < 0.4 else chance.choice(SCALARS)
    if operation["op"] == "test" and chance.random() < 0.7:
        operation["value"] = _pointed(document, operation["path"])
    if chance.random() < 0.03:
        operation[chance.choice(["op", "path", "from"])] = chance.choice([None, 1, True, [], "x"])
    if chance.random() < 0.02:
        operation.pop(chance.choice(list(operation)))
    return operation


def _pointer(chance: Random, document: Any) -> str:
    steps = ""
    place = document
    while type(place) in (dict, list) and place and chance.random() < 0.9:
        if type(place) is dict:
            step = chance.choice([*place, *place, "new"])
            place = place.get(step)
        else:
            index = chance.randrange(-1, len(place) + 1)
            step = chance.choice([str(index), str(index), "-", "01", "x", "+0", "-7"])
            place = place[index] if step == str(index) and index < len(place) else None
        steps += "/" + step.replace("~", "~0").replace("/", "~1")
    return steps + ("/z" if not steps or chance.random() < 0.05 else "")


def _pointed(document: Any, pointer: str) -> Any:
    for step in pointer.split("/")[1:]:
        try:
            document = document[int(step) if type(document) is list else step]
        except (KeyError, IndexError, ValueError, TypeError):
            return None
    return document


def _json(chance: Random, depth: int = 3, nulls: float = 0.0) -> Document:
    keys = ["a", "b", "c", "x/y", "m~n", ""]
    return {
        chance.choice(keys): _json_value(chance, depth - 1, nulls)
        for _ in range(chance.randrange(5))
    }


def _json_value(chance: Random, depth: int, nulls: float) -> Any:
    luck = chance.random()
    if luck < nulls:
        return None
    if depth > 0 and luck > 0.6:
        return _json(chance, depth, nulls)
    if depth > 0 and luck > 0.4:
        return [_json_value(chance, depth - 1, nulls) for _ in range(chance.randrange(4))]
    return chance.choice(SCALARS) if nulls else chance.choice([1, 2, "a", "b", True, 1.5, ""])


def _varied(chance: Random, value: Any) -> Any:
    if type(value) is dict:
        made = {key: _varied(chance, one) for key, one in value.items() if chance.random() > 0.15}
        if chance.random() < 0.2:
            made.update(_json(chance, 2, 0.05))
        return made
    if type(value) is list:
        return value if chance.random() < 0.8 else [_varied(chance, one) for one in value[:2]]
    return chance.choice(SCALARS) if chance.random() < 0.15 else value


def _odd(chance: Random) -> float:
    return chance.choice([0, 0, 0.02, 0.15])


def _another(items: MergeItems, original: Document) -> Document:
    if items.chance.random() < 0.2:
        return items.document()
    changed: Document = items.changed(original)
    return changed


MAKERS: dict[str, Callable[[Random], Case]] = {
    "apply": _apply,
    "create": _create,
    "create-three-way": _three_way,
    "create-and-apply": _create_and_apply,
    "combine": _combine,
    "long-lists": _long_lists,
    "quantity": _quantity,
    "merge-patch": _merge_patch,
    "create-merge-patch": _create_merge_patch,
    "merge-patch-three-way": _merge_patch_three_way,
    "json-patch": _json_patch,
}
POD_MAKERS: dict[str, Callable[[Random, str], Case]] = {"pod": pod, "pod-merge": pod_merge}
OPERATIONS = (*MAKERS, *POD_MAKERS)


def random_case(operation: str, version: str, chance: Random) -> Case:
    """Returns a case for one of `OPERATIONS`; pods have the fields of one version."""
    asked = "create" if operation == "long-lists" else operation
    make = POD_MAKERS.get(operation)
    made = make(chance, version) if make else MAKERS[operation](chance)
    return {"op": asked, "type": "MergeItem", **made}
