"""Compiles the declaration, the assignment and the reading of template variables.

Most variables are plain Python locals. What an ``and`` or ``or`` may skip is declared only where Go
comes by, so such a variable has a flag; until it is set the name means what it meant before.
Source: text/template/exec.go (push, setVar, varValue)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.template.names import Slot

if TYPE_CHECKING:
    from collections.abc import Callable, Container

    from helmwright.template.emit import Emitter, Expression, Statement
    from helmwright.template.names import Names
    from helmwright.template.nodes import Pipe

    Target = tuple[str, Slot | None, bool]
    """A variable's name, its slot, and whether it is declared here."""


class Variables:
    """Compiles the variables of one template.

    before: adds a statement before the one that is being compiled.
    tracked: the names that both a range and an assignment give values to.
    conditional: how many and/or operands around the current place may be skipped.
    """

    def __init__(
        self,
        emit: Emitter,
        names: Names,
        before: Callable[[Statement], None],
        tracked: Container[str],
    ) -> None:
        self._emit = emit
        self._names = names
        self._before = before
        self._tracked = tracked
        self.conditional = 0

    def targets(self, pipe: Pipe) -> list[Target]:
        """Return the variables of a pipeline, declaring them unless they are only assigned to."""
        get = self._names.find if pipe.assign else self.declare
        declared = not pipe.assign
        names = [variable.names[0] for variable in pipe.variables]
        return [(name, get(name), declared) for name in names]

    def assign(self, value: Expression, variables: list[Target]) -> Expression:
        """Return ``value`` after assigning it to ``variables``."""
        for name, slot, declared in variables:
            if declared and slot is not None:
                value = self._bind(slot, value)
            else:
                value = self._store(name, slot, value)
        return value

    def _store(self, name: str, slot: Slot | None, value: Expression) -> Expression:
        """Return an assignment to a variable, whichever of that name is declared by then."""
        emit = self._emit
        if slot is None:
            return emit.first(value, emit.refuse(f"undefined variable: {name}"))
        if slot.flag is None:
            return self._bind(slot, value)
        local = emit.fresh("s")
        return emit.first(
            emit.bind(local, value),
            emit.either(
                emit.name(slot.flag),
                self._bind(slot, emit.name(local)),
                self._store(name, slot.outer, emit.name(local)),
            ),
        )

    def _bind(self, slot: Slot, value: Expression) -> Expression:
        """Return an assignment to a slot of a value that no range found."""
        emit = self._emit
        bound = emit.bind(slot.local, value)
        for name, mark in ((slot.flag, True), (slot.holder if slot.tracked else None, None)):
            if name is not None:
                marked = emit.bind(name, emit.constant(mark))
                bound = emit.first(bound, emit.first(marked, emit.name(slot.local)))
        return bound

    def declare(self, name: str) -> Slot:
        """Push a variable; where it may be skipped, a flag tells whether it was."""
        emit = self._emit
        slot = Slot(emit.fresh("v"))
        if name in self._tracked:
            slot.holder = emit.fresh("h")
            slot.tracked = True
        if self.conditional:
            slot.outer = self._names.find(name)
            slot.flag = emit.fresh("w")
            self._before(emit.assign(slot.flag, emit.constant(False)))
        self._names.declare(name, slot)
        return slot

    def read(self, name: str, slot: Slot | None) -> Expression:
        """Return the value of a variable; it was not declared if Go never came by there."""
        emit = self._emit
        if slot is None:
            return emit.refuse(f"undefined variable: {name}")
        if slot.flag is None:
            return emit.name(slot.local)
        outer = self.read(name, slot.outer)
        return emit.either(emit.name(slot.flag), emit.name(slot.local), outer)

    def holder(self, slot: Slot | None) -> Expression | None:
        """Return the container that a slot's value was an element of, if it ever was one."""
        emit = self._emit
        if slot is None:
            return None
        own = None if slot.holder is None else emit.name(slot.holder)
        if slot.flag is None:
            return own
        outer = self.holder(slot.outer)
        if own is None and outer is None:
            return None
        nothing = emit.constant(None)
        return emit.either(emit.name(slot.flag), own or nothing, outer or nothing)
