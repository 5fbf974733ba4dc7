"""Golden runs: what differs, what is written, what is left over, what comes from chance."""

from __future__ import annotations

import stat

import pytest
from tests.goldens.charts import write, write_chart

from helmwright import HelmwrightError
from helmwright.errors import UsageError
from helmwright.goldens import run_goldens, update_goldens

RANDOM = {
    "templates/random.yaml": (
        "apiVersion: v1\n"
        "kind: ConfigMap\n"
        "metadata:\n"
        "  name: random\n"
        "data:\n"
        "  word: {{ randAlphaNum 8 }}\n"
        "  text: |\n"
        "    born\n"
        "    {{ now }}\n"
        "  same: yes-it-is\n"
    )
}
SECRET = {
    "templates/secret.yaml": (
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\nstringData:\n"
        "  password: {{ .Values.password | quote }}\n"
        "---\n"
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: url\n"
        "data:\n  url: postgres://app:{{ .Values.password }}@db\n  encoded: {{ .Values.password | b64enc }}\n"
    )
}


def tree(folder):
    return {
        str(path.relative_to(folder)): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_the_first_update_writes_and_then_all_is_clean(tmp_path):
    chart = write_chart(tmp_path, {"golden/prod.yaml": "replicas: 3\n"})

    before = run_goldens(chart)
    written = update_goldens(chart)
    after = run_goldens(chart)

    assert not before.ok
    assert [change.kind for change in before.changes] == ["missing", "missing"]
    assert [change.path for change in written.changes] == [
        f"{chart}/golden/expected/prod/templates/deployment.yaml",
        f"{chart}/golden/expected/prod/templates/service.yaml",
    ]
    assert after.ok
    assert after.changes == ()
    assert tree(tmp_path / "web/golden/expected")["prod/templates/deployment.yaml"] == (
        "---\n# Source: web/templates/deployment.yaml\napiVersion: apps/v1\nkind: Deployment\n"
        "metadata:\n  name: release-name\nspec:\n  replicas: 3\n"
    )


def test_a_single_file_holds_what_helm_template_prints(tmp_path):
    chart = write_chart(tmp_path, {"golden/prod.yaml": "{}\n"})
    update_goldens(chart)

    update_goldens(chart, layout="single")

    found = tree(tmp_path / "web/golden/expected")
    assert list(found) == ["prod.yaml"]
    assert found["prod.yaml"].count("# Source: ") == 2
    assert run_goldens(chart, layout="single").ok


def test_only_changed_files_are_written(tmp_path):
    chart = write_chart(tmp_path, {"golden/prod.yaml": "{}\n"})
    update_goldens(chart)
    paths = sorted((tmp_path / "web/golden/expected").rglob("*.yaml"))
    before = {path: path.stat().st_ino for path in paths}
    write(tmp_path, {"web/golden/prod.yaml": "replicas: 9\n"})

    report = update_goldens(chart)

    assert [change.kind for change in report.changes] == ["changed"]
    changed = [path.name for path in paths if path.stat().st_ino != before[path]]
    assert changed == ["deployment.yaml"]


def test_golden_files_of_nothing_are_stale_and_removed(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n", "golden/b.yaml": "{}\n"})
    update_goldens(chart)
    write(tmp_path, {"web/golden/expected/NOTES.md": "by a person\n"})
    (tmp_path / "web/templates/service.yaml").unlink()
    (tmp_path / "web/golden/b.yaml").unlink()

    report = run_goldens(chart)
    assert not report.ok
    assert [change.kind for change in report.changes] == ["stale"] * 3
    assert len(report.left_over) == 2
    update_goldens(chart)

    assert list(tree(tmp_path / "web/golden/expected")) == [
        "NOTES.md",
        "a/templates/deployment.yaml",
    ]
    assert not (tmp_path / "web/golden/expected/b").exists()
    assert run_goldens(chart).ok


def test_golden_files_of_cases_that_are_ignored_stay(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n", "golden/slow.yaml": "{}\n"})
    update_goldens(chart)
    write(tmp_path, {"web/.helmwright.yaml": "golden: {ignore: slow}\n"})

    report = run_goldens(chart)

    assert [result.name for result in report.results] == ["a"]
    assert report.ok


def test_a_pattern_chooses_cases_and_leaves_the_others_alone(tmp_path):
    chart = write_chart(tmp_path, {f"golden/{name}.yaml": "{}\n" for name in ("prod", "stage")})

    update_goldens(chart, pattern="pro")

    assert next(iter(tree(tmp_path / "web/golden/expected"))).startswith("prod/")
    assert run_goldens(chart, pattern="p*d").ok
    with pytest.raises(UsageError, match='no case has the name "x"'):
        run_goldens(chart, pattern="x")


def test_a_failure_may_be_expected(tmp_path):
    files = {
        "templates/check.yaml": '{{ if gt (int .Values.replicas) 9 }}{{ fail "too many" }}{{ end }}',
        "golden/many/case.yaml": "set: replicas=10\nexpect-error: too many\n",
        "golden/few/case.yaml": "set: replicas=1\nexpect-error: too many\n",
        "golden/other/case.yaml": "set: replicas=10\nexpect-error: too few\n",
        "golden/real/case.yaml": "set: replicas=10\n",
    }
    chart = write_chart(tmp_path, files)

    results = {result.name: result.error for result in run_goldens(chart).results}

    assert results["many"] == ""
    assert results["few"] == 'renders, and a failure with "too many" is expected'
    assert results["other"].startswith('fails without "too few" in the message: ')
    assert "too many" in results["real"]


def test_files_of_a_case_that_fails_stay(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n"})
    update_goldens(chart)
    before = tree(tmp_path / "web/golden/expected")
    write(tmp_path, {"web/templates/check.yaml": '{{ fail "no" }}'})

    report = update_goldens(chart)

    assert [result.name for result in report.errors] == ["a"]
    assert tree(tmp_path / "web/golden/expected") == before


def test_what_comes_from_chance_or_the_clock_is_named(tmp_path):
    chart = write_chart(tmp_path, {**RANDOM, "golden/a.yaml": "{}\n"})
    update_goldens(chart)

    (result,) = run_goldens(chart).results

    assert result.passed
    assert list(map(str, result.unstable)) == [
        "ConfigMap/random:data.word from web/templates/random.yaml:6 (randAlphaNum)",
        "ConfigMap/random:data.text from web/templates/random.yaml:9 (now)",
    ]
    assert not run_goldens(chart, seed=2).ok
    assert not run_goldens(chart, now="2026-01-02T00:00:00Z").ok


def test_fields_that_a_case_lists_are_masked_and_not_named(tmp_path):
    case = "dynamic: ['ConfigMap/random:data.word', 'ConfigMap:data.text']\n"
    chart = write_chart(tmp_path, {**RANDOM, "golden/a/case.yaml": case})
    update_goldens(chart)

    (result,) = run_goldens(chart, seed=9, now="2030-01-01T00:00:00Z").results

    assert result.passed
    assert result.unstable == ()
    text = tree(tmp_path / "web/golden/expected")["a/templates/random.yaml"]
    assert "  word: <dynamic>\n  text: <dynamic>\n  same: yes-it-is\n" in text


def test_no_secret_is_in_a_golden_file(tmp_path):
    schema = '{"properties": {"password": {"type": "string", "x-secret": true}}}'
    chart = write_chart(
        tmp_path,
        {**SECRET, "values.schema.json": schema, "golden/a.yaml": "password: correct-Horse-7\n"},
    )

    update_goldens(chart)

    everything = "".join(tree(tmp_path / "web/golden/expected").values())
    assert "correct-Horse" not in everything
    assert "Y29ycmVjdC1Ib3JzZS03" not in everything
    assert run_goldens(chart).ok


def test_a_secret_that_a_message_quotes_is_hidden(tmp_path):
    schema = '{"properties": {"password": {"type": "string", "x-secret": true}}}'
    template = {"templates/check.yaml": '{{ fail (printf "bad %s" .Values.password) }}'}
    chart = write_chart(
        tmp_path,
        {**template, "values.schema.json": schema, "golden/a.yaml": "password: correct-Horse-7\n"},
    )

    (result,) = run_goldens(chart).results

    assert "bad <hidden>" in result.error
    assert "Horse" not in result.error


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_processes_share_the_cases(tmp_path):
    cases = {f"golden/c{number}.yaml": f"replicas: {number}\n" for number in range(7)}
    chart = write_chart(tmp_path, {**cases, "golden/tls.yaml": "tls: {enabled: true}\n"})

    one = update_goldens(chart, processes=1)
    report = run_goldens(chart, processes=3, coverage=True)

    assert len(one.changes) == 16
    assert report.ok
    assert [result.name for result in report.results] == [*[f"c{n}" for n in range(7)], "tls"]
    assert report.coverage is not None
    assert report.coverage.percent == 100


def test_coverage_counts_lines_sides_and_values(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "replicas: 2\n"})

    coverage = run_goldens(chart, coverage=True).coverage

    assert coverage is not None
    assert coverage.values is not None
    assert coverage.lines == (12, 13)
    assert coverage.sides == (1, 2)
    assert coverage.values.keys == {"replicas": True, "password": False, "tls.enabled": False}
    gaps = {file.name.removeprefix(f"{chart}/"): file.gaps() for file in coverage.files}
    assert gaps["templates/service.yaml"] == []
    assert gaps["templates/deployment.yaml"] == [
        (7, "{{if .Values.tls.enabled}} was never true"),
        (8, "has not run"),
    ]


def fake_helm(tmp_path, body):
    path = tmp_path / "fake-helm"
    path.write_text(f'#!/bin/sh\nif [ "$1" = version ]; then echo v4.2.4; exit; fi\n{body}\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_helm_renders_the_cases_too(tmp_path):
    chart = write_chart(tmp_path, {"golden/a/case.yaml": "release-name: r\nset: replicas=2\n"})
    write(tmp_path, {"arguments.txt": ""})
    update_goldens(chart, layout="single")
    expected = tmp_path / "web/golden/expected/a.yaml"
    helm = fake_helm(tmp_path, f'echo "$@" > {tmp_path}/arguments.txt\ncat {expected}')

    report = run_goldens(chart, layout="single", helm=helm)

    assert report.ok
    assert report.helm_version == "v4.2.4"
    arguments = (tmp_path / "arguments.txt").read_text()
    assert arguments.startswith(f"template r {chart} --namespace default --kube-version v1.")
    assert arguments.endswith("--set replicas=2\n")


def test_what_helm_gives_instead_fails(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n"})
    update_goldens(chart, layout="single")
    expected = tmp_path / "web/golden/expected/a.yaml"
    helm = fake_helm(tmp_path, f"sed 's/replicas: 1/replicas: 5/' {expected}")

    (result,) = run_goldens(chart, layout="single", helm=helm).results

    assert not result.passed
    assert result.changes == ()
    assert [change.path for change in result.helm_changes] == ["templates/deployment.yaml"]


def test_a_failure_of_helm_is_one_of_the_case(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n"})
    update_goldens(chart)

    (result,) = run_goldens(chart, helm=fake_helm(tmp_path, "echo 'Error: no' >&2; exit 1")).results

    assert result.error == "helm: no"


def test_a_helm_that_is_not_there_is_a_mistake(tmp_path):
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n"})

    with pytest.raises(UsageError, match="no such program"):
        run_goldens(chart, helm="no-such-helm")


def test_a_chart_that_is_not_there_is_a_mistake():
    with pytest.raises(HelmwrightError, match="no such chart"):
        run_goldens("./gone")
