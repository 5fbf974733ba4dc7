"""How many arguments a function takes, and of which types.

Source: text/template/exec.go, evalCall
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from helmwright.go.function import Function


def parameter_type(function: Function, index: int) -> str:
    """Return the Go type of the argument at ``index``."""
    if index < len(function.parameters):
        return function.parameters[index]
    return function.variadic or "interface {}"


def arity_refusal(function: Function, explicit: int, given: int) -> str | None:
    """Return Go's complaint about the number of arguments, if there is one."""
    wanted = len(function.parameters)
    if function.variadic is None:
        if given != wanted:
            return f"wrong number of args for {function.name}: want {wanted} got {given}"
    elif given < wanted:
        return f"wrong number of args for {function.name}: want at least {wanted} got {explicit}"
    return None
