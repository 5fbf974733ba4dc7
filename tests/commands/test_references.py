"""What is said about charts that are not there; texts of helm 4.2.4 without repositories."""

from __future__ import annotations

import pytest

from helmwright.base.errors import ChartError, UsageError
from helmwright.commands.references import local_chart


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
    ],
)
def test_says_what_helm_says(reference: str, error: str) -> None:
    with pytest.raises(ChartError) as caught:
        local_chart(reference, as_helm=True)
    assert caught.value.message == error


@pytest.mark.parametrize("reference", ["./nope", "/nope", "nope", "a b", "repo/chart", "%zz", ":x"])
def test_commands_that_helm_does_not_have_say_it_in_words(reference: str) -> None:
    with pytest.raises(ChartError) as caught:
        local_chart(reference)
    assert caught.value.message == f"there is no chart at {reference}"


@pytest.mark.parametrize("reference", ["oci://x/y", "http://x/y.tgz", "https://x/y.tgz"])
def test_fetches_nothing(reference: str) -> None:
    with pytest.raises(UsageError, match=r"never contacts a repository"):
        local_chart(reference)


def test_spaces_around_a_path_are_passed_over() -> None:
    assert local_chart(" . ") == "."
