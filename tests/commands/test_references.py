"""What is said about charts that are not there; texts of helm 4.2.4 without repositories."""

from __future__ import annotations

import io

import pytest

from helmwright.base.errors import ChartError, HelmwrightError, SourceError, VerificationError
from helmwright.commands import Context, Leaving
from helmwright.commands.references import chart_path, is_elsewhere, named_chart
from helmwright.commands.source_flags import ChartSourceFlags
from helmwright.commands.terminal import Screen


@pytest.fixture(autouse=True)
def no_repositories(tmp_path, monkeypatch):
    monkeypatch.setenv("HELM_REPOSITORY_CONFIG", str(tmp_path / "repositories.yaml"))
    monkeypatch.setenv("HELM_REPOSITORY_CACHE", str(tmp_path / "cache"))
    return tmp_path / "repositories.yaml"


def context() -> Context:
    return Context(io.BytesIO(), io.BytesIO(), io.BytesIO(), Leaving(), Screen())


@pytest.mark.parametrize(
    ("reference", "error"),
    [
        ("./nope", 'path "./nope" not found'),
        ("/nope", 'path "/nope" not found'),
        ("nope", "non-absolute URLs should be in form of repo_name/path_to_chart, got: nope"),
        ("a b", "non-absolute URLs should be in form of repo_name/path_to_chart, got: a%20b"),
        ("", "non-absolute URLs should be in form of repo_name/path_to_chart, got: "),
        ("foo://x", "non-absolute URLs should be in form of repo_name/path_to_chart, got: foo://x"),
        ("repo/chart", "repo repo not found"),
        ("%zz", "invalid chart URL format: %zz"),
        (":x", "invalid chart URL format: :x"),
        ("s3://bucket/web.tgz", 'scheme "s3" not supported'),
    ],
)
def test_says_what_helm_says(reference: str, error: str) -> None:
    with pytest.raises(HelmwrightError) as caught:
        chart_path(context(), reference, as_helm=True)
    assert caught.value.message == error


@pytest.mark.parametrize("reference", ["./nope", "/nope", "nope", "a b", "repo/chart", "%zz", ":x"])
def test_commands_that_helm_does_not_have_say_it_in_words(reference: str) -> None:
    with pytest.raises(ChartError) as caught:
        chart_path(context(), reference)
    assert caught.value.message == f"there is no chart at {reference}"


@pytest.mark.parametrize("reference", ["oci://127.0.0.1:1/y", "http://127.0.0.1:1/y.tgz"])
def test_a_url_is_fetched(reference: str) -> None:
    with pytest.raises(SourceError, match="connection refused"):
        chart_path(context(), reference, ChartSourceFlags(version="1.0.0"))


@pytest.mark.parametrize(
    ("reference", "elsewhere"),
    [
        ("https://x/y.tgz", True),
        ("oci://x/y", True),
        ("lab/web", True),
        ("other/web", False),
        ("./lab/web", False),
        ("lab", False),
        ("", False),
    ],
)
def test_a_chart_is_elsewhere_if_its_repository_is_known(
    no_repositories, reference, elsewhere
) -> None:
    no_repositories.write_text("repositories:\n- name: lab\n  url: http://h\n")

    assert is_elsewhere(reference) is elsewhere
    assert is_elsewhere(reference, ChartSourceFlags(repo="http://h"))


@pytest.mark.parametrize("name", [".", "determined", None])
def test_a_folder_has_no_signature_whoever_names_it(name: str | None) -> None:
    with pytest.raises(VerificationError, match="unpacked charts cannot be verified"):
        named_chart(context(), name, source=ChartSourceFlags(verify=True))


def test_spaces_around_a_path_are_passed_over() -> None:
    assert chart_path(context(), " . ") == "."
