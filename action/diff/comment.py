# ruff: noqa: INP001 - a script, not a package
"""Keeps one comment on a pull request: python comment.py REPORT.

The first line of the report is a comment of HTML by which the comment is found again; with
HELMWRIGHT_KEY it tells several apart. Without changes no comment is begun, and one that is there is
brought up to date. A token that may not write, as that of a fork, is no failure: the report is in
the summary of the run.
"""

from __future__ import annotations

import json
import os
import re
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

LIMIT = 65_536
_FORBIDDEN = (401, 403, 404)


class Comments:
    """The comments of a pull request."""

    def __init__(self, api: str, repository: str, number: int, token: str) -> None:
        self._issue = f"{api}/repos/{repository}/issues"
        self._number = number
        self._token = token

    def find(self, marker: str) -> int | None:
        """Return the id of the first comment that begins with a line."""
        page = 1
        while True:
            found = self._call("GET", f"{self._number}/comments?per_page=100&page={page}")
            for comment in found:
                if (comment.get("body") or "").startswith(marker):
                    return int(comment["id"])
            if len(found) < 100:
                return None
            page += 1

    def write(self, body: str, known: int | None) -> None:
        """Write a new comment, or a known one anew."""
        if known is None:
            self._call("POST", f"{self._number}/comments", {"body": body})
        else:
            self._call("PATCH", f"comments/{known}", {"body": body})

    def _call(self, method: str, path: str, data: object = None) -> Any:
        request = urllib.request.Request(  # noqa: S310 - the address is GitHub's own
            f"{self._issue}/{path}",
            method=method,
            data=None if data is None else json.dumps(data).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self._token}",
                "Content-Type": "application/json",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
            return json.load(response)


def body_of(report: str, key: str) -> tuple[str, str]:
    """Return the first line and the whole text of the comment for a report."""
    marker, newline, rest = report.partition("\n")
    if key:
        marker = marker.replace(" -->", f" {key} -->")
    return marker, f"{marker}{newline}{rest}"[:LIMIT]


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main(path: str) -> int:
    """Write the comment; returns the exit code."""
    key = os.environ.get("HELMWRIGHT_KEY", "")
    if not re.fullmatch(r"[\w.-]*", key):
        _say("::error::the input key takes letters, digits, dots and dashes")
        return 64
    event = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text(encoding="utf-8"))
    marker, body = body_of(Path(path).read_text(encoding="utf-8"), key)
    comments = Comments(
        os.environ.get("GITHUB_API_URL", "https://api.github.com"),
        os.environ["GITHUB_REPOSITORY"],
        int(event["pull_request"]["number"]),
        os.environ["GITHUB_TOKEN"],
    )
    try:
        known = comments.find(marker)
        if known is not None or os.environ.get("HELMWRIGHT_CHANGED") == "true":
            comments.write(body, known)
    except urllib.error.HTTPError as error:
        if error.code not in _FORBIDDEN:
            _say(f"::error::GitHub did not take the comment: {error.code} {error.reason}")
            return 1
        _say("::notice::the token may not comment here; the report is in the summary of the run")
    except urllib.error.URLError as error:
        _say(f"::error::GitHub did not answer: {error.reason}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
