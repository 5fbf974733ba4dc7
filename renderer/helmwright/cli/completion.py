"""``helmwright completion bash|zsh|fish``, and the hidden command that the scripts ask."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from helmwright.cli.flags import BOOL, HelpRequested, parse
from helmwright.errors import UsageError

if TYPE_CHECKING:
    from helmwright.cli import Context
    from helmwright.cli.flags import Flag

USAGE = "helmwright completion bash|zsh|fish"
SUMMARY = """Print a script that completes commands, flags and files in your shell.

  bash:  source <(helmwright completion bash)
  zsh:   source <(helmwright completion zsh)
  fish:  helmwright completion fish | source
"""
_SCRIPTS = {
    "bash": """_helmwright() {
    local IFS=$'\\n'
    COMPREPLY=($(helmwright __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
    if [ ${#COMPREPLY[@]} -eq 0 ]; then
        COMPREPLY=($(compgen -f -- "${COMP_WORDS[COMP_CWORD]}"))
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _helmwright helmwright
""",
    "zsh": """#compdef helmwright
_helmwright() {
    local -a found
    found=("${(@f)$(helmwright __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    found=("${(@)found:#}")
    if (( ${#found} )); then
        found=("${(@)found//:/\\\\:}")
        _describe 'helmwright' "found=(${(@)found/$'\\t'/:})" || compadd -- "${(@)found%%$'\\t'*}"
    else
        _files
    fi
}
compdef _helmwright helmwright
""",
    "fish": """function __helmwright_complete
    set -l words (commandline -opc) (commandline -ct)
    helmwright __complete $words[2..-1] 2>/dev/null
end
complete -c helmwright -a '(__helmwright_complete)'
""",
}


def run(context: Context, arguments: list[str]) -> int:
    """Print the script of a shell."""
    try:
        parsed = parse((), arguments, context)
    except HelpRequested:
        from helmwright.cli.help import describe

        context.write(describe(USAGE, SUMMARY))
        return 0
    if len(parsed.arguments) != 1 or parsed.arguments[0] not in _SCRIPTS:
        raise UsageError(f"name one shell: {', '.join(_SCRIPTS)}")
    context.write(_SCRIPTS[parsed.arguments[0]])
    return 0


def complete(context: Context, words: list[str]) -> int:
    """Print what may stand in place of the last word: a line each, a tab before its help."""
    *before, current = words or [""]
    context.write("".join(f"{word}\t{text}\n" for word, text in _candidates(before, current)))
    return 0


def _candidates(before: list[str], current: str) -> list[tuple[str, str]]:
    from helmwright.cli import COMMANDS

    if not before:
        found = list(COMMANDS.items())
    elif before[0] == "completion":
        found = [(shell, "") for shell in _SCRIPTS]
    elif before[0] == "help":
        found = list(COMMANDS.items())
    elif before[0] == "template":
        found = _template(before[1:], current)
    else:
        found = []
    return [(word, text) for word, text in found if word.startswith(current)]


def _template(before: list[str], current: str) -> list[tuple[str, str]]:
    from helmwright.cli.template import FLAGS

    previous = before[-1] if before else ""
    if _takes_value(FLAGS, previous):
        choices = {
            "--color": ("auto", "always", "never"),
            "--dry-run": ("client",),
            "--kube-version": ("1.25", "1.31", "1.36"),
        }
        return [(choice, "") for choice in choices.get(previous, ())]
    if current.startswith("-"):
        shown = [flag for flag in FLAGS if not flag.hidden and not flag.deprecated]
        return [(f"--{flag.name}", flag.help) for flag in shown]
    return _charts(current)


def _takes_value(flags: tuple[Flag, ...], word: str) -> bool:
    """Tell whether the word after ``word`` is a flag's value."""
    for flag in flags:
        if word in (f"--{flag.name}", f"-{flag.short}"):
            return flag.kind != BOOL and flag.bare is None
    return False


def _charts(current: str) -> list[tuple[str, str]]:
    """Return directories and archives that begin with ``current``."""
    base, _, start = current.rpartition("/")
    try:
        with os.scandir(base or ("/" if current.startswith("/") else ".")) as entries:
            names = sorted(
                entry.name + "/" * entry.is_dir()
                for entry in entries
                if entry.name.startswith(start)
                and (entry.is_dir() or entry.name.endswith(".tgz"))
                and (start or not entry.name.startswith("."))
            )
    except OSError:
        return []
    prefix = current[: len(current) - len(start)]
    return [(prefix + name, "chart") for name in names]
