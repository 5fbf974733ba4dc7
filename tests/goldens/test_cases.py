"""Cases: folders, single values files, case.yaml, and mistakes in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.goldens.charts import write, write_chart

from helmwright.errors import UsageError
from helmwright.goldens import load_golden_cases


def names(chart, **more):
    return [case.name for case in load_golden_cases(chart, **more)]


def test_values_files_folders_and_groups_of_folders_are_cases(tmp_path):
    chart = write_chart(
        tmp_path,
        {
            "golden/tls.yaml": "tls: {enabled: true}\n",
            "golden/prod/values.yaml": "replicas: 3\n",
            "golden/prod/more.yml": "replicas: 4\n",
            "golden/old/one/case.yaml": "set: replicas=5\n",
            "golden/expected/tls/templates/a.yaml": "---\n",
            "golden/_draft.yaml": "no: case\n",
            "golden/README.md": "cases\n",
        },
    )

    cases = {case.name: case for case in load_golden_cases(chart)}

    assert list(cases) == ["old/one", "prod", "tls"]
    assert [file.rpartition("/")[2] for file in cases["prod"].files] == ["more.yml", "values.yaml"]
    assert cases["prod"].overriding_values() == {"replicas": 3}
    assert cases["old/one"].overriding_values() == {"replicas": 5}
    assert cases["old/one"].files == ()


@pytest.mark.parametrize(
    ("link", "target", "text"),
    [
        ("golden/loop", ".", "golden, which holds it: there is no end"),
        ("golden/group/up", "..", "golden, which holds it: there is no end"),
        ("golden/root", "/", "a link to /, which holds it: there is no end"),
        ("golden/etc", "/usr", "a link to /usr, outside of "),
    ],
)
def test_links_that_lead_round_or_out_are_refused(tmp_path, monkeypatch, link, target, text):
    chart = write_chart(tmp_path, {"golden/tls.yaml": "{}\n", "golden/group/one/b.yaml": "{}\n"})
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    path = Path(chart) / link
    path.symlink_to(target)

    with pytest.raises(UsageError, match=text) as caught:
        load_golden_cases(chart)

    assert link in caught.value.message


def test_links_to_folders_of_the_repository_are_followed(tmp_path, monkeypatch):
    chart = write_chart(tmp_path, {"golden/tls.yaml": "{}\n", "shared/a.yaml": "{}\n"})
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    (Path(chart) / "golden" / "shared").symlink_to("../shared")

    assert names(chart) == ["shared", "tls"]


def test_the_folder_may_be_below_tests(tmp_path):
    chart = write_chart(tmp_path, {"tests/golden/a.yaml": "{}\n"})

    assert names(chart) == ["a"]


def test_a_case_says_what_flags_say(tmp_path):
    text = (
        "values-files: ../../../prod.yaml\nvalues: {tls: {enabled: true}}\nset: [replicas=7]\n"
        "release-name: det\nnamespace: ml\nis-upgrade: true\nkube-version: '1.29'\n"
        "api-versions: [a/v1]\nseed: 5\nnow: '2020-02-02T00:00:00Z'\ndynamic: ['spec.x']\n"
    )
    chart = write_chart(tmp_path, {"golden/prod/case.yaml": text})
    write(tmp_path, {"prod.yaml": "replicas: 2\na: b\n"})

    (case,) = load_golden_cases(chart)

    assert case.overriding_values() == {"replicas": 7, "a": "b", "tls": {"enabled": True}}
    assert (case.release_name, case.namespace, case.is_upgrade) == ("det", "ml", True)
    assert (case.kube_version, case.api_versions, case.seed) == ("1.29", ("a/v1",), 5)
    assert len(case.dynamic) == 1


def test_paths_of_set_file_begin_at_the_case(tmp_path):
    chart = write_chart(
        tmp_path,
        {"golden/a/case.yaml": "set-file: motd=motd.txt\n", "golden/a/motd.txt": "hello"},
    )

    (case,) = load_golden_cases(chart)

    assert case.overriding_values() == {"motd": "hello"}


def test_values_files_may_be_templates(tmp_path):
    chart = write_chart(
        tmp_path,
        {
            "golden/a/case.yaml": "context: {count: 4}\n",
            "golden/a/values.yaml.j2": "replicas: {{ count }}\n",
        },
    )

    (case,) = load_golden_cases(chart)

    assert case.overriding_values() == {"replicas": 4}


def test_settings_stand_in_a_file(tmp_path):
    chart = write_chart(tmp_path, {"cases/a.yaml": "{}\n", "cases/slow-b.yaml": "{}\n"})
    write(
        tmp_path,
        {
            ".helmwright.yaml": "lint: {strict: true}\ngolden:\n  chart: web\n  cases: web/cases\n"
            "  ignore: ['slow-*']\n  seed: 3\n  kube-version: '1.28'\n"
        },
    )

    (case,) = load_golden_cases()

    assert (case.name, case.seed, case.kube_version) == ("a", 3, "1.28")
    assert names(chart, cases="web/cases") == ["a"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("namspace: a\n", 'case.yaml:1:1: unknown key "namspace"; did you mean "namespace"?'),
        ("a: 1\n", 'case.yaml:1:1: unknown key "a"'),
        (
            "namespace: ml\nkube-version: 1.29\n",
            "case.yaml:2:1: kube-version must be a text; put it into quotation marks",
        ),
        ("kube-version: new\n", "case.yaml:1:1: kube-version: invalid kube version 'new'"),
        ("now: today\n", "case.yaml:1:1: now: must be a time as RFC 3339: "),
        ("values-files:\n- gone.yaml\n", "case.yaml:2:3: golden/a/gone.yaml: no such file"),
        ("expect-error: ''\n", "case.yaml:1:1: expect-error: must say a part of the message"),
        ("dynamic: ['a..b']\n", "case.yaml:1:11: 'a..b' is no path"),
        ("a: [\n", "case.yaml:"),
    ],
)
def test_a_mistake_in_a_case_has_its_place(tmp_path, monkeypatch, text, message):
    write_chart(tmp_path, {"golden/a/case.yaml": text})
    monkeypatch.chdir(tmp_path / "web")

    with pytest.raises(UsageError) as caught:
        load_golden_cases()

    assert caught.value.message.startswith(f"golden/a/{message}")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("golden: {layot: single}\n", 'unknown key "layot"; did you mean "layout"?'),
        ("golden: {layout: both}\n", "layout: must be one of per-template, single"),
        ("goldn: {}\n", 'unknown key "goldn"; did you mean "golden"?'),
        ("golden: []\n", "golden must be a map of settings"),
    ],
)
def test_a_mistake_in_the_settings_has_its_place(tmp_path, text, message):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n", ".helmwright.yaml": text})

    with pytest.raises(UsageError, match=r"\.helmwright\.yaml:1:\d+: ") as caught:
        load_golden_cases(chart)

    assert message in caught.value.message


def test_two_cases_of_one_name_are_refused(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n", "golden/a/values.yaml": "{}\n"})

    with pytest.raises(UsageError, match='"a" is the case of'):
        load_golden_cases(chart)


def test_no_folder_of_cases_says_how_to_make_one(tmp_path):
    with pytest.raises(UsageError, match="'helmwright golden new NAME' makes a case"):
        load_golden_cases(write_chart(tmp_path))
