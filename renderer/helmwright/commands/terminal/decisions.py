"""What a terminal gets, decided from variables of the environment: colours, links, a pager, signs.

Source: https://no-color.org, https://force-color.org, https://bixense.com/clicolors,
https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from helmwright.base.patterns import lazy_pattern
from helmwright.base.style import BASIC, RICH

if TYPE_CHECKING:
    from collections.abc import Mapping

    Environment = Mapping[str, str]

LINKS = "HELMWRIGHT_HYPERLINKS"
PAGER = "HELMWRIGHT_PAGER"
_USUAL_PAGER = "less -FRX"
_NONE = ("", "cat")
_DUMB = ("", "dumb", "unknown")
_RICH = lazy_pattern(
    r"256color|24bit|truecolor|direct|kitty|alacritty|foot|wezterm|ghostty|contour"
)
_INNER = ("screen", "tmux")
_LINKING_VARIABLES = ("KITTY_WINDOW_ID", "WT_SESSION", "DOMTERM")
_LINKING_TERMS = lazy_pattern(r"xterm-kitty|alacritty|foot|wezterm|xterm-ghostty|contour")
_LINKING_PROGRAMS = {
    "iTerm.app": (3, 1),
    "WezTerm": (20200620,),
    "vscode": (1, 72),
    "ghostty": (0,),
    "mintty": (3, 1),
    "Hyper": (2,),
    "rio": (0,),
    "tmux": (3, 4),
}
"""Programs that know links, and since when."""
_FIRST_VTE = 5001  # 0.50.0 crashes on links


def is_dumb(environment: Environment) -> bool:
    """Tell whether a terminal obeys no escape sequences."""
    return environment.get("TERM", "") in _DUMB


def wants_color(mode: str, environment: Environment, *, is_terminal: bool) -> bool:
    """Tell whether text has colours.

    mode: auto, always or never, as the flag says. Then ``NO_COLOR`` counts, then ``FORCE_COLOR`` and
    ``CLICOLOR_FORCE``, then ``CLICOLOR=0``, then whether a terminal that is not dumb shows it.
    """
    if mode != "auto":
        return mode == "always"
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR") or environment.get("CLICOLOR_FORCE", "0") not in ("", "0"):
        return True
    if environment.get("CLICOLOR") == "0":
        return False
    return is_terminal and not is_dumb(environment)


def number_of_colors(environment: Environment) -> int:
    """Return how many colours a terminal has, if it has any."""
    named = f"{environment.get('TERM', '')} {environment.get('COLORTERM', '')}"
    return RICH if _RICH.search(named) else BASIC


def wants_links(environment: Environment) -> bool:
    """Tell whether a terminal that shows colours is asked to make links of files' names."""
    asked = environment.get(LINKS, "")
    if asked in ("always", "never"):
        return asked == "always"
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if any(environment.get(name) for name in ("TMUX", "STY")) or term.startswith(_INNER):
        return program == "tmux" and _is_known(environment)  # what is around it does not count
    if any(environment.get(name) for name in _LINKING_VARIABLES) or _LINKING_TERMS.match(term):
        return True
    version = environment.get("VTE_VERSION", "")
    is_vte = version.isascii() and version.isdigit() and int(version[:9]) >= _FIRST_VTE
    return is_vte or _is_known(environment)


def _is_known(environment: Environment) -> bool:
    first = _LINKING_PROGRAMS.get(environment.get("TERM_PROGRAM", ""))
    if first is None:
        return False
    numbers = re.findall(r"\d+", environment.get("TERM_PROGRAM_VERSION", ""), re.ASCII)
    return tuple(int(one[:9]) for one in numbers[:3]) >= first


def pager_command(environment: Environment) -> list[str]:
    """Return the program that shows long reports with its arguments; nothing for none.

    It is what ``HELMWRIGHT_PAGER`` says, or else ``PAGER``, or else less; blank or ``cat`` is none.
    No shell reads it.
    """
    import shlex

    if is_dumb(environment):
        return []
    text = environment.get(PAGER, environment.get("PAGER", _USUAL_PAGER)).strip()
    if text in _NONE:
        return []
    try:
        return shlex.split(text)
    except ValueError:  # a quotation mark that is not closed
        return []


def pager_environment(environment: Environment) -> dict[str, str]:
    """Return the variables of a pager: with those that have less show colours and letters."""
    return {"LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c", **environment}


def is_ascii(environment: Environment) -> bool:
    """Tell whether nothing says that a terminal shows more than ASCII."""
    return "utf8" not in _named_charset(environment).lower().replace("-", "")


def _named_charset(environment: Environment) -> str:
    """Return the name of a character set, or of a locale with it."""
    asked = environment.get("PYTHONIOENCODING", "").partition(":")[0]
    if asked:
        return asked
    if environment.get("PYTHONUTF8") == "1":
        return "utf-8"
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    return next(filter(None, names), "")


def is_ascii_asked(environment: Environment) -> bool:
    """Tell whether ``PYTHONIOENCODING`` asks for ASCII, which then holds for data in reports, too."""
    asked = environment.get("PYTHONIOENCODING", "").partition(":")[0]
    return asked.lower().replace("_", "-") in ("ascii", "us-ascii", "646")
