"""Which Python local stands for dot and for each template variable at a place of a template."""

from __future__ import annotations


class Slot:
    """A Python local that holds a value.

    holder: the local of the container that a range took the value from, or None; it decides what
    a None in the slot means (see runtime.py).
    conditional: the declaration may not have been executed.
    """

    __slots__ = ("conditional", "holder", "local")

    def __init__(self, local: str, holder: str | None, *, conditional: bool = False) -> None:
        self.local = local
        self.holder = holder
        self.conditional = conditional


class Names:
    """The stack of variables in scope, innermost last; Go's ``state.vars``.

    ``$`` has a local of its own because it can be assigned to without changing dot.
    """

    def __init__(self) -> None:
        self.dot = Slot("dot", None)
        self.root = Slot("root", None)
        self._stack: list[tuple[str, Slot]] = [("$", self.root)]

    def mark(self) -> int:
        """Return the height of the stack."""
        return len(self._stack)

    def forget(self, mark: int) -> None:
        """Drop what was declared since ``mark``."""
        del self._stack[mark:]

    def declare(self, name: str, slot: Slot) -> None:
        """Push a variable."""
        self._stack.append((name, slot))

    def find(self, name: str) -> Slot | None:
        """Return the innermost variable of that name."""
        for candidate, slot in reversed(self._stack):
            if candidate == name:
                return slot
        return None

    def visible(self) -> list[Slot]:
        """Return all slots in scope."""
        return [slot for _, slot in self._stack]
