"""Fields that chance decides name the functions that have asked for it, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.goldens.charts import write_chart

from helmwright.goldens import run_goldens, update_goldens

if TYPE_CHECKING:
    from pathlib import Path

ASKING = {
    "bcrypt `x`": ("bcrypt",),
    "encryptAES `0123456789abcdef` `x`": ("encryptAES",),
    "genPrivateKey `ed25519` | b64enc": ("genPrivateKey",),
    "(genCA `x` 1).Cert | b64enc": ("genCA",),
    "htpasswd `a` `b`": ("htpasswd",),
    "now | date `15:04:05` | quote": ("now",),
    "dateInZone `2006-01-02T15:04:05` `` `UTC` | quote": ("dateInZone",),
    "date_in_zone `2006-01-02T15:04:05` `` `UTC` | quote": ("date_in_zone",),
    "randAlpha 9": ("randAlpha",),
    "randAlphaNum 9": ("randAlphaNum",),
    "randAscii 9 | b64enc": ("randAscii",),
    "randBytes 9": ("randBytes",),
    "randInt 1 1000000000": ("randInt",),
    "randNumeric 9 | quote": ("randNumeric",),
    "shuffle `abcdefghijklmnop`": ("shuffle",),
    "uuidv4": ("uuidv4",),
    "randAlpha 5 }}{{ if false }}{{ uuidv4 }}{{ end }}{{ `` ": ("randAlpha",),
    "randAlpha 5 }}{{ uuidv4 ": ("randAlpha", "uuidv4"),
    "tpl `{{ uuidv4 }}` . ": ("uuidv4",),
}


@pytest.mark.parametrize("text", ASKING)
def test_the_functions_that_have_asked_are_named(tmp_path: Path, text: str) -> None:
    template = (
        f"apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: m}}\ndata:\n  a: {{{{ {text} }}}}\n"
    )
    chart = write_chart(tmp_path, {"golden/a.yaml": "{}\n", "templates/random.yaml": template})
    update_goldens(chart)

    report = run_goldens(chart)
    (unstable,) = report.results[0].unstable

    assert unstable.functions == ASKING[text]
    assert (unstable.template, unstable.line) == ("web/templates/random.yaml", 5)
