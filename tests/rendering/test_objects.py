"""Rendered files are split as Helm splits them."""

from __future__ import annotations

from helmwright.rendering.objects import objects_of, split_documents


def test_documents_know_their_first_line() -> None:
    text = "a: 1\n---\nb: 2\n--- # comment\nc: 3\n---# close\nd: 4\n"

    found = [(line, content.strip()) for line, content in split_documents(text)]

    assert found == [(1, "a: 1"), (3, "b: 2"), (4, "# comment\nc: 3"), (6, "# close\nd: 4")]


def test_text_that_is_no_object_is_left_out() -> None:
    text = "kind: A\n---\n- list\n---\n{broken\n---\n\n---\nkind: B\nmetadata:\n  name: b\n"

    found = [(one.kind, one.name, one.line) for one in objects_of("c/templates/x.yaml", text)]

    assert found == [("A", "", 1), ("B", "b", 9)]


def test_notes_have_no_objects() -> None:
    assert not list(objects_of("c/templates/NOTES.txt", "kind: A\n"))


def test_hooks_are_told() -> None:
    text = 'kind: Job\nmetadata:\n  annotations:\n    "helm.sh/hook": test\n'

    assert [one.is_hook for one in objects_of("c/templates/x.yaml", text)] == [True]


def test_items_of_lists_are_objects_with_their_place() -> None:
    text = (
        "kind: A\n---\napiVersion: v1\nkind: List\nitems:\n- {kind: B, metadata: {name: b}}\n- kind: List\n"
        "  items:\n  - {kind: C}\n- text\n- null\n"
    )

    found = [(one.kind, one.line, one.root) for one in objects_of("c/templates/x.yaml", text)]

    assert found == [
        ("A", 1, ()),
        ("List", 3, ()),
        ("B", 3, ("items", 0)),
        ("List", 3, ("items", 1)),
        ("C", 3, ("items", 1, "items", 0)),
    ]


def test_items_of_a_typed_list_are_of_its_kind() -> None:
    text = "apiVersion: v1\nkind: ConfigMapList\nitems: [{metadata: {name: a}}]\n"

    (_, item) = objects_of("c/templates/x.yaml", text)

    assert (item.api_version, item.kind, item.name) == ("v1", "ConfigMap", "a")
