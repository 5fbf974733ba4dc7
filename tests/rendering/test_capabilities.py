"""Capabilities, with results of Helm 4.2.4."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ChartError, UsageError
from helmwright.go.fmt import sprintf
from helmwright.go.json_write import marshal
from helmwright.go.kinds import kind, type_name
from helmwright.rendering.capabilities import (
    BuildInfo,
    Capabilities,
    KubeVersion,
    check_kube_constraint,
    parse_kube_version,
)


def test_the_defaults_are_those_of_helm():
    capabilities = Capabilities.default(extra_apis=["x/v1/Kind"])
    apis = capabilities.api_versions
    assert len(apis) == 56
    assert (apis[0], apis[1], apis[-2], apis[-1]) == (
        "v1",
        "admissionregistration.k8s.io/v1",
        "apiextensions.k8s.io/v1",
        "x/v1/Kind",
    )
    assert capabilities.kube_version.version == "v1.36.0"


def test_templates_can_tell_the_types():
    capabilities = Capabilities.default()
    assert (type_name(capabilities), kind(capabilities)) == ("*common.Capabilities", "ptr")
    assert type_name(capabilities.kube_version) == "common.KubeVersion"
    assert type_name(capabilities.api_versions) == "common.VersionSet"
    assert kind(capabilities.api_versions) == "slice"
    assert type_name(capabilities.helm_version) == "version.BuildInfo"


def test_printing_a_kube_version_through_a_function_shows_the_struct():
    version = Capabilities.default().kube_version
    assert sprintf("%v", version) == "{v1.36.0 v1.36.0 1 36}"
    assert version.addressed_string() == "v1.36.0"


def test_json_has_the_exported_fields_only():
    assert marshal(parse_kube_version("1.2-x")) == '{"Version":"v1.2-x","Major":"1","Minor":"2"}'
    assert marshal(BuildInfo("v4.2", "", "", "go1.26.8")) == (
        '{"version":"v4.2","go_version":"go1.26.8","kube_client_version":"v1.36"}'
    )


@pytest.mark.parametrize(
    ("text", "version", "normalized", "major", "minor"),
    [
        ("1.22", "v1.22", "v1.22", "1", "22"),
        ("v1.33.4-gke.1", "v1.33.4-gke.1", "v1.33.4", "1", "33"),
        ("1.2.3.4+x", "v1.2.3.4+x", "v1.2.3.4", "1", "2"),
        (" 1.02.3", "v 1.02.3", "v1.2.3", "1", "2"),
        ("1.2.", "v1.2.", "v1.2", "1", "2"),
    ],
)
def test_kube_version_is_read(text, version, normalized, major, minor):
    found = parse_kube_version(text)
    assert (found.version, found.normalized, found.major, found.minor) == (
        version,
        normalized,
        major,
        minor,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("abc", 'could not parse "abc" as version'),
        ("1.2\n", 'could not parse "1.2\\n" as version'),
        ("1", 'illegal version string "1"'),
        ("01.2", 'illegal zero-prefixed version component "01" in "01.2"'),
        (
            "1.99999999999999999999",
            (
                'illegal non-numeric version component "99999999999999999999" in '
                '"1.99999999999999999999": strconv.ParseUint: parsing "99999999999999999999": '
                "value out of range"
            ),
        ),
    ],
)
def test_kube_version_is_refused(text, reason):
    with pytest.raises(UsageError) as caught:
        parse_kube_version(text)
    assert caught.value.message == f"invalid kube version '{text}': {reason}"


def test_constraints_are_checked_against_the_numbers_only():
    version = parse_kube_version("v1.33.4-gke.1")
    check_kube_constraint("", version)
    check_kube_constraint(">=1.33.0", version)
    with pytest.raises(ChartError) as caught:
        check_kube_constraint("<1.33.0", version)
    assert caught.value.message == (
        "chart requires kubeVersion: <1.33.0 which is incompatible with Kubernetes v1.33.4-gke.1"
    )


def test_methods_answer_templates():
    capabilities = Capabilities.default()
    has = capabilities.api_versions.go_methods["Has"].call
    assert has(capabilities.api_versions, "apps/v1")
    assert not has(capabilities.api_versions, "apps/v1/Deployment")
    methods = KubeVersion.go_methods
    version = parse_kube_version("1.2.3-x")
    assert methods["String"].call(version) == "v1.2.3"
    assert methods["GitVersion"].call(version) == "v1.2.3-x"
    copied = Capabilities.go_methods["Copy"].call(capabilities)
    assert copied.kube_version is capabilities.kube_version
