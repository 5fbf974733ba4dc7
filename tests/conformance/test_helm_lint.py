"""Charts made of good and broken parts get the same messages from `helm lint` and from us."""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING, Any

from tests.golden_cases import mask

from helmwright.lint.helm_lint import helm_messages
from helmwright.lint.helm_lint.folder import chart_folder
from helmwright.lint.helm_lint.output import helm_lint_output

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from tests.conformance import peer

EXAMPLES = int(os.environ.get("HELMWRIGHT_EXAMPLES", "5000")) // 10
FIELDS: dict[str, tuple[str, ...]] = {
    "apiVersion": ("v2", "v1", "v3", "", "2"),
    "name": ("c", "a/b", "", "12", "[x]", "C_c"),
    "version": ("0.1.0", "1.2", "v1.0.0", "one", "", "1.0", "1.0.0-rc.1+b", "1.0.0-01"),
    "appVersion": ("1.0.0", '"1.0"', "1.0", "true", "~"),
    "type": ("application", "library", "other", ""),
    "icon": ("https://example.com/i.png", "i.png", "//x/y", "'a b'"),
    "kubeVersion": ('">=1.19.0-0"', "x"),
    "deprecated": ("true", "maybe"),
    "keywords": ("[a, b]", "a", "[1]"),
    "sources": ("[https://example.com]", "[x]", "[]", "[https://example.com, '']"),
    "maintainers": (
        "[{name: Ann}]",
        "[{name: Ann, email: ann@example.com, url: example.com}]",
        "[{name: Ann, email: ann}]",
        "[{name: Ann, url: '::'}]",
        "[{}]",
        "[{name: Ann, phone: 1}]",
    ),
    "annotations": ("{a: b}", "{a: 1}", "{a: [b]}", "{a: b, a: c}"),
    "dependencies": ("[{name: d, version: 1.0.0}]", "[{name: d}, {name: d}]", "[]", "[{nam: d}]"),
    "colour": ("red",),
}
REQUIRED = ("apiVersion", "name", "version")
OBJECTS = (
    "apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\n",
    "apiVersion: v1\nkind: Service\nmetadata:\n  name: Shop.1\n",
    "apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata:\n  name: a\n",
    "apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: '{{ .Release.Name }}'\n",
    "apiVersion: v1\nkind: List\nitems: [{metadata: {annotations: {helm.sh/resource-policy: a}}}]\n",
    "{{ if .Values.on }}a: [{{ else }}kind: A\nmetadata: {name: b}\n{{ end }}\n",
    "  indented: true\n",
    '{"kind": "Service", "metadata": {"name": "x_"}}\n',
    "# nothing\n",
    "a: {{ .Values.deep.er }}\n",
    "a: {{ required `no` .Values.none }}\n",
    "a: b: c\n",
    "kind: 5\nmetadata: {name: 5}\n",
)
VALUES = ("", "on: true\n", "on: [\n", "deep: {er: 1}\n", "- a\n", "on: false\ndeep:\n")
SCHEMA = '{"properties": {"on": {"type": "boolean"}, "deep": {"type": "object"}}}\n'


def chart(choose: random.Random) -> dict[str, str]:
    """Returns the files of a chart."""
    fields = [name for name in FIELDS if name in REQUIRED or choose.random() < 0.25]
    good = choose.random() < 0.7
    text = "".join(
        f"{name}: {FIELDS[name][0] if good else choose.choice(FIELDS[name])}\n" for name in fields
    )
    files = {"c/Chart.yaml": text}
    for number in range(choose.randrange(3)):
        body = "---\n".join(choose.choices(OBJECTS, k=choose.randrange(1, 3)))
        suffix = choose.choice(("yaml", "yaml", "yaml", "yml", "txt", "json"))
        files[f"c/templates/t{number}.{suffix}"] = body
    if choose.random() < 0.7:
        files["c/values.yaml"] = choose.choice(VALUES[:2] if good else VALUES)
    if choose.random() < 0.3:
        files["c/values.schema.json"] = SCHEMA
    if choose.random() < 0.2:
        files["c/charts/d/Chart.yaml"] = "apiVersion: v2\nname: d\nversion: 1.0.0\n"
    if choose.random() < 0.2:
        files["c/crds/a.yaml"] = choose.choice(OBJECTS[:3])
    return files


def test_generated_charts_get_helms_messages(
    oracle: peer.Oracle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose = random.Random(4)  # noqa: S311 - no secrets are drawn
    charts = [chart(choose) for _ in range(EXAMPLES)]
    requests: list[dict[str, Any]] = [
        {
            "args": ["lint", "c"],
            "files": [{"path": path, "text": text} for path, text in files.items()],
        }
        for files in charts
    ]
    answers = oracle.run(requests)

    different = []
    for number, (files, answer) in enumerate(zip(charts, answers, strict=True)):
        folder = tmp_path / str(number)
        for path, text in files.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text)
        monkeypatch.chdir(folder)
        output = helm_lint_output([("c", helm_messages(chart_folder("c"), {}))])
        mine = mask(output.text, str(folder)), bool(output.error)
        theirs = mask(answer["stdout"], str(oracle.root)), answer["code"] != 0
        if mine != theirs:
            different.append(f"{files}\nours: {mine}\nhelm: {theirs}")

    assert different == []
