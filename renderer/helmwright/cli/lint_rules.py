"""What ``helmwright lint`` says about itself: its rules, one of them, the schema of its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.errors import UsageError

if TYPE_CHECKING:
    from helmwright.cli.lint_flags import LintFlags
    from helmwright.commands import Context


def show(context: Context, flags: LintFlags, positional: list[str]) -> int:
    """Print what a flag asks for; returns the exit code."""
    known = {
        "list-rules": flags.list_rules,
        "explain": flags.explain,
        "print-schema": flags.print_schema,
    }
    asked = [name for name, value in known.items() if value]
    if positional or len(asked) > 1:
        raise UsageError(f"--{asked[0]} lints nothing: leave out {_rest(positional, asked)}")
    if flags.explain:
        from helmwright.lint.catalogue import find_rule
        from helmwright.lint.reference import explain

        context.show(explain(find_rule(flags.explain)))
    elif flags.print_schema:
        from helmwright.lint.report.json_data import schema_text

        context.show(schema_text())
    else:
        put = context.show if flags.format == ["json"] else context.show_table
        put(_list(flags))
    return 0


def _rest(positional: list[str], asked: list[str]) -> str:
    return ", ".join([*positional, *(f"--{name}" for name in asked[1:])])


def _list(flags: LintFlags) -> str:
    from helmwright.lint.catalogue import all_rules, expand
    from helmwright.lint.reference import list_rules, rules_data

    names = [*flags.format]
    if names not in ([], ["text"], ["json"]):
        raise UsageError("--list-rules prints text or json")
    chosen = expand(flags.select) if flags.select else None
    ignored = expand(flags.ignore)
    rules = [
        rule
        for rule in all_rules()
        if rule.id not in ignored and (chosen is None or rule.id in chosen)
    ]
    if names == ["json"]:
        import json

        return json.dumps(rules_data(rules), indent=2, ensure_ascii=False) + "\n"
    return list_rules(rules)
