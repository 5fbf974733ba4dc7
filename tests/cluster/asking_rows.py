"""Templates that ask a cluster, one a row; the real helm says what each has to give.

``NS`` stands for the namespace in which the objects below are.
"""

from __future__ import annotations

from typing import Any

NUMBERS = {
    "small": 1,
    "zero": 0,
    "negative": -7,
    "whole": 2.0,
    "half": 0.5,
    "tiny": 1e-9,
    "big": 123456789012345,
    "largest": 9223372036854775807,
    "huge": 1e21,
    "text": "1",
    "yes": True,
    "nothing": None,
    "list": [1, 2.5, "é", {"a": []}],
    "word": 'grüße 漢字 <&> " \\ \t',
}

OBJECTS: list[dict[str, Any]] = [
    {
        "apiVersion": "v1",
        "kind": "ConfigMap",
        "metadata": {"name": "one", "labels": {"app": "a"}, "annotations": {"note": "é <b> & 'q'"}},
        "data": {"key": "value", "multi": "a\nb\n", "empty": "", "unicode": "漢字"},
    },
    {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "two"}, "data": {"n": "2"}},
    {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "login"},
        "stringData": {"password": "not-so-secret"},
    },
    {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "web"},
        "spec": {"clusterIP": "None", "ports": [{"port": 80}]},
    },
    {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {
            "replicas": 0,
            "selector": {"matchLabels": {"app": "web"}},
            "template": {
                "metadata": {"labels": {"app": "web"}},
                "spec": {"containers": [{"name": "c", "image": "nginx"}]},
            },
        },
    },
]

DEFINITION: dict[str, Any] = {
    "apiVersion": "apiextensions.k8s.io/v1",
    "kind": "CustomResourceDefinition",
    "metadata": {"name": "widgets.asking.example.com"},
    "spec": {
        "group": "asking.example.com",
        "names": {"plural": "widgets", "singular": "widget", "kind": "Widget"},
        "scope": "Namespaced",
        "versions": [
            {
                "name": "v1",
                "served": True,
                "storage": True,
                "schema": {
                    "openAPIV3Schema": {
                        "type": "object",
                        "properties": {
                            "spec": {
                                "type": "object",
                                "x-kubernetes-preserve-unknown-fields": True,
                            }
                        },
                    }
                },
            }
        ],
    },
}

WIDGET: dict[str, Any] = {
    "apiVersion": "asking.example.com/v1",
    "kind": "Widget",
    "metadata": {"name": "numbers"},
    "spec": NUMBERS,
}

EXPRESSIONS = [
    # found
    'lookup "v1" "ConfigMap" "NS" "one"',
    '(lookup "v1" "ConfigMap" "NS" "one").data',
    '(lookup "v1" "ConfigMap" "NS" "one").data.key',
    '(lookup "v1" "ConfigMap" "NS" "one").metadata.annotations.note',
    '(lookup "v1" "Secret" "NS" "login").data.password | b64dec',
    'lookup "v1" "Secret" "NS" "login"',
    'lookup "v1" "Service" "NS" "web"',
    'lookup "apps/v1" "Deployment" "NS" "web"',
    'lookup "v1" "Namespace" "" "NS"',
    'lookup "v1" "Namespace" "ignored" "NS"',
    'lookup "rbac.authorization.k8s.io/v1" "ClusterRole" "" "view" | len',
    'lookup "rbac.authorization.k8s.io/v1" "ClusterRole" "" "system:discovery"',
    'lookup "apiextensions.k8s.io/v1" "CustomResourceDefinition" "" "widgets.asking.example.com" | len',
    # numbers
    'lookup "asking.example.com/v1" "Widget" "NS" "numbers"',
    '(lookup "asking.example.com/v1" "Widget" "NS" "numbers").spec.largest | add1',
    'printf "%v %T %v %T" $w.spec.small $w.spec.small $w.spec.half $w.spec.half',
    'printf "%T %T %T %T" $w.spec.whole $w.spec.huge $w.spec.tiny $w.spec.big',
    "kindOf $w.spec.small",
    "typeOf $w.spec.big",
    "typeOf $w.spec.list",
    "typeOf $w.metadata.generation",
    "mul $w.spec.big 2",
    "$w.spec.half",
    "$w.spec.huge",
    "$w.spec.nothing",
    "$w.spec.word",
    "toYaml $w.spec",
    "toPrettyJson $w.spec",
    'toToml (omit $w.spec "nothing" "list")',
    '(lookup "apps/v1" "Deployment" "NS" "web").spec.replicas | typeOf',
    'eq (lookup "apps/v1" "Deployment" "NS" "web").metadata.generation 1',
    # missing
    'lookup "v1" "ConfigMap" "NS" "none"',
    'lookup "v1" "ConfigMap" "no-such-namespace" "one"',
    'lookup "v1" "ConfigMap" "" "one"',
    'lookup "v1" "Namespace" "" "no-such-namespace"',
    'lookup "apps/v1" "Deployment" "NS" "none" | default (dict "a" 1)',
    'not (lookup "v1" "Secret" "NS" "none")',
    'typeOf (lookup "v1" "Secret" "NS" "none")',
    # lists
    'lookup "v1" "Secret" "NS" ""',
    'omit (lookup "v1" "ConfigMap" "no-such-namespace" "") "metadata"',
    '(lookup "v1" "ConfigMap" "no-such-namespace" "").metadata | keys',
    'lookup "apps/v1" "Deployment" "NS" ""',
    'lookup "asking.example.com/v1" "Widget" "NS" ""',
    '(lookup "v1" "Service" "NS" "").items | len',
    'range (lookup "apps/v1" "Deployment" "NS" "").items }}{{ .kind }} {{ .apiVersion }} {{ .metadata.name }}{{ end',
    'keys (lookup "v1" "Secret" "NS" "") | sortAlpha',
    'typeOf (lookup "v1" "Secret" "NS" "").items',
    '(lookup "v1" "Namespace" "" "").kind',
    '(lookup "storage.k8s.io/v1" "StorageClass" "" "").items',
    # kinds and versions that are not there
    'lookup "v1" "Nope" "NS" "x"',
    'lookup "v1" "configmaps" "NS" "one"',
    'lookup "v1" "configmap" "NS" "one"',
    'lookup "v1" "" "" "x"',
    'omit (lookup "v1" "Nope" "" "") "serverAddressByClientCIDRs"',
    'omit (lookup "apps/v1" "Nope" "NS" "") "serverAddressByClientCIDRs"',
    '(lookup "v1" "Nope" "" "v1").kind',
    'lookup "v1" "Nope" "" "v2"',
    'lookup "v1" "Pod/exec" "NS" "x"',
    'lookup "nope.example/v1" "Foo" "" ""',
    'lookup "nope.example/v1" "Foo" "NS" "x"',
    'lookup "apps/v9" "Deployment" "NS" "web"',
    'lookup "v2" "ConfigMap" "NS" "one"',
    'lookup "" "ConfigMap" "NS" "one"',
    'lookup "/" "ConfigMap" "NS" "one"',
    'lookup "a/b/c" "ConfigMap" "NS" "one"',
    'lookup "/v1" "ConfigMap" "NS" "one"',
    # names that are none
    'lookup "v1" "ConfigMap" "NS" "a b/c"',
    'lookup "v1" "ConfigMap" "NS" "a%2fb"',
    'lookup "v1" "ConfigMap" "NS" ".."',
    'lookup "v1" "ConfigMap" "N/S" "one"',
    'lookup "v1" "ConfigMap" ".." ""',
    'lookup "v1" "ConfigMap" "NS" "A?b=c#d"',
    'lookup "v1" "Nope" "NS" "a/b"',
    'lookup "v1" "ConfigMap" "NS"',
    'lookup "v1" "ConfigMap" "NS" 1',
    # capabilities
    ".Capabilities.KubeVersion",
    ".Capabilities.KubeVersion.Version",
    ".Capabilities.KubeVersion.GitVersion",
    ".Capabilities.KubeVersion.Major",
    ".Capabilities.KubeVersion.Minor",
    'printf "%v|%s" .Capabilities.KubeVersion .Capabilities.KubeVersion',
    ".Capabilities.APIVersions | sortAlpha",
    ".Capabilities.APIVersions | len",
    '.Capabilities.APIVersions.Has "v1/Eviction"',
    '.Capabilities.APIVersions.Has "policy/v1/Eviction"',
    '.Capabilities.APIVersions.Has "apps/v1/Scale"',
    '.Capabilities.APIVersions.Has "autoscaling/v2"',
    '.Capabilities.APIVersions.Has "asking.example.com/v1/Widget"',
    '.Capabilities.APIVersions.Has "policy/v1beta1"',
    'semverCompare ">=1.30.0-0" .Capabilities.KubeVersion.Version',
    "typeOf .Capabilities.APIVersions",
    ".Release.IsUpgrade",
]

DOCUMENTS = {
    "no kind, no version": "a: 1",
    "no version": "kind: ConfigMap\nmetadata: {name: a}",
    "no kind": "apiVersion: v1\nmetadata: {name: a}",
    "blank kind": "apiVersion: v1\nkind: ''\nmetadata: {name: a}",
    "a number as version": "apiVersion: 1\nkind: ConfigMap\nmetadata: {name: a}",
    "a version of three parts": "apiVersion: a/b/c\nkind: ConfigMap\nmetadata: {name: a}",
    "a name that is a bool": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}",
    "a label that is a number": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, labels: {b: 1}}",
    "finalizers that are a text": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, finalizers: b}",
    "an owner that is a text": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, ownerReferences: [b]}",
    "a generation that is a text": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, generation: b}",
    "an unknown kind": "apiVersion: v1\nkind: Widget\nmetadata: {name: a}",
    "unknown kinds": (
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n---\n"
        "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: b, namespace: c}"
    ),
    "unknown kinds, then no kind": (
        "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n---\napiVersion: v1\nb: c"
    ),
    "a kind in small letters": "apiVersion: v1\nkind: configmap\nmetadata: {name: new}",
    "a version that is gone": "apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}",
    "a subresource": "apiVersion: v1\nkind: Eviction\nmetadata: {name: a}",
    "a list": "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: new}}",
    "a list of what is there": "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: one}}",
    "a list with an item without kind": "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, metadata: {name: new}}",
    "a list of unknown kinds": (
        "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Foo, metadata: {name: a}}\n"
        "- {apiVersion: a.example/v1, kind: Bar, metadata: {name: b}}"
    ),
    "an unknown kind without version": "kind: Foo\nmetadata: {name: a}",
    "a typed list": "apiVersion: v1\nkind: ConfigMapList\nitems:\n- {metadata: {name: one}}",
    "no name": "apiVersion: v1\nkind: ConfigMap\nmetadata: {}",
    "no metadata": "apiVersion: v1\nkind: ConfigMap",
    "a generated name": "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}",
    "both names": "apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-, name: b}",
    "a name with a slash": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a/b}",
    "a namespace with a slash": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: a/b}",
    "somebody else's": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one}",
    "somebody else's, second": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n---\n"
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}"
    ),
    "a namespace that is there": "apiVersion: v1\nkind: Namespace\nmetadata: {name: NS}",
    "a namespace that is not there": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: no-such}",
    "fields that do not exist": "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: new}\nspec: {a: b}",
    "a custom object": "apiVersion: asking.example.com/v1\nkind: Widget\nmetadata: {name: numbers}",
    "a hook that is there": (
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: one, annotations: {helm.sh/hook: pre-install}}"
    ),
}
