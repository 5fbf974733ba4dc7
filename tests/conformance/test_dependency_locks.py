"""The digest of Chart.lock: helm itself says whether ours is the one it computes, for generated charts."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

from helmwright.charts import v2_loader
from helmwright.sources.dependencies.lock import digest, helm2_digest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conformance.peer import Oracle

_COUNT = 2_000
_WORDS = (
    *(
        "web",
        "a<b>&c",
        "\u2028\u2029",
        "ü\u00a0x",
        'quote"d',
        "tab\tbed",
        "\x07",
        "日本",
        "1.0.0",
        "",
        " ",
    ),
    *(">=1 <2", "^1.2", "~1 || 3.x", "web.enabled,global.web", "a\\b", "\ufeff", "\U0001f600"),
)
_IMPORTS = (
    *(
        "data",
        "{child: a, parent: b}",
        "{y: n, n: 1}",
        "{parent: '', child: null, more: [1, 2.50, 1e3]}",
    ),
    *("1.0", "12345678901", "0x1f", "true", "~", "{a: {c: 1, b: 0.1}}", "'<&>'"),
)
_URL = "http://127.0.0.1:1"
_OUT_OF_SYNC = "is out of sync with the dependencies file"


def _quoted(text: str) -> str:
    """Return a text as YAML; JSON has escapes for most of it, and for the rest two that YAML does not join."""
    return json.dumps(text, ensure_ascii=max(map(ord, text), default=0) <= 0xFFFF)


class _Cases:
    """Charts by chance, each with a lock whose digest is ours."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._chance = random.Random(5)  # noqa: S311 - nobody must guess it

    def _dependency(self, number: int, *, locked: bool) -> str:
        chance = self._chance
        fields = {
            "name": _quoted(f"{chance.choice(_WORDS)}{number}"),
            "version": _quoted(chance.choice(_WORDS)),
            "repository": _quoted(_URL if number == 0 else chance.choice(("", "oci://h/x", _URL))),
            "condition": _quoted(chance.choice(_WORDS)),
            "tags": f"[{', '.join(_quoted(chance.choice(_WORDS)) for _ in range(chance.randint(0, 2)))}]",
            "enabled": chance.choice(("true", "false")),
            "alias": _quoted(f"a-{number}"),
            "import-values": f"[{', '.join(chance.sample(_IMPORTS, chance.randint(0, 3)))}]",
        }
        needed = ("name", "repository")
        rate = 0.1 if locked else 0.6
        kept = [name for name in fields if name in needed or chance.random() < rate]
        chance.shuffle(kept)
        return "- {" + ", ".join(f"{name}: {fields[name]}" for name in kept) + "}"

    def _list(self, *, locked: bool) -> str:
        count = self._chance.randint(1, 4)
        lines = [self._dependency(number, locked=locked) for number in range(count)]
        return "dependencies:\n" + "\n".join(lines) + "\n"

    def files(self, number: int) -> dict[str, str]:
        """Return the files of a chart; every third is of version 1, half of those with Helm 2's digest."""
        old = number % 3 == 0
        about = f"apiVersion: {'v1' if old else 'v2'}\nname: c\nversion: 1.0.0\n"
        wanted, locked = self._list(locked=False), self._list(locked=True)
        files = {"Chart.yaml": about + ("" if old else wanted)}
        if old:
            files["requirements.yaml"] = wanted
        lock = "requirements.lock" if old else "Chart.lock"
        files[lock] = locked
        folder = self._folder / str(number)
        folder.mkdir()
        for name, text in files.items():
            (folder / name).write_text(text)
        chart = v2_loader.load_folder(str(folder))
        assert chart.lock is not None
        of_helm2 = old and number % 2 == 0
        own = (
            helm2_digest(chart.metadata.dependencies)
            if of_helm2
            else digest(chart.metadata.dependencies, chart.lock.dependencies)
        )
        files[lock] += f"digest: {own}\ngenerated: 2020-01-01T00:00:00Z\n"
        return files


def _request(files: dict[str, str]) -> dict[str, Any]:
    written = [{"path": f"c/{name}", "text": text} for name, text in files.items()]
    empty = {"path": "repositories.yaml", "text": "repositories: []\n"}
    arguments = ["dependency", "build", "c", "--repository-config", "repositories.yaml"]
    return {"files": [*written, empty], "args": arguments}


def test_helm_computes_the_same_digests(oracle: Oracle, tmp_path: Path) -> None:
    cases = _Cases(tmp_path)
    charts = [cases.files(number) for number in range(_COUNT)]

    answers = oracle.run([_request(files) for files in charts])

    wrong = [
        (files, answer["stderr"])
        for files, answer in zip(charts, answers, strict=True)
        if "no repository definition for" not in answer["stderr"]
    ]
    assert wrong == []


def test_helm_refuses_any_other_digest(oracle: Oracle, tmp_path: Path) -> None:
    cases = _Cases(tmp_path)
    charts = [cases.files(number) for number in range(30)]
    for files in charts:
        for name in files:
            files[name] = files[name].replace("digest: sha256:", "digest: sha256:0")

    answers = oracle.run([_request(files) for files in charts])

    assert [one["stderr"] for one in answers if _OUT_OF_SYNC not in one["stderr"]] == []
