"""Schemas on the web: the same servers, asked by helm and by us, give the same verdicts and errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.conformance.peer import clean_environment
from tests.sources.origin import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DOCUMENTS: dict[str, str | bytes] = {
    "/ok": '{"type": "object", "properties": {"a": {"type": "integer"}}}',
    "/definitions": '{"$defs": {"n": {"type": "integer"}}, "$anchor": "top"}',
    "/deep/a": '{"$ref": "b"}',
    "/deep/b": '{"required": ["zz"]}',
    "/named": '{"$id": "http://127.0.0.1:PORT/deep/other", "$ref": "b"}',
    "/html": "<html>",
    "/empty": "",
    "/blank": " \n",
    "/half": '{"type":',
    "/two": "{} {}",
    "/invalid": '{"type": "objec"}',
    "/old": '{"$schema": "http://json-schema.org/draft-04/schema#", "required": ["b"]}',
    "/custom": '{"$schema": "http://127.0.0.1:PORT/ok"}',
    "/list": "[]",
    "/number": "3",
    "/a b": '{"required": ["blank"]}',
    "/latin": b'{"description": "caf\xe9", "required": ["b"]}',
}
REFERENCES = (
    *DOCUMENTS,
    *("/ok#/properties/a", "/ok#/nope", "/definitions#/%24defs/n", "/definitions#top"),
    *("/definitions#none", "/a%20b", "/none", "/status/302", "/status/401"),
    *(
        "/status/413",
        "/status/418",
        "/status/500",
        "/status/599/Odd",
        "/redirect/10",
        "/redirect/11",
    ),
    *("/moved/301?to=/ok", "/moved/307?to=/ok", "/moved/302?to=ftp://x/y", "/loop", "/gzip"),
    *(
        "/echo",
        "/hang-up",
        "/truncated",
        "/chunked",
        "/chunk-missing",
        "/until-closed",
        "/tagged/x",
    ),
)


@pytest.fixture(scope="module")
def origin() -> Iterator[Origin]:
    with Origin() as running:
        for path, text in DOCUMENTS.items():
            data = text.encode() if isinstance(text, str) else text
            running.serve(path, data.replace(b"PORT", str(running.port).encode()))
        yield running


def _run(program: list[str], folder: Path) -> tuple[int, str, str]:
    environment = {
        **clean_environment(folder),
        "NO_PROXY": "*",
        "HELMWRIGHT_CACHE": "off",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    done = subprocess.run(
        [*program, "template", "c"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("c/values.yaml:")]
    return done.returncode, done.stdout, "\n".join(lines)


@pytest.mark.parametrize("reference", REFERENCES)
def test_a_reference_is_followed_as_helm_does(
    origin: Origin, helm: Path, tmp_path: Path, reference: str
) -> None:
    chart = tmp_path / "c"
    (chart / "templates").mkdir(parents=True)
    (chart / "Chart.yaml").write_text("apiVersion: v2\nname: c\nversion: 1.0.0\n")
    (chart / "values.yaml").write_text("a: x\n")
    (chart / "templates" / "a.yaml").write_text("b: {{ .Values.a }}\n")
    schema = {"$ref": origin.url + reference}
    (chart / "values.schema.json").write_text(json.dumps(schema))

    ours = _run([sys.executable, "-m", "helmwright"], tmp_path)
    asked, origin.requests[:] = [one.path for one in origin.requests], []
    theirs = _run([str(helm)], tmp_path)
    asked_by_helm, origin.requests[:] = [one.path for one in origin.requests], []

    assert ours == theirs
    assert asked == asked_by_helm
