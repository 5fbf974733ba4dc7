"""Images of whole charts, with the lines that wrote them, and what differs between two lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.charts.loader import load_chart
from helmwright.images.differences import compare_images
from helmwright.images.listing import list_images
from helmwright.images.report import (
    changes_to_data,
    changes_to_text,
    to_data,
    to_names,
    to_text,
)
from helmwright.rendering.release import Release

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.images.listing import ImageUse

_CHART = {
    "Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n",
    "values.yaml": "tag: '1.27'\nsidecar: quay.io/a/sidecar:1\n",
    "templates/web.yaml": """\
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: other}
spec:
  template:
    spec:
      containers:
      - name: web
        image: "nginx:{{ .Values.tag }}"
{{ include "sidecar" . | indent 6 }}
      - name: broken
        image: Bad Name
""",
    "templates/_sidecar.tpl": """\
{{ define "sidecar" }}- name: side
  image: {{ .Values.sidecar }}
{{- end }}
""",
    "templates/tests/try.yaml": """\
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Pod
  metadata: {name: try, annotations: {helm.sh/hook: test}}
  spec: {containers: [{name: try, image: "nginx:{{ .Values.tag }}"}]}
- apiVersion: example.com/v1
  kind: Thing
  metadata: {name: thing}
  spec: {image: {repository: nginx, tag: "{{ .Values.tag }}"}}
""",
}


def _uses(folder: Path, values: dict[str, Any] | None = None) -> tuple[ImageUse, ...]:
    for name, text in _CHART.items():
        path = folder / "c" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    chart = load_chart(str(folder / "c"))
    return list_images(chart, values or {}, Release("demo", "prod"))


def test_each_image_is_listed_with_the_lines_that_name_it(tmp_path: Path) -> None:
    text = to_text(_uses(tmp_path)).replace(str(tmp_path), "…")

    assert (
        text
        == """\
"Bad Name": no name of an image
  container broken of Deployment other/web  …/c/templates/web.yaml:12
docker.io/library/nginx:1.27
  container try of Pod prod/try  …/c/templates/tests/try.yaml:7
  spec.image of Thing prod/thing  …/c/templates/tests/try.yaml:11
  container web of Deployment other/web  …/c/templates/web.yaml:9
quay.io/a/sidecar:1
  container side of Deployment other/web  …/c/templates/web.yaml:10
3 images
"""
    )


def test_names_alone_are_for_other_programs(tmp_path: Path) -> None:
    assert to_names(_uses(tmp_path)) == "docker.io/library/nginx:1.27\nquay.io/a/sidecar:1\n"


def test_data_has_the_parts_of_a_name_and_its_places(tmp_path: Path) -> None:
    broken, nginx, side = to_data(_uses(tmp_path))["images"]

    assert (broken["image"], broken["registry"], broken["tag"]) == ("Bad Name", None, None)
    assert (nginx["registry"], nginx["repository"], nginx["tag"]) == (
        "docker.io",
        "library/nginx",
        "1.27",
    )
    assert [(one["object"], one["certain"]) for one in nginx["places"]] == [
        ("Pod prod/try", True),
        ("Thing prod/thing", False),
        ("Deployment other/web", True),
    ]
    assert side["places"] == [
        {
            "written": "quay.io/a/sidecar:1",
            "object": "Deployment other/web",
            "path": "spec.template.spec.containers[1].image",
            "role": "container",
            "name": "side",
            "certain": True,
            "hook": False,
            "template": f"{tmp_path}/c/templates/web.yaml",
            "line": 10,
        }
    ]


def test_changes_are_told_by_repository(tmp_path: Path) -> None:
    before = _uses(tmp_path)
    after = _uses(tmp_path, {"tag": "1.28", "sidecar": "ghcr.io/b/sidecar@sha256:" + "0a" * 32})

    changes = compare_images(before, after)

    assert (
        changes_to_text(changes).replace(str(tmp_path), "…")
        == f"""\
~ docker.io/library/nginx :1.27 → :1.28
    container try of Pod prod/try  …/c/templates/tests/try.yaml:7
    spec.image of Thing prod/thing  …/c/templates/tests/try.yaml:11
    container web of Deployment other/web  …/c/templates/web.yaml:9
+ ghcr.io/b/sidecar@sha256:{"0a" * 32}
    container side of Deployment other/web  …/c/templates/web.yaml:10
- quay.io/a/sidecar:1
"""
    )
    first = changes_to_data(changes)["changes"][0]
    assert (first["repository"], first["before"], first["after"]) == (
        "docker.io/library/nginx",
        ["1.27"],
        ["1.28"],
    )


def test_the_same_images_are_no_change(tmp_path: Path) -> None:
    assert compare_images(_uses(tmp_path), _uses(tmp_path)) == ()
    assert changes_to_text(()) == "the same images\n"
