"""Each change as a splice of the text: what is not concerned stays as it is, to the byte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helmwright.base.errors import ValuesError
from helmwright.base.paths import dotted
from helmwright.go.yaml_positions import key_name
from helmwright.values.editing.emission import emit, emit_key
from helmwright.values.editing.operations import Put, Quote, Remove, Rename, has, lookup, same

if TYPE_CHECKING:
    from helmwright.base.paths import Path
    from helmwright.go.yaml_nodes import Node
    from helmwright.values.editing.emission import Fragment
    from helmwright.values.editing.operations import Edit
    from helmwright.values.editing.places import Text


def splice(text: Text, values: dict[str, Any], edit: Edit) -> list[Put | Remove] | str:
    """Return the document with a change; or the smaller changes that it consists of.

    values: what the text holds. Raises ValuesError for what cannot be changed in place.
    """
    if isinstance(edit, Quote):
        return _quote(text, edit.path)
    if isinstance(edit, Put):
        return _put(text, values, edit)
    if isinstance(edit, Remove):
        return _remove(text, edit.path)
    if edit.path[:-1] == edit.new[:-1] and not has(values, edit.new):
        return _rename(text, edit)
    moved = _move(text, values, edit)
    if moved is not None:
        return moved
    return [Put(edit.new, lookup(values, edit.path)), Remove(edit.path)]


def written(text: Text, path: Path) -> str:
    """Return the scalar at ``path`` as it is written."""
    node = text.node(path)
    if node is None or node.kind != "scalar":
        raise _refusal(text, path, "is no single value that could be quoted")
    return node.value


def is_quoted(text: Text, path: Path) -> bool:
    """Tell whether the scalar at ``path`` is written as text: quoted, or as a block."""
    node = text.node(path)
    if node is None:
        raise _refusal(text, path, "is not there")
    _check_own(text, path)
    return bool(node.style) and not node.tag


def _quote(text: Text, path: Path) -> str:
    return _write_over(text, path, emit(written(text, path), text.style, flow=True, quoted=True))


def _put(text: Text, values: dict[str, Any], put: Put) -> list[Put | Remove] | str:
    """Change what differs at the path, or add the key with the maps that are missing above it."""
    path, value = put.path, put.value
    if has(values, path) and text.index(path) is not None:
        _check_own(text, path)
        steps = _steps(text, lookup(values, path), put)
        return _write_over(text, path, _fragment(text, path, value)) if steps is None else steps
    _check_own(text, path, parents_only=True)
    length = len(path) - 1
    while length and not has(values, path[:length]):
        length -= 1
    for depth in range(len(path) - 1, length, -1):
        value = _within(path[depth], value)
    parent, key = path[:length], path[length]
    holder = lookup(values, parent)
    if isinstance(key, int) and isinstance(holder, list):
        value = [*([None] * (key - len(holder))), value]
    if not holder:  # empty, or null
        if not parent:
            return _add(text, (), key, value)
        whole = value if isinstance(holder, list) or isinstance(key, int) else {key: value}
        whole = [*([None] * key), value] if holder is None and isinstance(key, int) else whole
        return _write_over(text, parent, _fragment(text, parent, whole))
    if isinstance(key, int):
        for item in value:
            document = _add(text, parent, key, item)
            text = text.with_document(document)
        return text.text
    return _add(text, parent, key, value)


def _within(step: str | int, value: Any) -> Any:
    return [*([None] * step), value] if isinstance(step, int) else {step: value}


def _steps(text: Text, old: Any, put: Put) -> list[Put | Remove] | None:
    """Return the changes inside a map or a list; None if it has to be written anew."""
    path, new = put.path, put.value
    node = text.node(path)
    if not (old and new) or node is None or node.kind == "alias":
        return None
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() & new.keys():
        gone: list[Put | Remove] = [Remove((*path, key)) for key in old if key not in new]
        return gone + [
            Put((*path, key), value)
            for key, value in new.items()
            if key not in old or not same(old[key], value)
        ]
    if isinstance(old, list) and isinstance(new, list):
        gone = [Remove((*path, index)) for index in range(len(old) - 1, len(new) - 1, -1)]
        return gone + [
            Put((*path, index), value)
            for index, value in enumerate(new)
            if index >= len(old) or not same(old[index], value)
        ]
    return None


def _fragment(text: Text, path: Path, value: Any) -> Fragment:
    """Return how a value is written at a path that exists."""
    parent, node = text.node(path[:-1]), text.node(path)
    style = text.style
    quoted = False
    if node is not None and node.style in ("'", '"') and isinstance(value, str):
        quoted, style = "\n" not in value, style._replace(quote=node.style)
    flow = parent is not None and text.is_flow(parent)
    if node is not None and text.is_flow(node) and node.children:
        flow = True
    return emit(value, style, flow=flow, quoted=quoted)


def _check_own(text: Text, path: Path, *, parents_only: bool = False) -> None:
    """Raise ValuesError if a path leads through an alias, or to what a merge key brings.

    parents_only: the last key of the path may come from a merge key.
    """
    for length in range(1, len(path) + (not parents_only)):
        part = path[:length]
        node = text.node(part)
        if node is None:
            return
        if text.index(part) is None:
            raise _refusal(text, path, f"comes from a merge key (<<) in {dotted(part[:-1])}")
        if node.target is not None and length < len(path):
            raise _refusal(text, path, f"comes from the alias *{node.value}")


def _refusal(text: Text, path: Path, reason: str) -> ValuesError:
    shown = dotted(path) or "the file"
    return ValuesError(f"{shown} cannot be edited in place: it {reason}", text.position(path))


def _write_over(text: Text, path: Path, new: Fragment) -> str:
    """Return the document with another value at a path that exists."""
    node = text.node(path)
    if node is None:
        raise _refusal(text, path, "is not there")
    start, end, whole = text.start(node), text.end(node), text.text
    anchor = text.anchor(node)
    if not node.children or text.is_flow(node):
        head = whole[: node.mark.offset] + (f"{anchor} " if anchor else "")
        return _in_line(text, path, head, end, new)
    if not text.begins_line(start):  # a map or a list that begins behind a dash
        return _in_line(text, path, whole[:start], end, new)
    at = text.end_of_head(path)
    line = text.line_end(at)
    rest = text.line_end(end)
    inline = f" {new.inline}" if new.inline else ""
    kept = whole[at:line]
    if not kept.endswith("\n"):
        kept += text.newline
    lines = _lines(text, path, new)
    following = whole[rest:]
    if not following and not whole.endswith("\n"):
        lines, kept = (lines.removesuffix("\n"), kept) if lines else ("", kept.rstrip("\r\n"))
    return whole[:at] + inline + kept + lines + following


def _in_line(text: Text, path: Path, head: str, end: int, new: Fragment) -> str:
    """Return the document with a value in place of one that ends at ``end``, on its line."""
    whole = text.text
    rest_of_line = whole[end : text.line_end(end)]
    after = whole[text.line_end(end) :]
    place = text.places[path]
    of_item = place.key_node is place.node
    if of_item and new.kind in ("map", "list"):
        head = _spaced(head)
        first, *others = new.lines
        pad = " " * (len(head) - head.rfind("\n") - 1)
        comment = rest_of_line.rstrip("\r\n")
        lines = "".join(f"{text.newline}{pad}{line}" for line in others)
        broken = rest_of_line[len(comment) :]
        return head + first + comment + lines + broken + after
    head = _colon(head, text, path) + new.inline if new.inline else head.rstrip(" ")
    if new.kind == "inline":
        return head + rest_of_line + after
    return head + _broken(rest_of_line, _lines(text, path, new), text.newline) + after


def _broken(rest_of_line: str, lines: str, newline: str) -> str:
    """Return the end of a line with lines below it; without a last line break if it has none."""
    if rest_of_line.endswith("\n"):
        return rest_of_line + lines
    return rest_of_line + newline + lines.removesuffix(newline)


def _spaced(head: str) -> str:
    return head if head[-1:] in (" ", "\n", "[", "{", "") else f"{head} "


def _colon(head: str, text: Text, path: Path) -> str:
    """Return the text before a value, which may be that of a key in braces without a colon."""
    place = text.places[path]
    key_end = place.key_node.end
    if place.key_node is not place.node and key_end is not None:
        between = head[key_end.offset :]
        if ":" not in between:
            return head[: key_end.offset] + ": "
    return _spaced(head)


def _lines(text: Text, path: Path, new: Fragment) -> str:
    """Return the lines of a value below the key or the dash at a path that exists."""
    place = text.places[path]
    column = text.column(place.key_node.mark.offset)
    if place.key_node is place.node:
        parent = text.node(path[:-1])
        index = text.index(path)
        if parent is not None and index is not None:
            column = text.column(text.dash(parent, index))
        return _indented(
            text, new, column, least=2
        )  # a dash at the column of this one is its brother
    return _indented(text, new, column)


def _indented(text: Text, new: Fragment, column: int, *, least: int = 0) -> str:
    deeper = max(text.style.offset if new.kind == "list" else text.style.step, least)
    pad = " " * (column + deeper)
    return "".join(f"{pad}{line}".rstrip(" ") + text.newline for line in new.lines)


def _add(text: Text, parent: Path, key: str | int, value: Any) -> str:
    """Return the document with a new key of a map, or a new item of a list, at its end."""
    node = text.node(parent)
    whole = text.text
    if node is None or not (node.children or text.is_flow(node)):
        if parent or (node is not None and node.value):
            raise _refusal(text, parent, "is no map")
        return _add_lines(text, len(whole), _entry(text, key, value, 0))
    if text.is_flow(node):
        return _add_in_flow(text, node, key, value)
    last = node.children[-1]
    if isinstance(key, int):
        dash = text.dash(node, len(node.children) - 1)
        column, deep = text.column(dash), text.column(dash)
        above = text.places[parent].key_node
        deep += text.column(above.mark.offset) >= column
    else:
        column = deep = text.column(node.children[0].mark.offset)
    at = _behind_comments(text, text.line_end(text.end(last)), deep)
    return _add_lines(text, at, _entry(text, key, value, column))


def _behind_comments(text: Text, at: int, column: int) -> int:
    """Return where the comment lines right below end that are indented as much as ``column``."""
    while at < len(text.text):
        line = text.text[at : text.line_end(at)]
        bare = line.lstrip(" ")
        if not bare.startswith("#") or len(line) - len(bare) < column:
            break
        at = text.line_end(at)
    return at


def _entry(text: Text, key: str | int, value: Any, column: int) -> str:
    """Return a key with its value, or a dash with its, as lines."""
    fragment = emit(value, text.style)
    pad = " " * column
    if not isinstance(key, int):
        head = f"{pad}{emit_key(key, text.style)}:"
        head += f" {fragment.inline}" if fragment.inline else ""
        return head + text.newline + _indented(text, fragment, column)
    if fragment.kind in ("map", "list"):
        first, *others = fragment.lines
        lines = [f"{pad}- {first}", *(f"{pad}  {line}".rstrip() for line in others)]
        return "".join(line + text.newline for line in lines)
    return f"{pad}- {fragment.inline}{text.newline}" + _indented(text, fragment, column)


def _add_lines(text: Text, at: int, lines: str) -> str:
    before, after = text.text[:at], text.text[at:]
    if before and not before.endswith("\n"):
        return before + text.newline + lines.removesuffix(text.newline) + after
    if not before and not after and text.before and not text.before.endswith("\n"):
        return text.newline + lines
    return before + lines + after


def _add_in_flow(text: Text, node: Node, key: str | int, value: Any) -> str:
    whole = text.text
    style, quoted = text.style, False
    if node.kind == "mapping" and node.children and node.children[0].style in ("'", '"'):
        style, quoted = style._replace(quote=node.children[0].style), True  # as in JSON
    piece = emit(value, style, flow=True, quoted=quoted).inline
    if not isinstance(key, int):
        piece = f"{emit_key(key, style, flow=True, quoted=quoted)}: {piece}"
    if not node.children:
        at = text.start(node) + 1
        return whole[:at] + piece + whole[at:]
    at = text.end(node.children[-1])
    return f"{whole[:at]}, {piece}{whole[at:]}"


def _remove(text: Text, path: Path) -> str:
    place, parent, index = text.places[path], text.node(path[:-1]), text.index(path)
    _check_own(text, path)
    if parent is None or index is None:
        raise _refusal(text, path, "is not written here")
    width = 2 if parent.kind == "mapping" else 1
    if text.is_flow(parent):
        return _remove_in_flow(text, parent, index, width)
    whole = text.text
    head = place.key_node.mark.offset if width == 2 else text.dash(parent, index)
    end = text.end(place.node)
    if len(parent.children) == width:
        return _remove_last(text, path[:-1], head, end, "{}" if width == 2 else "[]")
    if text.begins_line(head):
        return whole[: text.line_start(head)] + whole[text.line_end(end) :]
    following = parent.children[index + width].mark.offset
    if width == 1:
        following = text.dash(parent, index + 1)
    if text.is_blank(text.line_end(end), following):
        return whole[:head] + whole[following:]
    return whole[:head].rstrip(" ") + text.newline + whole[text.line_end(end) :]


def _remove_last(text: Text, parent: Path, head: int, end: int, empty: str) -> str:
    """Return the document without the only entry of a map or a list."""
    whole = text.text
    if not text.begins_line(head):
        return whole[:head] + empty + whole[end:]
    rest = whole[: text.line_start(head)] + whole[text.line_end(end) :]
    if not parent:
        return rest
    at = text.end_of_head(parent)
    return f"{rest[:at]} {empty}{rest[at:]}"


def _remove_in_flow(text: Text, parent: Node, index: int, width: int) -> str:
    whole, children = text.text, parent.children
    start = children[index].mark.offset
    end = text.end(children[index + width - 1])
    if index + width < len(children):
        following = children[index + width].mark.offset
        if "#" not in whole[end:following]:
            return whole[:start] + whole[following:]
    elif index:
        before = text.end(children[index - 1])
        if "#" not in whole[before:start]:
            return whole[:before] + whole[end:]
    rest = whole[end:]
    if rest.lstrip().startswith(","):
        rest = rest.lstrip()[1:].lstrip(" ")
    line_end = text.line_end(len(whole) - len(rest))
    if text.begins_line(start) and text.is_blank(len(whole) - len(rest), line_end):
        return whole[: text.line_start(start)] + whole[line_end:]
    return whole[:start] + rest


def _rename(text: Text, edit: Rename) -> str:
    parent, new = text.node(edit.path[:-1]), edit.new[-1]
    _check_own(text, edit.path)
    key = text.places[edit.path].key_node
    if parent is None or isinstance(new, int) or key.end is None or key.kind == "alias":
        raise _refusal(text, edit.path, "has no key of its own")
    if [key_name(one) for one in parent.children[::2]].count(str(edit.path[-1])) > 1:
        raise _refusal(text, edit.path, "is written twice")
    quote = key.style if key.style in ("'", '"') else ""
    style = text.style._replace(quote=quote) if quote else text.style
    name = emit_key(new, style, flow=text.is_flow(parent), quoted=bool(quote))
    return text.text[: text.start(key)] + name + text.text[key.end.offset :]


def _move(text: Text, values: dict[str, Any], edit: Rename) -> str | None:
    """Return the document with the lines of an entry elsewhere; None where lines cannot move."""
    new, parent = edit.new[-1], edit.new[:-1]
    if has(values, edit.new) or isinstance(new, int):
        return None
    target, lines = _first_column(text, parent), _entry_lines(text, edit.path, new)
    if target is None or lines is None:
        return None
    head = text.places[edit.path].key_node.mark.offset
    moved = _reindented(lines, text.column(head), target)
    if moved is None:
        return None
    _check_own(text, edit.path)
    _check_own(text, parent)
    return _with_lines(text.with_document(_remove(text, edit.path)), parent, moved, target)


def _with_lines(text: Text, parent: Path, lines: str, column: int) -> str | None:
    """Return the document with lines at the end of a map; None if the map is not there."""
    node = text.node(parent)
    if node is None or not node.children:
        return None
    at = _behind_comments(text, text.line_end(text.end(node.children[-1])), column)
    return _add_lines(text, at, lines if lines.endswith("\n") else lines + text.newline)


def _first_column(text: Text, path: Path) -> int | None:
    """Return the column of the keys of a map in block style; None if the value is no such map."""
    node = text.node(path)
    if node is None or node.kind != "mapping" or text.is_flow(node) or not node.children:
        return None
    return text.column(node.children[0].mark.offset)


def _entry_lines(text: Text, path: Path, name: str) -> str | None:
    """Return an entry of a map under another name, up to the end of its last line.

    None if it shares lines with others, or if the map has no other.
    """
    source, place = text.node(path[:-1]), text.places[path]
    if source is None or len(source.children) == 2 or _first_column(text, path[:-1]) is None:
        return None
    head, key_end = place.key_node.mark.offset, place.key_node.end
    if not text.begins_line(head) or key_end is None or text.index(path) is None:
        return None
    end = text.line_end(text.end(place.node))
    return emit_key(name, text.style) + text.text[key_end.offset : end]


def _reindented(lines: str, old: int, new: int) -> str | None:
    """Return lines, the first without its indentation, in another column; None if they cannot."""
    first, *others = lines.split("\n")
    found = [" " * new + first]
    for line in others:
        if line.strip() and len(line) - len(line.lstrip(" ")) < old:
            return None
        found.append(" " * new + line[old:] if line.strip() else line)
    return "\n".join(found)
