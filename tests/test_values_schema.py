"""The schema of the bundled chart, and how it is made from its sources."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator
from tests.values_schema_cases import ACCEPTED, REFUSED

from helmwright.base.errors import HelmwrightError
from helmwright.charts.loader import load_chart
from helmwright.go.yaml_read import load
from helmwright.reference import bundle_schema
from helmwright.reference.schema_bundle import (
    describe_value,
    format_schema,
    list_values,
    read_schema,
)
from helmwright.schema import validate_single

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "values-schema"
TEXT = (ROOT / "chart" / "values.schema.json").read_text()
SCHEMA: dict[str, Any] = json.loads(TEXT)
PARTS = {"definitions": SCHEMA["definitions"]}
DEFAULTS = load_chart(str(ROOT / "chart")).values

MUST_BE_GIVEN = {
    "additional_resource_managers[].resource_manager",
    "additional_resource_managers[].resource_pools[].pool_name",
    "poolNamespaces[].limitRange.limits",
    "poolNamespaces[].name",
    "poolNamespaces[].resourceQuota.hard",
    "registryCredentials[].name",
    "registryCredentials[].password",
    "registryCredentials[].registry",
    "resourcePools[].pool_name",
}
"""What may not be blank, always a key of an item of a list."""
SECRETS = {
    "checkpointStorage.accessKey",
    "checkpointStorage.connection_string",
    "checkpointStorage.credential",
    "checkpointStorage.secretKey",
    "db.password",
    "defaultPassword",
    "initialUserPassword",
    "logging.security.password",
    "oidc.clientSecret",
    "registryCredentials[].password",
    "resourcePools[].task_container_defaults.registry_auth.auth",
    "resourcePools[].task_container_defaults.registry_auth.identitytoken",
    "resourcePools[].task_container_defaults.registry_auth.password",
    "resourcePools[].task_container_defaults.registry_auth.registrytoken",
    "scim.auth.password",
    "security.initial_user_password",
    "security.tls.key",
    "taskContainerDefaults.registryAuth.auth",
    "taskContainerDefaults.registryAuth.identitytoken",
    "taskContainerDefaults.registryAuth.password",
    "taskContainerDefaults.registryAuth.registrytoken",
    "webhooks.signingKey",
}
"""Every credential; those of additional resource managers' pools are as those of resourcePools."""
DEPRECATED = {
    "_reattachResources": None,
    "defaultPassword": "initialUserPassword",
    "fluent": None,
    "httpPort": "masterPort",
    "logging.backend": "logging.type",
    "resourcePools[].agent_reattach_enabled": None,
    "resourcePools[].max_cpu_containers_per_agent": "max_aux_containers_per_agent",
    "saml.idpCertPath": "idpMetadataUrl",
    "security.authz._strict_ntsc_enabled": None,
    "security.initial_user_password": "initialUserPassword",
    "security.tls": "tlsSecret",
    "slotsPerNode": "maxSlotsPerPod",
}
"""Old keys and what replaces them; those of additional resource managers are left out."""
NOT_IN_VALUES = {"global", "enabled"}
"""Keys that belong to a parent chart."""


def values(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Yields the path and the schema of every value that has a name, references followed."""
    schema = followed(schema)
    for name, part in schema.get("properties", {}).items():
        below = f"{path}.{name}" if path else name
        yield below, part
        yield from values(part, below)
    if isinstance(schema.get("items"), dict):
        yield from values(schema["items"], f"{path}[]")


def followed(schema: Any) -> dict[str, Any]:
    found: dict[str, Any] = schema
    if "$ref" in found:
        found = PARTS["definitions"][found["$ref"].removeprefix("#/definitions/")] | found
    return found


ALL = dict(values(SCHEMA))
OWN = {path: part for path, part in ALL.items() if not path.startswith("additional_resource_")}


def verdict(text: str) -> str:
    """Returns what our validator says about values written as YAML."""
    return validate_single(TEXT, load(text))[0]


def test_the_bundle_is_up_to_date() -> None:
    assert bundle_schema(SOURCE) == TEXT


def test_the_schema_is_one() -> None:
    Draft7Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "http://json-schema.org/draft-07/schema#"


@pytest.mark.parametrize("text", ACCEPTED)
def test_accepts_what_works(text: str) -> None:
    assert verdict(text) == ""


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_refuses_in_helms_words(text: str, message: str) -> None:
    assert "\n".join(sorted(verdict(text).splitlines())) == message


@pytest.mark.parametrize("text", [*ACCEPTED, *(text for text, _ in REFUSED)])
def test_the_jsonschema_package_agrees(text: str) -> None:
    assert Draft7Validator(SCHEMA).is_valid(load(text)) == (verdict(text) == "")


ODD: list[Any] = [
    None,
    True,
    0.0,
    -1.0,
    1.5,
    70000.0,
    "",
    "x",
    "8Gi",
    [],
    ["x"],
    [{}],
    {},
    {"x": 1.0},
]


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(sorted(ALL)), st.sampled_from(ODD))
def test_the_jsonschema_package_agrees_about_odd_values(path: str, odd: Any) -> None:
    value = odd
    for name in reversed(path.replace("[]", ".[]").split(".")):
        value = [value] if name == "[]" else {name: value}

    assert Draft7Validator(SCHEMA).is_valid(value) == (validate_single(TEXT, value)[0] == "")


def test_accepts_the_defaults() -> None:
    assert validate_single(TEXT, DEFAULTS)[0] == ""


def test_every_default_is_a_known_value() -> None:
    unknown = [path for path in paths_of_defaults(DEFAULTS) if path not in ALL]

    assert unknown == []


def paths_of_defaults(part: dict[str, Any], path: str = "") -> Iterator[str]:
    """Yields the paths in values.yaml, not below maps whose keys the user chooses."""
    for name, value in part.items():
        below = f"{path}.{name}" if path else name
        yield below
        if isinstance(value, dict):
            yield from paths_of_defaults(value, below)


def test_every_known_value_is_in_values_yaml_unless_its_section_is_blank() -> None:
    missing = set()
    for path, part in ALL.items():
        place: Any = DEFAULTS
        *outer, name = path.split(".")
        for key in outer:
            place = place.get(key) if isinstance(place, dict) else None
        if "[]" not in path and place and name not in place and not part.get("deprecated"):
            missing.add(path)

    assert missing == NOT_IN_VALUES


def test_everything_may_be_blank() -> None:
    refused = {path for path, part in ALL.items() if validate_single(whole(part), None)[0]}

    assert {path for path in refused if not is_name_of_object(path)} == MUST_BE_GIVEN


def is_name_of_object(path: str) -> bool:
    """Tells whether a value is the name of one of Kubernetes' own objects in a list."""
    around = ALL.get(path.removesuffix("[].name"), {})
    return around.get("$ref") == "#/definitions/namedObjects" or "PullSecrets[]" in path


def whole(part: dict[str, Any]) -> str:
    return json.dumps({"$schema": SCHEMA["$schema"], **followed(part), **PARTS})


def test_all_keys_at_once_may_be_blank() -> None:
    assert validate_single(TEXT, dict.fromkeys(SCHEMA["properties"]))[0] == ""


def test_every_credential_is_marked() -> None:
    assert {path for path, part in OWN.items() if part.get("x-secret")} == SECRETS


def test_old_keys_are_marked_and_say_what_replaces_them() -> None:
    found = {
        path: part.get("x-replaced-by") for path, part in OWN.items() if part.get("deprecated")
    }

    assert found == DEPRECATED


def test_everything_is_explained_in_sentences() -> None:
    inside = ("podSecurity", "[].key", "[].operator", "[].value", "[].effect", "[].toleration")
    wrong = [
        path
        for path, part in ALL.items()
        if not part.get("description", "").endswith(".")
        and not any(word in path for word in inside)
        and not is_foreign(path)
    ]

    assert wrong == []


def is_foreign(path: str) -> bool:
    """Tells whether a value is one of Kubernetes' own, which the schema only looks into."""
    words = path.lower().replace("_", "")
    return "podspec." in words or path.endswith("[].name")


def test_releases_are_written_out() -> None:
    import re

    texts = [part[name] for part in ALL.values() for name in ("x-since", "x-until") if name in part]

    assert [text for text in texts if not re.fullmatch(r"0\.\d+\.\d+", text)] == []


def test_only_maps_of_others_take_unknown_keys() -> None:
    open_maps = {
        path
        for path, part in OWN.items()
        if "object" in followed(part).get("type", ())
        and followed(part).get("additionalProperties") is None
        and "properties" in followed(part)
    }

    assert {path for path in open_maps if "od_spec" not in path and "odSpec" not in path} == {
        "master.livenessProbe",
        "master.readinessProbe",
        "master.startupProbe",
        "security.tls",
    }


# -- bundling


def write(folder: Path, **files: Any) -> str:
    for name, content in files.items():
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / f"{name}.json").write_text(text)
    return str(folder)


def bundled(folder: Path, **files: Any) -> Any:
    return json.loads(bundle_schema(write(folder, **files)))


def test_references_to_other_files_are_replaced(tmp_path: Path) -> None:
    schema = bundled(
        tmp_path,
        root={"properties": {"a": {"$ref": "part.json#/properties/a", "x-own": 1}}},
        part={"properties": {"a": {"type": "string", "x-own": 2}}},
    )

    assert schema == {"properties": {"a": {"type": "string", "x-own": 1}}}


def test_definitions_stay_definitions_in_the_alphabets_order(tmp_path: Path) -> None:
    schema = bundled(
        tmp_path,
        root={"properties": {"a": {"$ref": "other.json#/definitions/z", "description": "A."}}},
        other={"definitions": {"b": {"type": "null"}, "z": {"items": {"$ref": "#/definitions/b"}}}},
    )

    assert schema["properties"] == {"a": {"$ref": "#/definitions/z", "description": "A."}}
    assert list(schema["definitions"].items()) == [
        ("b", {"type": "null"}),
        ("z", {"items": {"$ref": "#/definitions/b"}}),
    ]


def test_a_definition_may_name_itself(tmp_path: Path) -> None:
    tree = {"items": {"$ref": "#/definitions/tree"}}
    schema = bundled(tmp_path, root={"$ref": "#/definitions/tree", "definitions": {"tree": tree}})

    assert schema == {"$ref": "#/definitions/tree", "definitions": {"tree": tree}}


def test_definitions_that_nothing_names_are_left_out(tmp_path: Path) -> None:
    assert bundled(tmp_path, root={"type": "object", "definitions": {"a": {}}}) == {
        "type": "object"
    }


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "read {0}/root.json: no such file or directory"),
        ({"root": "{"}, "read {0}/root.json: Expecting property name enclosed in double quotes"),
        ({"root": "[]"}, "read {0}/root.json: a schema must be a map"),
        ({"root": '{"a": 1, "a": 2}'}, 'read {0}/root.json: key "a" is there twice'),
        (
            {"root": {"items": {"$ref": "no.json#/a"}}},
            "read {0}/no.json: no such file or directory",
        ),
        (
            {"root": {"items": {"$ref": "root.json#/no"}}},
            "{0}/root.json: $ref root.json#/no: no such schema",
        ),
        (
            {"root": {"items": {"$ref": "a.json#/b"}}, "a": {"b": {"not": {"$ref": "#/b"}}}},
            "{0}/a.json: $ref a.json#/b: leads to itself",
        ),
        (
            {
                "root": {
                    "allOf": [{"$ref": "a.json#/definitions/x"}, {"$ref": "b.json#/definitions/x"}]
                },
                "a": {"definitions": {"x": {}}},
                "b": {"definitions": {"x": {}}},
            },
            "{0}/root.json: definition x is in a.json and in b.json; rename one",
        ),
    ],
)
def test_wrong_sources_are_refused(tmp_path: Path, files: dict[str, Any], message: str) -> None:
    with pytest.raises(HelmwrightError) as raised:
        bundle_schema(write(tmp_path, **files))

    assert raised.value.message == message.format(tmp_path)


def test_an_error_names_the_place_in_the_file(tmp_path: Path) -> None:
    with pytest.raises(HelmwrightError) as raised:
        bundle_schema(write(tmp_path, root='{\n  "a": tru\n}'))

    assert str(raised.value.position) == f"{tmp_path}/root.json:2:8"


def test_short_things_are_on_one_line() -> None:
    schema = {
        "type": ["string", "null"],
        "properties": {"a": {"enum": [1]}, "b": {"description": "B."}},
    }

    assert format_schema(schema) == (
        '{\n  "type": ["string", "null"],\n  "properties": {\n    "a": {"enum": [1]},\n'
        '    "b": {\n      "description": "B."\n    }\n  }\n}'
    )


def test_in_the_bundle_one_value_is_one_line() -> None:
    schema = {"properties": {"a": {"type": "string", "description": "A. " * 50}}}

    assert format_schema(schema, long_lines=True) == (
        '{\n  "properties": {\n    "a": {"type": "string", "description": "'
        + "A. " * 50
        + '"}\n  }\n}'
    )


# -- looking into it


def test_describes_one_value() -> None:
    assert describe_value(SCHEMA, "db.kind") == ALL["db.kind"]
    assert describe_value(SCHEMA, "resourcePools[0].pool_name")["minLength"] == 1
    assert describe_value(SCHEMA, "commonLabels.team") == {"type": ["string", "null"]}


def test_follows_references() -> None:
    described = describe_value(SCHEMA, "masterCpuRequest")

    assert described["type"] == ["string", "number", "null"]
    assert described["description"] == "CPUs that the master asks for."


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("db.sslmode", 'db has no value "sslmode"; is it sslMode?'),
        ("dbs", 'the schema has no value "dbs"; is it db?'),
        ("scim.auth.zzz", 'scim.auth has no value "zzz"; there are: type, username, password'),
        ("detVersion.a", 'detVersion has no value "a"'),
        ("db[0]", 'db has no value "[0]"; there are: hostAddress, name'),
    ],
)
def test_says_what_there_is_instead(path: str, message: str) -> None:
    with pytest.raises(HelmwrightError) as raised:
        describe_value(SCHEMA, path)

    assert raised.value.message.startswith(message)


def test_lists_what_is_below_a_value() -> None:
    assert list_values(SCHEMA, "scim") == [
        ("scim.enabled", "Switch it on."),
        ("scim.auth", "How the provider proves who it is."),
    ]
    assert list_values(SCHEMA, "nope") == []
    assert list_values(SCHEMA, "")[0][0] == "detVersion"


def test_reads_the_bundle() -> None:
    assert read_schema(str(ROOT / "chart" / "values.schema.json")) == SCHEMA
