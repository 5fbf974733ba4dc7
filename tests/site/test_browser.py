"""The site in a browser: pages load, the search finds, and the console says nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

WAIT = 20_000
"""Milliseconds for what takes one: the machine may be busy."""
LEFT = "net::ERR_ABORTED"
"""What a request ends with whose page was left before it was answered."""


@pytest.fixture
def faults() -> list[str]:
    return []


@pytest.fixture
def page(browser: Browser, address: str, faults: list[str]) -> Iterator[Page]:
    """Returns a page that notes what goes wrong in it, and what it asks of other hosts."""
    opened = browser.new_page()
    opened.set_default_timeout(WAIT)
    opened.on("console", lambda line: faults.append(line.text) if line.type == "error" else None)
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "requestfailed",
        lambda asked: None if asked.failure == LEFT else faults.append(f"failed: {asked.url}"),
    )
    opened.on(
        "request",
        lambda asked: None if asked.url.startswith(address) else faults.append(asked.url),
    )
    yield opened
    opened.close()


def test_all_pages_load(site: Path, address: str, page: Page, faults: list[str]) -> None:
    for path in sorted(site.rglob("index.html")):
        name = path.parent.relative_to(site).as_posix()
        answer = page.goto(f"{address}/{name}/".replace("/./", "/"), wait_until="load")
        assert answer is not None
        assert answer.ok, name
        assert page.locator("article h1").first.is_visible(), name
        broken = page.evaluate("[...document.images].filter(i => !i.naturalWidth).map(i => i.src)")
        assert (broken, faults) == ([], []), name


@pytest.mark.parametrize(
    ("words", "target"),
    [
        ("mount-without-volume", "lint-rules/"),
        ("detailed-exitcode", "commands/diff"),
        ("ChartRenderer", "api/"),
        ("gang scheduling", "guides/schedulers/"),
    ],
)
def test_the_search_finds(
    address: str, page: Page, faults: list[str], words: str, target: str
) -> None:
    page.goto(address)
    page.locator(".md-search__input").click()
    page.locator(".md-search__input").press_sequentially(words, delay=20)
    results = page.locator(".md-search-result__item a[href]")
    results.first.wait_for()

    found = results.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert [link for link in found if target in link], found
    assert faults == []


def test_a_reader_goes_from_the_start_to_a_flag(
    address: str, page: Page, faults: list[str]
) -> None:
    page.goto(address)
    page.locator("article").get_by_role("link", name="What a change does").first.click()
    page.wait_for_url("**/guides/diff/")
    page.goto(f"{address}/commands/diff/")
    page.locator("article").get_by_role("link", name="helmwright diff git").click()
    page.wait_for_url("**/commands/diff-git/")

    assert page.locator("article td code", has_text="--find-renames").first.is_visible()
    assert faults == []


def test_a_page_fits_a_telephone(browser: Browser, address: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    for name in ("", "guides/linting/", "commands/template/", "lint-rules/", "api/patches/"):
        page.goto(f"{address}/{name}")
        width = page.evaluate("document.documentElement.scrollWidth")
        assert width <= 390, name
    page.close()
