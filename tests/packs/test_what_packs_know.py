"""Facts, releases, views and documents: what rules of a pack may read besides values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.packs.scratch import SHOP, rule, with_rules

if TYPE_CHECKING:
    from tests.packs.scratch import Scratch

KNOWS = """\
from helmwright.lint import View
from helmwright.errors import UsageError

SIZES = View("sizes", "acme_pack.knows:sizes")
JOBS = View("jobs", "acme_pack.knows:jobs", of_documents=True)


class Size(int):
    pass


def read_size(text, name=""):
    return Size(text)


def sizes(subject):
    for layer in subject.layered.layers:
        if layer.kind == "file":
            yield subject.settings, subject.told.get("acme_size")


def jobs(subject):
    yield subject.sources[0]


def overrides(told):
    return [("set", f"size={told['acme_size']}")] if "acme_size" in told else []


def release(subject):
    return tuple(map(int, str(subject.settings.get("version", default="1.0")).split(".")))


def documents(data, name):
    return "shop-job" if b"kind: ShopJob" in data else ""
"""
MORE = (
    "facts=(Fact('acme_size', 'Size | None', 'acme_pack.knows:read_size'),),"
    "overrides='acme_pack.knows:overrides', release='acme_pack.knows:release',"
    "kinds=('shop-job',), documents='acme_pack.knows:documents'"
)


def install(scratch: Scratch, **rules: str) -> None:
    scratch.declare(
        "acme",
        "acme_pack:PACK",
        {**with_rules("acme", rules, MORE), "acme_pack/knows.py": KNOWS},
    )
    scratch.write({**SHOP, "values.yaml": "a: 1\n"})


def reading(view: str, rule_id: str, body: str) -> str:
    text = rule(rule_id, body).replace("Reads.VALUES", view)
    return f"from acme_pack.knows import {view}\n{text}"


def test_a_program_tells_rules_facts_that_only_the_pack_understands(scratch: Scratch) -> None:
    body = "settings, size = settings\n    yield settings.problem(('a',), f'{size}, {settings.get(\"size\")}')"
    install(scratch, one=reading("SIZES", "acme-size", body))
    program = (
        "from acme_pack.knows import Size\nfrom helmwright import lint_chart\n"
        "def tell(**told):\n"
        "    report = lint_chart('shop', ['values.yaml'], select=['acme-size'], **told)\n"
        "    print([one.message for one in report.findings])\n"
        "tell()\ntell(acme_size=Size(3))\ntell(acme_size=None)\n"
        "for wrong in ({'acme_size': 'three'}, {'acme_sise': Size(3)}):\n"
        "    try:\n        tell(**wrong)\n"
        "    except TypeError as error:\n        print(error)\n"
    )
    scratch.write({"program.py": program})

    ran = scratch.run(launcher="program.py")

    assert ran.err == ""
    assert ran.out.splitlines() == [
        "['None, None']",
        "['3, 3']",
        "['None, None']",
        'lint_chart() wants a Size or None for "acme_size", not a text',
        "lint_chart() got an unexpected keyword argument 'acme_sise'",
    ]


@pytest.mark.slow
def test_a_rule_is_for_the_releases_that_it_names(scratch: Scratch) -> None:
    old = rule("acme-old").replace("summary=", "until='1.9', summary=")
    new = rule("acme-new").replace("summary=", "since='2.0', summary=")
    install(scratch, one=old, two=new)
    select = ("--select", "acme-old,acme-new", "--chart", "shop")

    assert "[acme-old]" in scratch.run("lint", "values.yaml", *select).out
    scratch.write({"values.yaml": "a: 1\nversion: '2.1'\n"})
    found = scratch.run("lint", "values.yaml", *select).out
    assert "[acme-new]" in found
    assert "[acme-old]" not in found
    assert "acme-new (error, from 2.0)" in scratch.run("lint", "--explain", "acme-new").out


@pytest.mark.slow
def test_documents_of_its_kinds_are_linted_as_such(scratch: Scratch) -> None:
    body = "yield settings.problem(('a',), 'a job')"
    install(scratch, one=reading("JOBS", "acme-job", body), two=rule("acme-values"))
    scratch.write({"job.yaml": "kind: ShopJob\na: 1\n", "plain.yaml": "a: 1\n"})
    select = ("--select", "acme-job,acme-values", "--chart", "shop")

    assert "job.yaml:2:4: error: a job [acme-job]" in scratch.run("lint", "job.yaml", *select).out
    assert "acme-values" not in scratch.run("lint", "job.yaml", *select).out
    values = scratch.run("lint", "job.yaml", "--kind", "values", *select).out
    assert "[acme-values]" in values
    assert "acme-job" not in values
    assert "a job" in scratch.run("lint", "plain.yaml", "--kind", "shop-job", *select).out
    wrong = scratch.run("lint", "plain.yaml", "--kind", "shop-jobs")
    assert wrong.err.endswith("tensorboard, template, shop-job\n")
    assert wrong.code == 64
