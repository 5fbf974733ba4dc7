"""Events of YAML text as go-yaml's parser finds them in the tokens.

Source: go-yaml v2 parserc.go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from helmwright.go.yaml_scan import Mark, ScanError, Token
from helmwright.go.yaml_tokens import Scanner

if TYPE_CHECKING:
    from collections.abc import Callable

    from helmwright.go.yaml_input import Input

_DEFAULT_TAGS = {"!": "!", "!!": "tag:yaml.org,2002:"}
_DIRECTIVES = ("version-directive", "tag-directive")
_DOCUMENT_LIMITS = (*_DIRECTIVES, "document-start", "document-end", "stream-end")


class Event(NamedTuple):
    """A step of the document; ``kind`` is scalar, alias, sequence, mapping, end or a stream's.

    end: behind a scalar or an alias. style: of a scalar, the character that begins it: a quote,
    ``|`` or ``>``; blank for a plain one.
    """

    kind: str
    mark: Mark
    anchor: str | None = None
    tag: str = ""
    value: str = ""
    implicit: bool = False
    end: Mark | None = None
    style: str = ""


class Parser:
    """A state machine over tokens; each state returns the next event."""

    def __init__(self, source: Input) -> None:
        self.scanner = Scanner(source)
        self.states: list[Callable[[], Event]] = []
        self.state: Callable[[], Event] = self._stream_start
        self.tags: dict[str, str] = {}

    def next_event(self) -> Event:
        """Return the next event; raise ScanError where go-yaml does."""
        return self.state()

    def _fail(self, problem: str, mark: Mark) -> ScanError:
        return ScanError(problem, mark.line, mark)

    def _empty(self, mark: Mark) -> Event:
        return Event("scalar", mark, implicit=True, end=mark)

    def _peek_past(self) -> Token:
        """Step over the next token and return the one behind it."""
        self.scanner.skip()
        return self.scanner.peek()

    def _stream_start(self) -> Event:
        token = self.scanner.peek()
        self.scanner.skip()
        self.state = self._first_document_start
        return Event("stream-start", token.start)

    def _first_document_start(self) -> Event:
        token = self.scanner.peek()
        if token.kind in (*_DIRECTIVES, "document-start", "stream-end"):
            return self._document_start()
        self._process_directives()
        self.states.append(self._document_end)
        self.state = self._block_node
        return Event("document-start", token.start)

    def _document_start(self) -> Event:
        token = self.scanner.peek()
        if token.kind == "stream-end":
            self.scanner.skip()
            return Event("stream-end", token.start)
        start = token.start
        self._process_directives()
        token = self.scanner.peek()
        if token.kind != "document-start":
            raise self._fail("did not find expected <document start>", token.start)
        self.states.append(self._document_end)
        self.state = self._document_content
        self.scanner.skip()
        return Event("document-start", start)

    def _document_content(self) -> Event:
        token = self.scanner.peek()
        if token.kind in _DOCUMENT_LIMITS:
            self.state = self.states.pop()
            return self._empty(token.start)
        return self._node(block=True)

    def _document_end(self) -> Event:
        token = self.scanner.peek()
        if token.kind == "document-end":
            self.scanner.skip()
        self.state = self._document_start
        return Event("document-end", token.start)

    def _process_directives(self) -> None:
        token = self.scanner.peek()
        versions = 0
        while token.kind in _DIRECTIVES:
            if token.kind == "version-directive":
                if versions:
                    raise self._fail("found duplicate %YAML directive", token.start)
                if (token.value, token.extra) != ("1", "1"):
                    raise self._fail("found incompatible YAML document", token.start)
                versions += 1
            else:
                if token.value in self.tags:
                    raise self._fail("found duplicate %TAG directive", token.start)
                self.tags[token.value] = token.extra
            token = self._peek_past()
        for handle, prefix in _DEFAULT_TAGS.items():
            self.tags.setdefault(handle, prefix)

    def _block_node(self) -> Event:
        return self._node(block=True)

    def _node(self, *, block: bool, indentless: bool = False) -> Event:
        """Return the event of a node with its properties."""
        token = self.scanner.peek()
        if token.kind == "alias":
            self.state = self.states.pop()
            self.scanner.skip()
            return Event("alias", token.start, anchor=token.value, end=token.end)
        start = end = token.start
        anchor: str | None = None
        tag_token: Token | None = None
        for _ in range(2):
            if token.kind == "anchor" and anchor is None:
                anchor = token.value
            elif token.kind == "tag" and tag_token is None:
                tag_token = token
            else:
                break
            end = token.end
            token = self._peek_past()
        tag = self._resolve_tag(tag_token) if tag_token else ""
        return self._content(token, (start, end), anchor, tag, block=block, indentless=indentless)

    def _resolve_tag(self, token: Token) -> str:
        if not token.value:
            return token.extra
        tag = self.tags[token.value] + token.extra if token.value in self.tags else ""
        if not tag:
            raise self._fail("found undefined tag handle", token.start)
        return tag

    def _content(  # noqa: PLR0913 - the parts of one event
        self,
        token: Token,
        properties: tuple[Mark, Mark],
        anchor: str | None,
        tag: str,
        *,
        block: bool,
        indentless: bool,
    ) -> Event:
        kind, (start, end) = token.kind, properties
        if kind == "scalar":
            self.state = self.states.pop()
            self.scanner.skip()
            implicit = tag == "!" or (not tag and not token.extra)
            return Event(
                "scalar", start, anchor, tag, token.value, implicit, token.end, token.extra
            )
        collections = {
            "flow-sequence-start": ("sequence", self._flow_sequence_first),
            "flow-mapping-start": ("mapping", self._flow_mapping_first),
        }
        if indentless and kind == "block-entry":
            self.state = self._indentless_entry
            return Event("sequence", start, anchor, tag, "", not tag)
        if block:
            collections["block-sequence-start"] = ("sequence", self._block_sequence_first)
            collections["block-mapping-start"] = ("mapping", self._block_mapping_first)
        if kind in collections:
            name, self.state = collections[kind]
            return Event(name, start, anchor, tag, "", not tag)
        if anchor or tag:
            self.state = self.states.pop()
            return Event("scalar", start, anchor, tag, "", not tag, end)
        raise self._fail("did not find expected node content", token.start)

    def _end(self, token: Token, *, consume: bool = True) -> Event:
        """End a collection at ``token``."""
        self.state = self.states.pop()
        if consume:
            self.scanner.skip()
        return Event("end", token.start)

    def _block_sequence_first(self) -> Event:
        self.scanner.skip()
        return self._block_sequence_entry()

    def _block_sequence_entry(self) -> Event:
        token = self.scanner.peek()
        if token.kind == "block-entry":
            end = token.end
            token = self._peek_past()
            if token.kind not in ("block-entry", "block-end"):
                self.states.append(self._block_sequence_entry)
                return self._node(block=True)
            self.state = self._block_sequence_entry
            return self._empty(end)
        if token.kind == "block-end":
            return self._end(token)
        raise self._fail("did not find expected '-' indicator", token.start)

    def _indentless_entry(self) -> Event:
        token = self.scanner.peek()
        if token.kind != "block-entry":
            return self._end(token, consume=False)
        end = token.end
        token = self._peek_past()
        if token.kind not in ("block-entry", "key", "value", "block-end"):
            self.states.append(self._indentless_entry)
            return self._node(block=True)
        self.state = self._indentless_entry
        return self._empty(end)

    def _block_mapping_first(self) -> Event:
        self.scanner.skip()
        return self._block_mapping_key()

    def _block_mapping_key(self) -> Event:
        token = self.scanner.peek()
        if token.kind == "key":
            end = token.end
            token = self._peek_past()
            if token.kind not in ("key", "value", "block-end"):
                self.states.append(self._block_mapping_value)
                return self._node(block=True, indentless=True)
            self.state = self._block_mapping_value
            return self._empty(end)
        if token.kind == "block-end":
            return self._end(token)
        raise self._fail("did not find expected key", token.start)

    def _block_mapping_value(self) -> Event:
        token = self.scanner.peek()
        place = token.start
        if token.kind == "value":
            place = token.end
            token = self._peek_past()
            if token.kind not in ("key", "value", "block-end"):
                self.states.append(self._block_mapping_key)
                return self._node(block=True, indentless=True)
        self.state = self._block_mapping_key
        return self._empty(place)

    def _flow_sequence_first(self) -> Event:
        self.scanner.skip()
        return self._flow_sequence_item(first=True)

    def _flow_sequence_entry(self) -> Event:
        return self._flow_sequence_item(first=False)

    def _flow_sequence_item(self, *, first: bool) -> Event:
        token = self.scanner.peek()
        if token.kind == "flow-sequence-end":
            return self._end(token)
        if not first:
            if token.kind != "flow-entry":
                raise self._fail("did not find expected ',' or ']'", token.start)
            token = self._peek_past()
        if token.kind == "key":
            self.scanner.skip()
            self.state = self._pair_key
            return Event("mapping", token.start, implicit=True)
        if token.kind == "flow-sequence-end":
            return self._end(token)
        self.states.append(self._flow_sequence_entry)
        return self._node(block=False)

    def _pair_key(self) -> Event:
        """Return the key of a single pair inside a flow sequence."""
        token = self.scanner.peek()
        if token.kind not in ("value", "flow-entry", "flow-sequence-end"):
            self.states.append(self._pair_value)
            return self._node(block=False)
        self.scanner.skip()  # go-yaml really drops this token, even a closing bracket
        self.state = self._pair_value
        return self._empty(token.end)

    def _pair_value(self) -> Event:
        token = self.scanner.peek()
        place = token.start
        if token.kind == "value":
            token = self._peek_past()
            if token.kind not in ("flow-entry", "flow-sequence-end"):
                self.states.append(self._pair_end)
                return self._node(block=False)
        self.state = self._pair_end
        return self._empty(place)

    def _pair_end(self) -> Event:
        self.state = self._flow_sequence_entry
        return Event("end", self.scanner.peek().start)

    def _flow_mapping_first(self) -> Event:
        self.scanner.skip()
        return self._flow_mapping_entry(first=True)

    def _flow_mapping_key(self) -> Event:
        return self._flow_mapping_entry(first=False)

    def _flow_mapping_entry(self, *, first: bool) -> Event:
        token = self.scanner.peek()
        if token.kind == "flow-mapping-end":
            return self._end(token)
        if not first:
            if token.kind != "flow-entry":
                raise self._fail("did not find expected ',' or '}'", token.start)
            token = self._peek_past()
        if token.kind == "key":
            token = self._peek_past()
            if token.kind not in ("value", "flow-entry", "flow-mapping-end"):
                self.states.append(self._flow_mapping_value)
                return self._node(block=False)
            self.state = self._flow_mapping_value
            return self._empty(token.start)
        if token.kind == "flow-mapping-end":
            return self._end(token)
        self.states.append(self._flow_mapping_no_value)
        return self._node(block=False)

    def _flow_mapping_no_value(self) -> Event:
        self.state = self._flow_mapping_key
        return self._empty(self.scanner.peek().start)

    def _flow_mapping_value(self) -> Event:
        token = self.scanner.peek()
        if token.kind == "value":
            token = self._peek_past()
            if token.kind not in ("flow-entry", "flow-mapping-end"):
                self.states.append(self._flow_mapping_key)
                return self._node(block=False)
        self.state = self._flow_mapping_key
        return self._empty(token.start)
