"""The master's configuration decoded as Go decodes it, with everything that it refuses.

The file is read into viper, what viper holds is written as JSON, and that is decoded into Go
structs. ghodss/yaml, which does it, turns numbers and booleans into text where a struct wants
text; a type with a decoder of its own ends this, and the refusal of unknown keys with it.

Source: master/cmd/determined-master/root.go, master/pkg/union/unmarshal.go,
github.com/ghodss/yaml yaml.go, encoding/json decode.go
"""

from __future__ import annotations

import binascii
import re
from typing import TYPE_CHECKING, Any

from helmwright.base.errors import GoError
from helmwright.base.patterns import lazy_pattern
from helmwright.base.records import Record, replace
from helmwright.determined.master_schema import releases_with
from helmwright.determined.problem import ConfigProblem, joined
from helmwright.determined.wording import known_when, shown
from helmwright.go.durations import parse_duration
from helmwright.secrets.names import is_secret_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from helmwright.determined.master_schema import MasterSchema, Struct

Decoded = Any
"""Dicts by the struct's own key names, lists, and scalars; None for what is not given."""

_INTEGERS = {
    "int": (-(2**63), 2**63 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint": (0, 2**64 - 1),
    "uint8": (0, 2**8 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}
_LARGEST_PLAIN = 1e21
"""From here on Go writes a float with an exponent, which no integer is read from."""
_QUANTITY = lazy_pattern(
    r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?", re.ASCII
)
_STORAGE_SIZE = lazy_pattern(r"[0-9]+(\.[0-9]+)? ?[kKmMgGtTpP]?[iI]?[bB]?", re.ASCII)
"""What RAMInBytes of github.com/docker/go-units reads."""
_TIME = lazy_pattern(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII)
_DEVICES = ("cpu", "cuda", "rocm")
_LOG_ACTIONS = ("cancel_retries", "exclude_node")
_UNITS = frozenset({"batches", "epochs", "records"})


class Place(Record):
    """Where a value is, and how it is decoded there.

    keys: the way there without the indexes of lists. steps: the way with them. ``folded`` says that
    viper has lower-cased the keys, so that their case does not matter.
    """

    path: str = ""
    keys: tuple[str, ...] = ()
    strict: bool = True
    folded: bool = True
    steps: tuple[str | int, ...] = ()

    def at(self, key: str) -> Place:
        """Return the place of a key's value."""
        keys, steps = (*self.keys, key), (*self.steps, key)
        return Place(joined(self.path, key), keys, self.strict, self.folded, steps)

    def item(self, index: int) -> Place:
        """Return the place of a list's item."""
        path, steps = joined(self.path, index), (*self.steps, index)
        return Place(path, self.keys, self.strict, folded=False, steps=steps)

    def loose(self) -> Place:
        """Return this place behind a decoder of its own."""
        return replace(self, strict=False)


class Decoder:
    """Decodes one configuration and collects what is wrong with it.

    makes_text: numbers and booleans become text where a struct wants text, as ghodss/yaml does.
    """

    makes_text = True

    def __init__(self, schema: MasterSchema) -> None:
        self._schema = schema
        self.problems: list[ConfigProblem] = []
        self._scalars: dict[str, Callable[[Any, Place], Decoded]] = {
            "any": lambda value, _: value,
            "string": self._string,
            "text": lambda value, place: self._string(value, place.loose()),
            "bool": self._bool,
            "float32": self._float,
            "float64": self._float,
            "bytes": self._bytes,
            "time": self._time,
            "duration": self._duration,
            "storage_size": self._storage_size,
            "quantity": self._quantity,
            "int_or_string": self._int_or_string,
        }
        self._structs: dict[str, Callable[[Any, Struct, Place], Decoded]] = {
            "plain": self._fields,
            "loose": lambda value, struct, place: self._fields(value, struct, place.loose()),
            "union": self._union,
            "runtime_item": self._runtime_item,
            "runtime_items": self._runtime_items,
            "device": self._device,
            "log_action": self._log_action,
            "hyperparameter": self._hyperparameter,
            "length": self._length,
        }

    def decode(self, config: Mapping[str, Any]) -> dict[str, Decoded]:
        """Decode a whole configuration."""
        decoded = self._value(config, self._schema.root, Place())
        return decoded if isinstance(decoded, dict) else {}

    def _value(self, value: Any, expression: str, place: Place) -> Decoded:
        pointed = expression.startswith("*")
        if value is None and (pointed or not self._sees_null(expression)):
            return None
        expression = expression.lstrip("*")
        if expression.startswith("[]"):
            return self._list(value, expression[2:], place)
        if expression.startswith("map:"):
            return self._map(value, expression[len("map:") :], place)
        if expression in _INTEGERS:
            return self._integer(value, expression, place)
        if expression in self._scalars:
            return self._scalars[expression](value, place)
        struct = self._schema.struct(expression)
        return self._structs[struct.decoder](value, struct, place)

    def _sees_null(self, expression: str) -> bool:
        """Tell whether null comes to a decoder that refuses it."""
        if expression == "model.DeviceConfig":
            return self._schema.struct(expression).decoder == "device"
        return expression == "duration"

    def _list(self, value: Any, element: str, place: Place) -> Decoded:
        if not isinstance(value, list):
            return self._refuse(value, place, "a list")
        return [self._value(item, element, place.item(index)) for index, item in enumerate(value)]

    def _map(self, value: Any, element: str, place: Place) -> Decoded:
        if not isinstance(value, dict):
            return self._refuse(value, place, "a map")
        return {key: self._value(item, element, place.at(key)) for key, item in value.items()}

    def _fields(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if not isinstance(value, dict):
            return self._refuse(value, place, "a map")
        decoded = {}
        for key, item in value.items():
            name = struct.find(key)
            if name is None:
                self._unknown(place.at(key), struct.fields, stops_master=place.strict)
            else:
                decoded[name] = self._value(item, struct.fields[name], place.at(key))
        return decoded

    def _union(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if not isinstance(value, dict):
            return self._refuse(value, place, "a map")
        # Members and types are matched to the letter, after viper has made keys lower-case.
        given = {key.lower() if place.folded else key: key for key in value}
        selector = struct.key
        fields = dict(struct.fields)
        decoded: dict[str, Decoded] = {}
        if selector in given:
            chosen = value[given[selector]]
            if not isinstance(chosen, str):
                return self._refuse(chosen, place.at(selector), "text")
            decoded["type"] = chosen
            if chosen not in struct.union:
                self._report(
                    place.at(selector), f'"{chosen}" is none of {", ".join(sorted(struct.union))}'
                )
                return decoded
            fields |= self._schema.struct(struct.union[chosen]).fields
        for name, key in given.items():
            if name in fields:
                decoded[name] = self._value(value[key], fields[name], place.loose().at(key))
            elif name != selector and (owners := self._schema.owners(struct, name)):
                self._report(place.at(key), _of_members(selector, owners, decoded.get("type")))
            elif name != selector:
                hint = "" if selector in given else f"{joined(place.path, selector)} is missing"
                self._unknown(place.at(key), {**fields, selector: "string"}, hint=hint)
        return decoded

    def _runtime_item(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if isinstance(value, str):
            return dict.fromkeys(_DEVICES, value)
        if not isinstance(value, dict):
            return self._refuse(value, place, "an image or a map of images by slot type")
        return self._fields(value, _with_gpu(struct, "string"), place.loose())

    def _runtime_items(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if isinstance(value, list):
            return dict.fromkeys(_DEVICES, self._list(value, "string", place.loose()))
        if not isinstance(value, dict):
            return self._refuse(value, place, "a list or a map of lists by slot type")
        return self._fields(value, _with_gpu(struct, "[]string"), place.loose())

    def _device(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if isinstance(value, dict):
            return self._fields(value, struct, place.loose())
        if not isinstance(value, str):
            return self._refuse(value, place, "a device: host_path:container_path[:mode] or a map")
        if value.count(":") not in {1, 2}:
            self._report(place, f"{shown(value)} is not written as host_path:container_path[:mode]")
            return None
        host, container = value.split(":")[:2]
        return {"host_path": host, "container_path": container}

    def _log_action(self, value: Any, struct: Struct, place: Place) -> Decoded:
        del struct
        chosen = value
        if isinstance(value, dict):
            chosen = next((item for key, item in value.items() if key.lower() == "type"), "")
        if chosen not in _LOG_ACTIONS:
            self._report(place, f"{shown(chosen)} is none of {', '.join(_LOG_ACTIONS)}")
        return chosen

    def _hyperparameter(self, value: Any, struct: Struct, place: Place) -> Decoded:
        if isinstance(value, dict):
            return self._union(value, struct, place)
        return value

    def _length(self, value: Any, struct: Struct, place: Place) -> Decoded:
        del struct
        given = self._map(value, "int", place.loose())
        if isinstance(given, dict) and len(_UNITS & set(given)) != 1:
            self._report(place, f"give one of {', '.join(sorted(_UNITS))}")
        return given

    def _string(self, value: Any, place: Place) -> Decoded:
        if isinstance(value, str):
            return value
        if self.makes_text and place.strict and isinstance(value, bool | int | float):
            return str(value)
        return self._refuse(value, place, "text", hint=": quote it" if _scalar(value) else "")

    def _bool(self, value: Any, place: Place) -> Decoded:
        return value if isinstance(value, bool) else self._refuse(value, place, "true or false")

    def _integer(self, value: Any, expression: str, place: Place) -> Decoded:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self._refuse(value, place, "a whole number")
        whole = float(value).is_integer() and abs(value) < _LARGEST_PLAIN
        if not whole:
            self._report(place, f"{value:g} is not a whole number")
            return None
        lowest, highest = _INTEGERS[expression]
        if not lowest <= int(value) <= highest:
            self._report(place, f"{int(value)} is not between {lowest} and {highest}")
            return None
        return int(value)

    def _float(self, value: Any, place: Place) -> Decoded:
        if isinstance(value, bool) or not isinstance(value, int | float):
            return self._refuse(value, place, "a number")
        return float(value)

    def _bytes(self, value: Any, place: Place) -> Decoded:
        import base64

        if not isinstance(value, str):
            return self._refuse(value, place, "text in base64")
        try:
            return base64.b64decode(value.replace("\n", "").replace("\r", ""), validate=True)
        except binascii.Error:
            return self._refuse(value, place, "text in base64")

    def _time(self, value: Any, place: Place) -> Decoded:
        if isinstance(value, str) and _TIME.fullmatch(value):
            return value
        return self._refuse(value, place, "a time such as 2006-01-02T15:04:05Z")

    def _duration(self, value: Any, place: Place) -> Decoded:
        if isinstance(value, str):
            try:
                return parse_duration(value)
            except GoError:
                pass
        return self._refuse(value, place, "a duration such as 90s or 1h30m")

    def _storage_size(self, value: Any, place: Place) -> Decoded:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if is_number or (isinstance(value, str) and _STORAGE_SIZE.fullmatch(value)):
            return value
        return self._refuse(value, place, "a size such as 4GiB, or a number of bytes")

    def _quantity(self, value: Any, place: Place) -> Decoded:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return value
        if isinstance(value, str) and _QUANTITY.fullmatch(value.strip()):
            return value
        return self._refuse(value, place, "a quantity such as 500m or 4Gi")

    def _int_or_string(self, value: Any, place: Place) -> Decoded:
        return value if isinstance(value, str) else self._integer(value, "int32", place)

    def _refuse(self, value: Any, place: Place, expected: str, *, hint: str = "") -> None:
        hidden = any(is_secret_name(str(key)) for key in place.keys)
        found = "something else" if hidden else shown(value)
        self._report(place, f"expected {expected}, found {found}{hint}")

    def _unknown(
        self, place: Place, known: Mapping[str, str], *, stops_master: bool = True, hint: str = ""
    ) -> None:
        import difflib

        key = place.keys[-1]
        near = difflib.get_close_matches(key.lower(), known, n=1, cutoff=0.75)
        runs = releases_with(place.keys)
        effect = "unknown key" if stops_master else "unknown key, which the master ignores"
        if runs:
            effect += f"; it is known {known_when(runs)}"
        elif hint:
            effect += f"; {hint}"
        elif near:
            effect += f"; did you mean {near[0]}?"
        self._report(place, effect, stops_master=stops_master)

    def _report(self, place: Place, message: str, *, stops_master: bool = True) -> None:
        self.problems.append(ConfigProblem(place.path, message, stops_master))


def _of_members(selector: str, owners: list[str], chosen: Any) -> str:
    """Return what is wrong with a key of members of a union that is not chosen."""
    kinds = " or ".join(f"{selector}: {owner}" for owner in owners)
    return f"goes with {kinds}, and {selector} is {chosen or 'missing'}"


def _with_gpu(struct: Struct, expression: str) -> Struct:
    """Return a struct by slot type that also takes the old name of cuda."""
    return replace(struct, fields={**struct.fields, "gpu": expression})


def _scalar(value: Any) -> bool:
    return isinstance(value, bool | int | float)
