"""JSON paths in the dialect of helm-unittest."""

from __future__ import annotations

import pytest

from helmwright.unittest_suites.paths import PathError, find

DATA = {
    "spec": {
        "containers": [
            {"name": "web", "ports": [80, 443], "on": True},
            {"name": "log", "image": "x/y:1", "none": None},
        ]
    },
    "metadata": {"annotations": {"a.b/c": "1", "it's": "2"}, "labels": {"b10": 1, "b2": 2}},
}


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", [DATA]),
        ("$", [DATA]),
        ("spec.containers[0].name", ["web"]),
        ("$.spec.containers[-1].name", ["log"]),
        ("spec.containers[*].name", ["web", "log"]),
        ("spec.containers[0,1].name", ["web", "log"]),
        ("spec.containers[1:].name", ["log"]),
        ("spec.containers[::-1].name", ["log", "web"]),
        ("spec.containers[5].name", []),
        ('metadata.annotations["a.b/c"]', ["1"]),
        ("metadata.annotations['it\\'s']", ["2"]),
        ("metadata['annotations']['a.b/c']", ["1"]),
        ("metadata.labels['b2','b10']", [2, 1]),
        ("metadata.labels.*", [2, 1]),
        ("metadata.labels[*]~", ["b2", "b10"]),
        ("metadata.labels.b2~", ["b2"]),
        ("$..name", ["web", "log"]),
        ("..ports[0]", [80]),
        ("spec.containers[?(@.name == 'web')].ports[1]", [443]),
        ('spec.containers[?(@.name == "web")].ports[1]', [443]),
        ("spec.containers[?(@.image)].name", ["log"]),
        ("spec.containers[?(!@.image)].name", ["web"]),
        ("spec.containers[?(@.image =~ /^x\\/y/)].name", ["log"]),
        ("spec.containers[?(@.on == true)].name", ["web"]),
        ("spec.containers[?(@.none == null)].name", ["log"]),
        ("spec.containers[?(@.ports[0] >= 80 && @.ports[1] < 444.5)].name", ["web"]),
        ("spec.containers[?(@.ports || @.image)].name", ["web", "log"]),
        ("spec.containers[?((@.ports || @.image) && @.name != 'log')].name", ["web"]),
        ("spec.containers[?(@.name == $.spec.containers[1].name)].image", ["x/y:1"]),
        ("spec.containers[0].ports[?(@ > 80)]", [443]),
        ("..[?(@.image)].name", ["log"]),
        ("spec.none.at.all", []),
    ],
)
def test_finds(path: str, expected: list[object]) -> None:
    assert find(DATA, path) == expected


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("spec.", "child name missing"),
        ("spec containers", "invalid character ' '"),
        ("spec[", "unmatched ["),
        ("spec[]", "subscript missing from []"),
        ("spec[x]", "non-integer array index"),
        ("spec[0:1:0]", "array index step value must be non-zero"),
        ("spec[1,*]", "wildcard cannot be used in union"),
        ("spec['a'", 'missing "]" or ","'),
        ("spec['a\\n']", "unsupported escape sequence"),
        ("spec[?()]", "missing filter"),
        ("spec[?(@.a == )]", "invalid filter term"),
        ("spec[?(== 1)]", "missing first operand"),
        ("spec[?(@.a =~ 'x')]", "regular expression does not start with /"),
        ("spec[?(@.a =~ /(/)]", "invalid regular expression"),
        ("spec[?(@.a > 'x')]", "strings cannot be compared using >"),
        ("spec[?(@.a", "missing end of filter"),
        ("spec.a~.b", "property name operator may only be used on last child"),
        ("spec)", "syntax error"),
        ("..", "missing after recursive descent"),
        ("a" + "[?(@" * 200, "nested too deeply"),
    ],
)
def test_refuses(path: str, reason: str) -> None:
    with pytest.raises(PathError) as raised:
        find(DATA, path)

    assert reason in str(raised.value)
