"""A stranger's pack, installed by pip: what it brings works through the real command line."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest
from tests.packs.scratch import ROOT, SAMPLE

if TYPE_CHECKING:
    from tests.packs.scratch import Scratch

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(find_spec("hatchling") is None, reason="the build backend is not here"),
]
CANARY = "Xyzzy-4711-Plugh"
OLD = "# the broker\nbroker:\n  address: amqp://queue\npayment:\n  merchant: m\n"
NEW = "# the broker\nbroker: {}\npayment:\n  merchant: m\nqueue:\n  url: amqp://queue\n"


def test_lint_finds_the_mistake_that_its_rule_is_about(sample: Scratch) -> None:
    sample.write({"prod.yaml": "worker:\n  replicas: 3\n"})

    ran = sample.run("lint", "prod.yaml", "--chart", "shop")

    assert "prod.yaml:2:13: error: worker.replicas is 3, and queue.url is not set" in ran.out
    assert (ran.code, ran.err) == (1, "")


def test_its_rule_sees_values_of_a_subchart_and_none_of_other_charts(sample: Scratch) -> None:
    wrapper = "apiVersion: v2\nname: wrapper\nversion: 1.0.0\nicon: https://example.com/a.png\n"
    sample.write({"wrapper/Chart.yaml": wrapper, "w.yaml": "shop:\n  worker:\n    replicas: 3\n"})
    selected = ("--select", "workers-without-queue")

    assert sample.run("lint", "w.yaml", "--chart", "wrapper", *selected).code == 0
    (sample.work / "shop").rename(sample.work / "wrapper" / "charts-shop")
    (sample.work / "wrapper" / "charts").mkdir()
    (sample.work / "wrapper" / "charts-shop").rename(sample.work / "wrapper" / "charts" / "shop")
    ran = sample.run("lint", "w.yaml", "--chart", "wrapper", *selected)
    assert "w.yaml:3:15: error: worker.replicas is 3" in ran.out


def test_lists_of_rules_name_the_pack_of_each(sample: Scratch) -> None:
    packs = {
        one["rule"]: one["pack"]
        for one in json.loads(sample.run("lint", "--list-rules", "--format", "json").out)["rules"]
    }
    listed = sample.run("lint", "--list-rules").out

    assert packs["workers-without-queue"] == "shop"
    assert packs["pool-key-unknown"] == "determined"
    assert packs["broken-yaml"] == "core"
    assert "  workers-without-queue                error    shop        There are workers" in listed
    assert "\nworkers: Workers of a shop, and the queue that they read.\n" in listed


def test_explain_prints_its_rule(sample: Scratch) -> None:
    explained = sample.run("lint", "--explain", "workers-without-queue").out

    assert "Workers end at once without the address of a queue" in explained


def test_values_migrate_gives_old_keys_their_new_names(sample: Scratch) -> None:
    sample.write({"old.yaml": OLD})

    ran = sample.run("values", "migrate", "old.yaml", "--chart", "shop")

    assert (sample.work / "old.yaml").read_text() == NEW
    assert "old.yaml:3:3: broker.address: since 2.0 it is called queue.url" in ran.err
    assert ran.code == 0


def test_values_migrate_hands_the_release_over(sample: Scratch) -> None:
    sample.write({"old.yaml": OLD})

    assert sample.run("values", "migrate", "old.yaml", "--chart", "shop", "--to", "1.9").code == 0
    assert (sample.work / "old.yaml").read_text() == OLD


@pytest.mark.parametrize(
    "arguments",
    [
        ("lint", "prod.yaml", "--chart", "shop"),
        ("lint", "shop", "-f", "prod.yaml", "--format", "json"),
        ("diff", "values", "shop", "-f", "prod.yaml", "--to-set", "payment.merchant=other"),
        ("diff", "values", "shop", "-f", "prod.yaml", "--to", "new.yaml", "--output", "json"),
        ("values", "get", "payment", "-f", "prod.yaml"),
        ("values", "migrate", "prod.yaml", "--chart", "shop", "--diff"),
        ("values", "explain", "payment.merchant", "shop", "-f", "prod.yaml"),
        ("template", "shop", "-f", "prod.yaml", "--set", "queue.url.x=1", "--show-only", "x"),
        ("template", "broken", "-f", "prod.yaml"),
    ],
    ids=" ".join,
)
def test_its_secret_is_shown_by_nothing(sample: Scratch, arguments: tuple[str, ...]) -> None:
    values = f"worker:\n  replicas: 3\nbroker:\n  address: x\npayment:\n  merchant: {CANARY}\n"
    sample.write({"prod.yaml": values, "new.yaml": values.replace(CANARY, f"{CANARY}-2")})
    chart = (sample.work / "shop" / "Chart.yaml").read_text()
    fails = "a: {{ .Values.payment.merchant | atoi | required .Values.payment.merchant | fail }}\n"
    sample.write(
        {
            "broken/Chart.yaml": chart,
            "broken/templates/a.yaml": "{{ fail .Values.payment.merchant }}\n" + fails,
        }
    )

    ran = sample.run(*arguments)

    assert ran.out + ran.err
    assert CANARY not in ran.out + ran.err
    assert "Traceback" not in ran.err


def test_its_command_is_one_of_the_program(sample: Scratch) -> None:
    sample.write({"prod.yaml": "worker:\n  replicas: 3\n"})

    assert sample.run("shop", "prod.yaml").out == "3 workers\n"
    assert sample.run("shop", "prod.yaml", "--plain").out == "3\n"
    assert "--plain\tprint the number only\n" in sample.run("__complete", "shop", "--p").out
    assert "  shop         Say how many workers a shop has\n" in sample.run("help").out
    assert "Usage:\n  helmwright shop FILE ..." in sample.run("help", "shop").out
    assert sample.run("shop").code == 64
    assert "shop\tSay how many workers a shop has\n" in sample.run("__complete", "sh").out
    assert sample.run("shopp").err.endswith("Did you mean this?\n\tshop\n")


def test_the_examples_of_its_rules_are_run_by_the_test_that_authors_are_given(
    sample: Scratch,
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", SAMPLE / "tests"],
        cwd=sample.work,
        env={"PYTHONPATH": f"{ROOT / 'renderer'}:{sample.site}", "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "3 passed" in done.stdout


def test_a_plain_render_imports_no_pack(sample: Scratch) -> None:
    program = (
        "import sys, io\nfrom helmwright.cli import run\n"
        "out = io.BytesIO()\n"
        "assert run(['template', 'shop', '--set', 'payment.merchant=m'], stdin=out, stdout=out, stderr=out) == 0\n"
        "print(*sorted(n for n in sys.modules if 'pack' in n or n == 'importlib.metadata'))\n"
    )
    sample.write({"program.py": program})

    ran = sample.run(launcher="program.py")

    assert [name for name in ran.out.split() if "helmwright.packs" in name] == []
    assert "shop_pack" not in ran.out
    assert "importlib.metadata" not in ran.out
