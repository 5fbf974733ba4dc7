"""The site that `tox -e docs` has built, and a browser that reads it."""

from __future__ import annotations

import os
import shutil
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@pytest.fixture(scope="session")
def site() -> Path:
    folder = Path(os.environ["HELMWRIGHT_SITE"])
    assert (folder / "index.html").is_file(), "build the site first: tox -e docs"
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the interface's
        pass


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Returns where the site can be read: a server of this process, on this machine only."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Returns a headless browser of the machine; the one that is named must be there."""
    from playwright.sync_api import sync_playwright

    named = os.environ.get("HELMWRIGHT_BROWSER")
    found = next(filter(None, map(shutil.which, [named] if named else BROWSERS)), None)
    if found is None and not named:
        pytest.skip(f"no browser is installed: {', '.join(BROWSERS)}")
    assert found, f"HELMWRIGHT_BROWSER: there is no program {named}"
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield opened
        opened.close()
