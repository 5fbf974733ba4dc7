"""Which Python local stands for dot and for each template variable at a place of a template."""

from __future__ import annotations


class Slot:
    """A Python local that holds a value.

    holder: the local of the container that a range took the value from, or None if it never comes
        from a range; it decides what a None in the slot means (see runtime.py).
    tracked: ``holder`` belongs to this slot alone and is written with every assignment.
    flag: the local that tells whether the declaration has been executed, if that is not certain.
    outer: what the name means while the flag is not set.
    """

    __slots__ = ("flag", "holder", "local", "outer", "tracked")

    def __init__(self, local: str, holder: str | None = None, *, tracked: bool = False) -> None:
        self.local = local
        self.holder = holder
        self.tracked = tracked
        self.flag: str | None = None
        self.outer: Slot | None = None

    def assigned(self) -> list[str]:
        """Return the locals that an assignment to the variable may write."""
        names = [self.local]
        if self.tracked and self.holder is not None:
            names.append(self.holder)
        if self.flag is not None:
            names.append(self.flag)
        return names


class Names:
    """The stack of variables in scope, innermost last; Go's ``state.vars``.

    ``$`` has a local of its own because it can be assigned to without changing dot.
    """

    def __init__(self, *, root_tracked: bool) -> None:
        self.dot = Slot("dot")
        self.root = Slot("root", "root_holder" if root_tracked else None, tracked=root_tracked)
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
