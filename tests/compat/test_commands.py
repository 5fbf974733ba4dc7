"""Calls of Helm in scripts: which words change, where they stand, and what to write instead."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helmwright.base.errors import HelmwrightError
from helmwright.compat.commands.reading import LARGEST, command_findings
from helmwright.compat.commands.words import commands


def found(text: str, name: str = "deploy.sh") -> list[str]:
    """Return each finding as ``LINE:COLUMN ID FIX``."""
    return [
        f"{one.span.line}:{one.span.column} {one.rule} {one.fix.removeprefix('write ')}"
        for one in command_findings(text.encode(), name)
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("helm upgrade web . --atomic", "20 flag-renamed '--rollback-on-failure'"),
        ("helm install web . --atomic=true", "20 flag-renamed '--rollback-on-failure=true'"),
        ("helm upgrade --force web .", "14 flag-renamed '--server-side=false --force-replace'"),
        ("helm rollback web 1 --force", "21 flag-renamed '--server-side=false --force-replace'"),
        ("helm upgrade web . --dry-run", "20 flag-value '--dry-run=client'"),
        ("helm upgrade web . --dry-run=true", "20 flag-value '--dry-run=client'"),
        ("helm upgrade web . --dry-run=false", "20 flag-value '--dry-run=none'"),
        ("helm upgrade web . --wait=true", "20 flag-value '--wait=watcher'"),
        ("helm uninstall web --wait=false", "20 flag-value '--wait=hookOnly'"),
        ("helm template . --validate", "17 flag-renamed '--dry-run=server'"),
        ("helm template . --hide-notes", "17 flag-without-effect leave it out"),
        ("helm template . --render-subchart-notes", "17 flag-without-effect leave it out"),
        ("helm test web --hide-notes", "15 flag-gone leave it out"),
        ("helm upgrade web . --recreate-pods", "20 flag-gone leave it out"),
        ("helm rollback web 1 --recreate-pods", "21 flag-gone leave it out"),
        ("helm list --all", "11 flag-gone leave it out"),
        ("helm ls -aq", "9 flag-gone '-q'"),
        ("helm list", "1 list-of-all-statuses 'helm list --deployed --failed'"),
        ("helm repo add --no-update a b", "15 flag-gone leave it out"),
        ("helm repo update --fail-on-repo-update-fail", "18 flag-gone leave it out"),
        ("helm status web --show-desc", "17 flag-gone leave it out"),
        ("helm version --client", "14 flag-gone leave it out"),
        (
            "helm upgrade web . --post-renderer ./x.sh",
            "20 post-renderer-program '--post-renderer NAME-OF-A-PLUGIN'",
        ),
        ("helm registry login ghcr.io/org -u x", "21 registry-path 'ghcr.io'"),
        ("helm registry login https://a.b:5000", "21 registry-path 'a.b:5000'"),
        ("helm plugin install ./p", "21 plugin-not-verified '--verify=false ./p'"),
        ("helm lint --strict", "1 lint-without-chart 'helm lint .'"),
        (
            "helm -n x --kube-context y upgrade w . --atomic",
            "40 flag-renamed '--rollback-on-failure'",
        ),
        ("helm secrets upgrade w . --atomic", "26 flag-renamed '--rollback-on-failure'"),
        ("sudo /usr/bin/helm list -a", "25 flag-gone leave it out"),
        ("docker run alpine/helm:3.14 list -a", "34 flag-gone leave it out"),
        ("$HELM list -a", "12 flag-gone leave it out"),
        ("$(HELM) list -a", "14 flag-gone leave it out"),
        ("out=$(helm list -a)", "17 flag-gone leave it out"),
        ("out=`helm list -a`", "16 flag-gone leave it out"),
        ("bash -c 'helm list -a'", "20 flag-gone leave it out"),
        ('echo "has $(helm list -a)"', "23 flag-gone leave it out"),
        ("if ! helm list -a; then", "16 flag-gone leave it out"),
        ("helm3 list -a", "12 flag-gone leave it out"),
        ("helm.exe list -a", "15 flag-gone leave it out"),
    ],
)
def test_a_word_that_changes_is_found_where_it_stands(line: str, expected: str) -> None:
    assert found(line) == [f"1:{expected}"]


@pytest.mark.parametrize(
    "line",
    [
        "helm upgrade web . --wait --dry-run=client --rollback-on-failure",
        "helm upgrade web . --dry-run=server --wait=legacy",
        "helm upgrade web . --set a=--atomic --description --atomic",
        "helm upgrade web . -- --atomic",
        "helm uninstall web --dry-run",
        "helm list --failed",
        "helm list -A --deployed",
        "helm lint ./chart",
        "helm registry login ghcr.io:443",
        "helm plugin install --verify=false ./p",
        "helm diff upgrade web . --atomic",
        "kubectl delete pod --force",
        "# helm upgrade --atomic",
        'echo "run helm upgrade --atomic"',
        'git commit -m "helm upgrade --atomic"',
        "cd helm && ls -a",
        "apt-get install helm --force",
        "helmfile apply --atomic",
        "don't helm",
        "",
    ],
)
def test_what_both_take_is_left_alone(line: str) -> None:
    assert found(line) == []


def test_lines_that_go_on_are_one_command() -> None:
    text = "helm upgrade web . \\\n  --install \\\n  --atomic\nhelm status web --show-desc\n"

    assert found(text) == [
        "3:3 flag-renamed '--rollback-on-failure'",
        "4:17 flag-gone leave it out",
    ]


def test_powershell_goes_on_behind_a_backtick() -> None:
    assert found("helm upgrade web . `\n  --atomic\n") == [
        "2:3 flag-renamed '--rollback-on-failure'"
    ]


def test_a_makefile_has_recipes() -> None:
    text = (
        "HELM ?= helm\ndeploy: lint\n\t@$(HELM) upgrade web . \\\n\t\t--atomic --set tag=$(TAG)\n"
    )

    assert found(text, "Makefile") == ["4:3 flag-renamed '--rollback-on-failure'"]


_WORKFLOW = """\
name: helm upgrade --atomic
jobs:
  deploy:
    steps:
      - uses: azure/setup-helm@v4
      - name: helm list -a
        run: helm upgrade web . --atomic
      - run: |
          set -e
          helm upgrade web . \\
            --force
      - run: >-
          helm upgrade web ${{ inputs.chart }}
          --atomic
      - run: "helm list -a"
      - run: helm upgrade web .
          --recreate-pods
---
deploy:
  script:
    - helm list -a
    - [helm, rollback, web, "1", --recreate-pods]
  container:
    command: [helm]
    args: [upgrade, web, ., --atomic]
"""


def test_scripts_in_pipelines_are_found_in_every_form_of_text() -> None:
    assert found(_WORKFLOW, ".github/workflows/deploy.yml") == [
        "7:33 flag-renamed '--rollback-on-failure'",
        "11:13 flag-renamed '--server-side=false --force-replace'",
        "14:11 flag-renamed '--rollback-on-failure'",
        "15:25 flag-gone leave it out",
        "17:11 flag-gone leave it out",
        "21:17 flag-gone leave it out",
        "22:34 flag-gone leave it out",
        "25:29 flag-renamed '--rollback-on-failure'",
    ]


def test_yaml_that_is_a_template_is_read_as_a_script() -> None:
    text = "{{ if .x }}\nrun: helm list -a\n{{ end }}\n  - bad: [\n"

    assert found(text, "a.yaml") == ["2:16 flag-gone leave it out"]


_HELMFILE = """\
helmDefaults:
  atomic: true   # as always
  force: {{ .Values.force }}
  wait: true
  args: ["--atomic"]
releases:
  - name: a
    chart: ./a
    recreatePods: true
    postRenderer: ./x.sh
    # atomic: true
  - name: b
    atomic: false
"""


@pytest.mark.parametrize("name", ["helmfile.yaml", "helmfile.yaml.gotmpl", "releases/web.yaml"])
def test_keys_of_a_helmfile_stand_for_flags(name: str) -> None:
    assert found(_HELMFILE, name) == [
        "2:3 flag-renamed 'args: [\"--rollback-on-failure\"]'",
        '3:3 flag-renamed \'args: ["--server-side=false", "--force-replace"]\'',
        "5:11 flag-renamed '--rollback-on-failure'",
        "9:5 flag-gone leave it out",
        "10:5 post-renderer-program 'postRenderer: NAME-OF-A-PLUGIN'",
    ]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"helm list -a\0", "x.sh is no text: it has a NUL byte"),
        (b"#" * (LARGEST + 1), f"x.sh is larger than the maximum file size {LARGEST}"),
    ],
)
def test_what_is_no_script_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        command_findings(data, "x.sh")

    assert caught.value.message == reason


def test_bytes_that_are_no_text_of_unicode_are_passed_over() -> None:
    assert len(command_findings(b"# \xff\nhelm list -a \xff\n", "x.sh")) == 1


@pytest.mark.parametrize(
    "text", ["helm '" * 3000, "$(helm " * 3000, "helm \\", "helm {{", "`" * 99]
)
def test_quotes_that_never_end_are_read_in_no_time(text: str) -> None:
    found(text)


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0`$(){}<>;&|#\n\r"), max_size=8),
        min_size=1,
        max_size=6,
    )
)
def test_words_are_those_of_a_shell(words: list[str]) -> None:
    text = " ".join(map(shlex.quote, words))

    read = next(commands(text, needle="\0"), [])

    assert [word.text for word in read] == shlex.split(text)
    assert all(shlex.split(text[word.start : word.end]) == [word.text] for word in read)
