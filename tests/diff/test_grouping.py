"""Objects whose changes are alike are shown as one, counts agree, and nothing is lost by it."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cli.command import helmwright, write
from tests.diff.sample_reports import an_object, changed

from helmwright.diff.diffing import DiffOptions
from helmwright.diff.grouping import NAME, NUMBER, groups_of
from helmwright.diff.interface import diff_manifests, write_diff
from helmwright.diff.model import Change
from helmwright.diff.report import display, json_data
from helmwright.diff.report.summaries import plural, title

if TYPE_CHECKING:
    from pathlib import Path

    from helmwright.diff.model import DiffReport


def workload(name: str, image: str, kind: str = "Deployment", **parts: Any) -> dict[str, Any]:
    """Returns a workload; labels: of the object and its pods. annotations: of its pods. more: of its container."""
    labels = {"app": name, **parts.get("labels", {})}
    template = {
        "metadata": {"labels": labels, "annotations": parts.get("annotations", {})},
        "spec": {"containers": [{"name": name, "image": image, **parts.get("more", {})}]},
    }
    metadata = {"name": name, "namespace": parts.get("namespace", "prod"), "labels": labels}
    spec = {
        "replicas": parts.get("replicas", 1),
        "selector": {"matchLabels": {"app": name}},
        "template": template,
    }
    return {"apiVersion": "apps/v1", "kind": kind, "metadata": metadata, "spec": spec}


def config(name: str, value: str, **labels: str) -> dict[str, Any]:
    metadata = {"name": name, "namespace": "prod", "labels": labels}
    return {"apiVersion": "v1", "kind": "ConfigMap", "metadata": metadata, "data": {"v": value}}


def report_of(before: list[Any], after: list[Any], **options: Any) -> DiffReport:
    texts = [yaml.safe_dump_all(side) for side in (before, after)]
    return diff_manifests(*texts, options=DiffOptions(**options))


def titles(report: DiffReport) -> list[str]:
    return [title(group) for group in groups_of(report.objects)]


def thirty(tag: str, **parts: Any) -> list[dict[str, Any]]:
    return [workload(f"svc-{at}", f"reg/svc-{at}:{tag}", **parts) for at in range(30)]


def test_one_tag_of_thirty_workloads_is_one_group() -> None:
    report = report_of(thirty("1.0"), thirty("1.1"))

    assert titles(report) == ["30 Deployments: image tag 1.0 → 1.1, pods restart"]
    assert write_diff([report]).splitlines()[2:] == [
        "~ changed 30 Deployments: image tag 1.0 → 1.1, pods restart",
        "  prod/svc-0, prod/svc-1, prod/svc-2, prod/svc-3, prod/svc-4 and 25 more",
        "  · pods restart: all pods are replaced in turn: another image",
        "  spec.template.spec.containers[*].image: …:1.0 → …:1.1",
        "",
        "30 changed; pods of 30 workloads restart",
    ]
    assert len(write_diff([report], "markdown").splitlines()) < 40


def test_each_is_shown_by_itself_if_asked() -> None:
    report = report_of(thirty("1.0"), thirty("1.1"))

    text = write_diff([report], group=False)

    assert text.count("~ changed Deployment prod/svc-") == 30
    assert text.count("[name=svc-7].image: reg/svc-7:1.0 → reg/svc-7:1.1") == 1


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ({"replicas": 1}, {"replicas": 3}, ["30 Deployments: replicas 1 → 3"]),
        (
            {"more": {"env": [{"name": "A", "value": "x"}]}},
            {"more": {"env": [{"name": "A", "value": "z"}]}},
            ["30 Deployments: env A x → z, pods restart"],
        ),
        (
            {"more": {"resources": {"limits": {"memory": "512Mi"}}}},
            {"more": {"resources": {"limits": {"memory": "1Gi"}}}},
            ["30 Deployments: resources.limits.memory 512Mi → 1Gi, pods restart"],
        ),
        (
            {"labels": {"helm.sh/chart": "a-1"}},
            {"labels": {"helm.sh/chart": "a-2"}},
            ["30 Deployments: pods restart"],
        ),
        (
            {"labels": {}},
            {"labels": {"team": "core"}},
            ["30 Deployments: label team added, pods restart"],
        ),
        (
            {"namespace": "dev"},
            {"namespace": "qa"},
            ["30 Deployments: namespace dev → qa, pods restart"],
        ),
    ],
)
def test_typical_changes_are_one_group(
    before: dict[str, Any], after: dict[str, Any], wanted: list[str]
) -> None:
    assert titles(report_of(thirty("1", **before), thirty("1", **after))) == wanted


def test_kinds_are_counted_in_one_group() -> None:
    sides = [
        [
            workload("a", f"i:{tag}"),
            workload("b", f"i:{tag}", "StatefulSet"),
            workload("c", f"i:{tag}"),
        ]
        for tag in "12"
    ]

    assert titles(report_of(*sides)) == [
        "2 Deployments, 1 StatefulSet: image tag 1 → 2, pods restart"
    ]


def test_what_differs_is_no_group() -> None:
    before = [workload("a", "i:1"), workload("b", "i:1"), workload("c", "i:1", replicas=1)]
    after = [workload("a", "i:2"), workload("b", "i:3"), workload("c", "i:2", replicas=2)]

    assert titles(report_of(before, after)) == [
        "Deployment prod/a",
        "Deployment prod/b",
        "Deployment prod/c",
    ]


def test_an_objects_own_name_and_number_are_no_difference() -> None:
    def side(suffix: str) -> list[Any]:
        return [
            config(name, f"{name}.prod:{suffix}") for name in ("worker-10", "worker-11", "front")
        ]

    report = report_of(side("80"), side("81"))
    (group,) = groups_of(report.objects)

    assert (group.changes[0].before, group.changes[0].after) == (
        f"{NAME}.prod:80",
        f"{NAME}.prod:81",
    )
    numbers = [
        [config(f"node-{at}", f"index={at} of {size}") for at in (4, 5, 6)] for size in ("3", "9")
    ]
    (group,) = groups_of(report_of(*numbers).objects)
    assert group.changes[0].before == "index=<number> of 3"


def test_what_all_have_alike_is_shown_as_it_is() -> None:
    """The word of one object's name is not its name in the others."""
    sides = [[config("web", f"web-{x}"), config("api", f"web-{x}")] for x in "12"]

    (group,) = groups_of(report_of(*sides).objects)

    assert (group.changes[0].before, group.changes[0].after) == ("web-1", "web-2")


def test_each_workload_has_its_own_reason() -> None:
    sum_of: list[dict[str, Any]] = [{"annotations": {"checksum/config": text}} for text in "ab"]
    before = [workload(name, "i:1", **sum_of[0]) for name in ("api", "web", "worker")]
    after = [
        workload("api", "i:2", **sum_of[1]),
        workload("web", "i:1", **sum_of[1], more={"args": ["-v"]}),
        workload("worker", "i:1", **sum_of[1]),
    ]

    reasons = [one.impacts[0].message for one in report_of(before, after).objects]

    assert [text.partition(": ")[2] for text in reasons] == [
        "another image, what they are configured with (checksum)",
        "args, what they are configured with (checksum)",
        "what they are configured with (checksum)",
    ]


def platform(version: str, tag: str, team: str = "") -> list[dict[str, Any]]:
    """Returns 30 workloads, and 11 other objects, of a chart."""
    labels = {"helm.sh/chart": f"web-{version}", "app.kubernetes.io/version": tag}
    labels |= {"team": team} if team else {}
    return [*thirty(tag, labels=labels), *(config(f"c-{at}", "x", **labels) for at in range(11))]


def test_the_labels_of_a_chart_are_one_line_that_counts_objects_and_changes() -> None:
    report = report_of(platform("1.0.0", "1.0"), platform("1.1.0", "1.1"))
    text = write_diff([report])

    assert "  × label helm.sh/chart: web-1.0.0 → web-1.1.0 (41 objects, 71 changes)\n" in text
    assert "30 Deployments: image tag 1.0 → 1.1, pods restart\n" in text
    assert text.endswith(
        "41 changed, 11 of them in nothing but what is folded; pods of 30 workloads restart; "
        "142 changes folded\n"
    )
    assert len(text.splitlines()) < 20


@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_counts_agree_in_every_form(form: str) -> None:
    report = report_of(platform("1.0.0", "1.0"), platform("1.1.0", "1.1", "core"))
    of_objects = sum(one.folded for one in report.objects)
    of_folds = sum(fold.changes for fold in report.folds)
    text = write_diff([report], form)

    # the 11 that are in folds alone have two labels of the chart, and that of the team
    assert of_folds == of_objects + 11 * 3
    if form == "json":
        (data,) = json.loads(text)["reports"]
        assert sum(fold["changes"] for fold in data["folds"]) == of_folds
        assert (data["summary"]["changed"], data["summary"]["folded"]) == (30, 11)
        return
    assert "41" in text
    assert not re.search(r"\d+ changes? folded(?!;| *$| *<|\n)", text)
    assert f"{of_folds} change" in text or f"{of_folds} folded changes" in text


def test_no_block_says_only_that_something_is_folded() -> None:
    report = report_of(platform("1.0.0", "1.0"), platform("1.1.0", "1.0", "core"))

    for block in write_diff([report]).split("\n\n")[1:]:
        lines = [line for line in block.splitlines()[1:] if "folded" not in line]
        assert lines or block.startswith("41 changed"), block


def test_data_that_changes_alike_is_shown_and_not_folded() -> None:
    report = report_of(
        [config(f"c-{at}", "old") for at in range(5)], [config(f"c-{at}", "new") for at in range(5)]
    )

    assert titles(report) == ["5 ConfigMaps: data.v old → new"]
    assert report.folds == ()


def test_a_change_that_objects_share_beside_others_is_folded() -> None:
    def side(own: str, shared: str) -> list[dict[str, Any]]:
        found = [config(f"c-{at}", f"{own} {at * at}") for at in range(5)]
        for one in found:
            one["data"]["shared"] = shared
        return found

    report = report_of(side("old", "first"), side("new", "second"))

    (fold,) = report.folds
    assert (fold.title, len(fold.objects)) == ("data.shared", 5)
    assert [len(one.changes) for one in report.objects] == [1] * 5


def test_json_has_groups_besides_all_objects() -> None:
    report = report_of(thirty("1.0"), thirty("1.1"))
    text = write_diff([report], "json")
    data = json.loads(text)
    jsonschema.Draft202012Validator(json.loads(json_data.schema_text())).validate(data)

    (found,) = data["reports"]
    (group,) = found["groups"]
    assert len(found["objects"]) == len(group["objects"]) == 30
    assert group["title"] == "30 Deployments: image tag 1.0 → 1.1, pods restart"
    assert found["objects"][7]["changes"][0]["after"] == "reg/svc-7:1.1"
    assert write_diff(json_data.from_json(text), "json") == text


def test_pages_count_objects_that_do_not_fit() -> None:
    long = "\n".join(f"line {at}" for at in range(400))
    report = report_of(
        [config(f"c-{at}", f"{long}\n{at // 3}") for at in range(90)],
        [config(f"c-{at}", f"{at // 3}\n{long[::-1]}") for at in range(90)],
    )

    page = write_diff([report], "markdown")
    shown = page.count("<summary>~ changed <b>3 ConfigMaps")
    whole = shown - page.count("1 change, not shown here.")

    assert 0 < whole < 30
    assert f"characters: {90 - 3 * whole} objects with their changes.*" in page


def test_a_danger_names_every_object() -> None:
    claims = [
        {
            "apiVersion": "v1",
            "kind": "PersistentVolumeClaim",
            "metadata": {"name": f"data-{at}", "namespace": "prod"},
            "spec": {"accessModes": ["ReadWriteOnce"]},
        }
        for at in range(12)
    ]

    text = " ".join(
        write_diff([report_of([*claims, config("x", "x")], [config("x", "x")])]).split()
    )

    assert "- removed 12 PersistentVolumeClaims: data at risk" in text
    assert all(f"prod/data-{at}" in text for at in range(12))


def test_added_objects_are_whole_in_pages() -> None:
    report = report_of([], [config(f"c-{at}", f"value of {at}") for at in range(6)])

    assert "+ added 6 ConfigMaps\n" in write_diff([report])
    for form in ("markdown", "html"):
        page = write_diff([report], form)
        assert all(f"value of {at}" in page for at in range(6))


def test_flags_show_each_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(
        tmp_path,
        {"a.yaml": yaml.safe_dump_all(thirty("1")), "b.yaml": yaml.safe_dump_all(thirty("2"))},
    )

    grouped = helmwright("diff", "manifests", "a.yaml", "b.yaml")
    apart = [
        helmwright("diff", "manifests", "a.yaml", "b.yaml", flag)
        for flag in ("--no-group", "--no-fold")
    ]

    assert grouped.out.count("~ changed") == 1
    assert [one.out.count("~ changed") for one in apart] == [30, 30]


@pytest.mark.parametrize(
    ("before", "after", "old", "new"),
    [
        ("nginx:1.0", "nginx:1.1", ["1.0"], ["1.1"]),
        ("reg:5000/a/b:v1.2.3-rc.1", "reg:5000/a/b:v1.2.3", ["v1.2.3-rc.1"], ["v1.2.3"]),
        ("memory=512Mi", "memory=1.5Gi", ["512Mi"], ["1.5Gi"]),
        ("at 10% now", "at 25% now", ["10%"], ["25%"]),
        ("i@sha256:0a1b", "i@sha256:0a1c", ["0a1b"], ["0a1c"]),
        (
            "--url=http://a.example.com/x",
            "--url=http://b.example.com/x",
            ["a.example.com"],
            ["b.example.com"],
        ),
        ("chart web-1.0.0+b1", "chart web-1.0.0+b2", ["web-1.0.0+b1"], ["web-1.0.0+b2"]),
    ],
)
def test_words_that_belong_together_are_marked_whole(
    before: str, after: str, old: list[str], new: list[str]
) -> None:
    marks = [(one, other) for tag, one, other in display.words(before, after) if tag != "equal"]

    assert marks == list(zip(old, new, strict=True))


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("Deployment", "Deployments"),
        ("Ingress", "Ingresses"),
        ("NetworkPolicy", "NetworkPolicies"),
        ("Gateway.gateway.networking.io", "Gateways.gateway.networking.io"),
        ("Endpoints", "Endpoints"),
        ("Job (hook)", "Jobs (hook)"),
    ],
)
def test_kinds_have_plurals(kind: str, wanted: str) -> None:
    assert plural(kind) == wanted


MARKS = (NAME, NUMBER, "[*]", "…")
VALUES = st.sampled_from(["a", "b", "x-1", "x-2", "web:1", "web:2", 1, None])
CHANGES = st.builds(
    Change,
    st.sampled_from(
        [("data", "a"), ("spec", "image"), ("spec", "containers", "[name=x-1]", "image")]
    ),
    VALUES,
    VALUES,
)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(CHANGES, max_size=3), max_size=8))
def test_groups_hold_every_object_once_with_all_its_changes(found: list[list[Change]]) -> None:
    objects = [
        changed(an_object("ConfigMap", f"x-{at}"), an_object("ConfigMap", f"x-{at}"), *changes)
        for at, changes in enumerate(found)
    ]

    groups = groups_of(objects)

    assert Counter(one.key for group in groups for one in group.objects) == Counter(
        one.key for one in objects
    )
    for group in groups:
        assert {len(one.changes) for one in group.objects} == {len(group.changes)}
        for at, change in enumerate(group.changes):
            for one in group.objects:
                assert len(one.changes[at].path) == len(change.path)
                if not any(mark in repr(change) for mark in MARKS):
                    assert one.changes[at] == change
