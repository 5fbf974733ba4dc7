"""What Go's structs make of a document: decoded into a Kubernetes type and encoded again.

The round trip drops unknown fields and zero values, writes quantities canonically, and adds the
fields that Go cannot leave out, ``containers: null`` among them. Source: encoding/json, and the
UnmarshalJSON and MarshalJSON methods in k8s.io/apimachinery.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from helmwright.base.errors import GoError, PatchTypeError
from helmwright.go import base64, json_write, quantity
from helmwright.go.spaces import SPACE
from helmwright.kube.json_model import from_data

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.kube.patch_meta import Field, Type

    Encode = Callable[[Any], Any]
    """Takes a JSON value; returns what Go encodes after decoding it."""

_INT32 = 1 << 31
_INT64 = 1 << 63
_RFC3339 = "2006-01-02T15:04:05Z07:00"
_RFC3339_MICRO = "2006-01-02T15:04:05.000000Z07:00"
_MILLI = -3
_PROTOBUF = "protobuf"
_JSON_NAMES = {
    dict: "object",
    list: "array",
    str: "string",
    bool: "bool",
    int: "number",
    float: "number",
}
_KEEP, _SKIP_ABSENT, _SKIP_EMPTY = range(3)


class _RefusedError(Exception):
    """A value that does not fit; ``steps``, the last one first, grow while the exception rises."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.steps: list[str | int] = []

    def within(self, step: str | int) -> _RefusedError:
        self.steps.append(step)
        return self


class _Member(NamedTuple):
    """How one field of a struct is written."""

    name: str
    encode: Encode
    plain: type | None  # values of this type are written as they are
    skip: int
    keeps_on_null: bool  # a null leaves what an earlier spelling of the field has set


class TypedCodec:
    """Decoding and encoding of one type; encoders are made once for each type below it.

    stored: as an API server does, whose names of fields count letter by letter, and what it reads
    back from its storage, "json" or "protobuf". In the latter, an empty list or map that must be
    written is ``null``. Unknown fields are kept, for whoever compares. Source: sigs.k8s.io/json.
    """

    def __init__(self, root: Type, *, stored: str = "") -> None:
        self._stored = stored
        self._encoders: dict[int, Encode] = {}
        self._types: list[Type] = []  # keeps what the ids above stand for
        self._root = self._encoder(root)

    def round_trip(self, document: Any) -> Any:
        """Return what Go writes after reading ``document``; floats without a fraction are integers.

        Raises ``PatchTypeError`` if Go refuses it: a value of another type, a number out of range.
        """
        try:
            return self._root(document)
        except _RefusedError as error:
            raise PatchTypeError(error.reason, tuple(reversed(error.steps))) from None

    def _encoder(self, of: Type) -> Encode:
        known = self._encoders.get(id(of))
        if known is None:
            self._types.append(of)

            def later(value: Any) -> Any:  # a struct may hold itself, and most are never asked for
                encode = self._encoders[id(of)]
                if encode is later:
                    encode = self._encoders[id(of)] = self._make(of)
                return encode(value)

            known = self._encoders[id(of)] = later if _is_struct(of) else self._make(of)
        return known

    def _make(self, of: Type) -> Encode:
        if of.kind == "struct":
            return _LEAVES[of.name] if of.name in _LEAVES else self._struct(of)
        if of.element is None:
            return _SCALARS[of.kind]
        if of.element.kind == "uint8":
            return _bytes
        inner = self._encoder(of.element)
        if of.kind == "ptr":
            return lambda value: None if value is None else inner(value)
        return _list(inner) if of.kind == "slice" else _map(inner)

    def _struct(self, of: Type) -> Encode:
        """Return the encoder of a struct.

        Only the fields that are given are looked at, and those that are written without a value.
        """
        members = {name: self._member(name, field) for name, field in of.fields.items()}
        folded = {name.casefold(): members[name] for name in reversed(of.fields)}
        others = None if self._stored else folded
        always = [member for member in members.values() if member.skip == _KEEP]
        structs = {name for name, field in of.fields.items() if _is_struct(field.type)}
        made = {one.name: one.encode for one in always if one.name in structs}
        constants = {one.name: one.encode(None) for one in always if one.name not in structs}
        name_of_struct = of.name

        def encode_struct(value: Any) -> Any:
            written = constants.copy()
            if value is not None:
                if type(value) is not dict:
                    raise _mismatch(value, name_of_struct)
                _encode_members(value, members, others, written)
            for name, encode in made.items():
                if name not in written:
                    written[name] = encode(None)
            return written

        return encode_struct

    def _member(self, name: str, field: Field) -> _Member:
        of = field.type
        skip = _KEEP
        if field.omit == "omitzero" and of.kind == "struct":
            skip = _SKIP_ABSENT
        elif field.omit and of.kind != "struct":
            skip = _SKIP_ABSENT if of.kind == "ptr" else _SKIP_EMPTY
        value = of.element if of.kind == "ptr" and of.element is not None else of
        keeps_on_null = of.kind not in ("ptr", "slice", "map") and of.name not in _LEAVES
        encode = self._encoder(of)
        if self._stored == _PROTOBUF and skip == _KEEP and of.kind in ("slice", "map"):
            encode = encode if encode is _bytes else _nothing_if_empty(encode)
        return _Member(name, encode, _PLAIN.get(value.kind), skip, keeps_on_null)


def _is_struct(of: Type) -> bool:
    return of.kind == "struct" and of.name not in _LEAVES


def _encode_members(
    value: dict[str, Any],
    members: dict[str, _Member],
    folded: dict[str, _Member] | None,
    written: dict[str, Any],
) -> None:
    """Write the fields of a struct; folded: by names in lower case, ``None`` keeps unknown fields."""
    for key, given in value.items():
        found = members.get(key)
        if found is None:
            if folded is None:
                written[key] = given
                continue
            found = folded.get(key.casefold()) if type(key) is str else None
            if found is None:
                continue
        name, encode, plain, skip, keeps_on_null = found
        if type(given) is plain:
            if given or skip != _SKIP_EMPTY:
                written[name] = given
            else:
                written.pop(name, None)
            continue
        if given is None and keeps_on_null:
            continue
        try:
            result = encode(given)
        except _RefusedError as error:
            raise error.within(name) from None
        if skip and (result is None or (skip == _SKIP_EMPTY and not result)):
            written.pop(name, None)
        else:
            written[name] = result


def _list(inner: Encode) -> Encode:
    def encode_list(value: Any) -> Any:
        if value is None:
            return None
        if type(value) is not list:
            raise _mismatch(value, "list")
        encoded: list[Any] = []
        try:
            for member in value:
                encoded.append(inner(member))  # noqa: PERF401 - its length says what failed
        except _RefusedError as error:
            raise error.within(len(encoded)) from None
        return encoded

    return encode_list


def _map(inner: Encode) -> Encode:
    def encode_map(value: Any) -> Any:
        if value is None:
            return None
        if type(value) is not dict:
            raise _mismatch(value, "map")
        encoded: dict[str, Any] = {}
        for key, member in value.items():
            if type(key) is not str:
                raise _RefusedError(f"a map has strings as keys, not {key!r}")
            try:
                encoded[key] = inner(member)
            except _RefusedError as error:
                raise error.within(key) from None
        return encoded

    return encode_map


def _nothing_if_empty(encode: Encode) -> Encode:
    return lambda value: encode(value) or None


def _mismatch(value: Any, wanted: str) -> _RefusedError:
    return _RefusedError(f"json: cannot unmarshal {_JSON_NAMES[type(value)]} into type {wanted}")


def _string(value: Any) -> Any:
    if value is None:
        return ""
    if type(value) is not str:
        raise _mismatch(value, "string")
    return value


def _bool(value: Any) -> Any:
    if value is None:
        return False
    if type(value) is not bool:
        raise _mismatch(value, "bool")
    return value


def _integer(name: str, limit: int) -> Encode:
    def encode_integer(value: Any) -> Any:
        if value is None:
            return 0
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int or not -limit <= value < limit:
            raise _mismatch(value, name)
        return value

    return encode_integer


def _float(value: Any) -> Any:
    if value is None:
        return 0
    if type(value) not in (int, float):
        raise _mismatch(value, "float64")
    return from_data(value)


def _quantity(value: Any) -> Any:
    if value is None:
        return "0"
    if type(value) is not str:
        try:
            value = json_write.marshal(value)  # Go looks at the JSON text
        except TypeError:
            raise _mismatch(value, "Quantity") from None
    try:
        return str(quantity.parse(value.strip(_TRIMMED)))
    except GoError as error:
        raise _RefusedError(error.message) from None


def _resource_quantity(value: Any) -> Any:
    """Return a quantity of a ResourceList, which its defaults round up to thousandths.

    Source: pkg/apis/core/v1/defaults.go (SetDefaults_ResourceList).
    """
    text = _quantity(value)
    found = quantity.parse(text)
    if found.exponent >= _MILLI:
        return text
    divisor = 10 ** (_MILLI - found.exponent)
    sign = -1 if found.mantissa < 0 else 1
    rounded = sign * -(-abs(found.mantissa) // divisor)
    return str(quantity.Quantity(rounded, _MILLI, found.format))


def _bytes(value: Any) -> Any:
    if value is None:
        return None
    if type(value) is not str:
        raise _mismatch(value, "string")
    try:
        return base64.encode_standard(
            base64.decode_standard(value.encode("utf-8", "surrogateescape"))
        )
    except GoError as error:
        raise _RefusedError(error.message) from None


def _int_or_string(value: Any) -> Any:
    return value if type(value) is str else _INT_OR_STRING(value)


def _time(value: Any) -> Any:
    return _moment(value, _RFC3339)


def _micro_time(value: Any) -> Any:
    return _moment(value, _RFC3339_MICRO)


def _moment(value: Any, written: str) -> Any:
    if value is None:
        return None
    if type(value) is not str:
        raise _mismatch(value, "string")
    from helmwright.go.time_zones import UTC
    from helmwright.go.times import parse_time

    try:
        moment = parse_time(written, value, UTC)
    except GoError as error:
        raise _RefusedError(error.message) from None
    return None if moment.is_zero() else moment.utc().format(written)


_TRIMMED = "".join(char for char in SPACE if char >= " " and char not in "\u2028\u2029")
"""White space that Go's JSON writer does not escape: escaped, it is no white space to a quantity."""
_INT_OR_STRING = _integer("int32 or string", _INT32)
_PLAIN: dict[str, type] = {"string": str, "bool": bool}
_SCALARS: dict[str, Encode] = {
    "string": _string,
    "bool": _bool,
    "int": _integer("int", _INT64),
    "int32": _integer("int32", _INT32),
    "int64": _integer("int64", _INT64),
    "float64": _float,
    "interface": from_data,
}
_LEAVES: dict[str, Encode] = {
    "Quantity": _quantity,
    "IntOrString": _int_or_string,
    "ResourceQuantity": _resource_quantity,
    "Time": _time,
    "MicroTime": _micro_time,
    "FieldsV1": from_data,
    "RawExtension": from_data,
    "JSON": from_data,
    "JSONSchemaPropsOrArray": from_data,
    "JSONSchemaPropsOrBool": from_data,
    "JSONSchemaPropsOrStringArray": from_data,
}
"""Structs with a MarshalJSON of their own."""
