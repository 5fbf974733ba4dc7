"""Which local a template variable is."""

from __future__ import annotations

from helmwright.template.names import Names, Slot


def test_the_innermost_variable_of_a_name_is_found_until_its_block_ends():
    names = Names(root_tracked=False)
    outer, inner = Slot("v1"), Slot("v2")
    names.declare("$x", outer)
    mark = names.mark()
    names.declare("$x", inner)
    assert names.find("$x") is inner
    names.forget(mark)
    assert names.find("$x") is outer
    assert names.find("$y") is None


def test_the_root_has_a_slot_of_its_own():
    names = Names(root_tracked=False)
    assert names.find("$") is names.root
    assert names.root is not names.dot
    assert names.visible() == [names.root]


def test_an_assignment_may_write_the_holder_and_the_flag():
    slot = Slot("v1", "h1", tracked=True)
    slot.flag = "w1"
    assert slot.assigned() == ["v1", "h1", "w1"]
    assert Slot("v1", "r1").assigned() == ["v1"]
