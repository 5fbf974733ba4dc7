"""Helm's own conversions between values and YAML, JSON and TOML.

Reading never fails: an error becomes the value ``{"Error": text}``, or a list with the text.
Writing YAML or JSON gives an empty string on errors, writing TOML gives the error's text; the
``must`` forms fail.

Source: helm pkg/engine/funcs.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import FunctionError, HelmwrightError
from helmwright.go.function import Family
from helmwright.go.kinds import Map, Slice
from helmwright.go.limits import check_parsing

if TYPE_CHECKING:
    from helmwright.go.kinds import Value
    from helmwright.go.time_zones import Location
    from helmwright.go.world import World

HELM = Family()

_TOML_SLOWNESS = 4
_JSON_SPACE = " \t\r\n"


@HELM.function("toYaml")
def to_yaml(value: Value) -> str:
    """Return ``value`` as YAML without the final line break, ``""`` if that is impossible."""
    from helmwright.go.yaml_write import marshal

    try:
        return marshal(value)[:-1]
    except HelmwrightError:
        return ""


@HELM.function("mustToYaml")
def must_to_yaml(value: Value) -> str:
    """Return ``value`` as YAML without the final line break."""
    from helmwright.go.yaml_write import marshal

    try:
        return marshal(value)[:-1]
    except HelmwrightError as error:
        raise FunctionError(error.message) from None


@HELM.function("toYamlPretty")
def to_yaml_pretty(value: Value) -> str:
    """Return ``value`` as YAML with indented lists, without the final line break."""
    from helmwright.go.yaml_pretty import marshal_pretty

    return marshal_pretty(value).removesuffix("\n")


@HELM.function("fromYaml")
def from_yaml(text: str) -> dict[str, Value]:
    """Return the map in a YAML text; of several documents the first."""
    check_parsing(text)
    from helmwright.go.yaml_read import load_map

    try:
        return load_map(text)
    except HelmwrightError as error:
        return {"Error": error.message}


@HELM.function("fromYamlArray")
def from_yaml_array(text: str) -> list[Value]:
    """Return the list in a YAML text."""
    check_parsing(text)
    from helmwright.go.yaml_read import load_list

    try:
        return load_list(text)
    except HelmwrightError as error:
        return [error.message]


@HELM.function("toToml")
def to_toml(value: Value) -> str:
    """Return ``value`` as TOML, or the text of the error."""
    from helmwright.go.toml_write import marshal

    try:
        return marshal(value)
    except HelmwrightError as error:
        return error.message


@HELM.function("mustToToml")
def must_to_toml(value: Value) -> str:
    """Return ``value`` as TOML."""
    from helmwright.go.toml_write import marshal

    try:
        return marshal(value)
    except HelmwrightError as error:
        raise FunctionError(error.message) from None


@HELM.function("fromToml")
def from_toml(world: World, text: str) -> dict[str, Value]:
    """Return the tables of a TOML text; times without a zone are in the local one."""
    check_parsing(text, _TOML_SLOWNESS)
    from helmwright.go.toml_read import load_map

    def zone() -> tuple[Location, int]:
        return world.local_zone, world.now().local_second()[1]

    try:
        return load_map(text, zone)
    except HelmwrightError as error:
        return {"Error": error.message}


@HELM.function("toJson")
def to_json(value: Value) -> str:
    """Return ``value`` as JSON, ``""`` if that is impossible."""
    from helmwright.go.json_write import marshal

    try:
        return marshal(value)
    except HelmwrightError:
        return ""


@HELM.function("mustToJson")
def must_to_json(value: Value) -> str:
    """Return ``value`` as JSON."""
    from helmwright.go.json_write import marshal

    try:
        return marshal(value)
    except HelmwrightError as error:
        raise FunctionError(error.message) from None


@HELM.function("fromJson")
def from_json(text: str) -> dict[str, Value]:
    """Return the object in a JSON text; ``null`` gives a nil map."""
    check_parsing(text)
    from helmwright.go.json_read import NumberOutOfRangeError, unmarshal_map

    try:
        value = unmarshal_map(text)
    except NumberOutOfRangeError as error:
        return {**error.value, "Error": error.message}
    except HelmwrightError as error:
        return {"Error": error.message}
    return value if value or text.strip(_JSON_SPACE) != "null" else Map(nil=True)


@HELM.function("fromJsonArray")
def from_json_array(text: str) -> list[Value]:
    """Return the array in a JSON text; ``null`` gives a nil slice."""
    check_parsing(text)
    from helmwright.go.json_read import unmarshal_list

    try:
        value = unmarshal_list(text)
    except HelmwrightError as error:
        return [error.message]
    return value if value or text.strip(_JSON_SPACE) != "null" else Slice(nil=True)
