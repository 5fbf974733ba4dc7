# ruff: noqa: INP001 - a hook of mkdocs, not a package
"""Makes the pages of the site that nobody writes: the help of all commands, the Python interface, the files of the root.

Beside them it puts the schemas of Helmwright's own files, at the addresses that they name themselves.

mkdocs calls the functions ``on_…`` (see mkdocs.yml). Commands and flags come from the program itself, as a
shell asks for them; the public names come from ``__all__`` of the public packages, in the order of docs/python.md.
"""

from __future__ import annotations

import html
import io
import os
import posixpath
import re
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent

WRITTEN = {
    "contributing.md": "CONTRIBUTING.md",
    "changelog.md": "CHANGELOG.md",
    "security.md": "SECURITY.md",
    "chart.md": "chart/README.md",
}
"""Pages of the site that are files elsewhere in the repository."""
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_FLAG = re.compile(r"  (?:(-\w), |    )(--.*?)(?:  +(.*))?$")
_FLAG_COLUMN = 32


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the pages that are made here into the navigation."""
    sys.path.insert(0, str(ROOT / "renderer"))  # mkdocs takes back what is done to it earlier
    os.environ.setdefault("HELMWRIGHT_CACHE", "off")
    (reference,) = (section["Reference"] for section in config.nav or [] if "Reference" in section)
    for section in reference:
        if "Commands" in section:
            section["Commands"] = [f"commands/{name}.md" for name in _commands()]
        elif "Python" in section:
            section["Python"] += [f"api/{name}.md" for name in _groups()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages."""
    pages = {name: (ROOT / path).read_text() for name, path in WRITTEN.items()}
    pages |= {f"commands/{name}.md": _command_page(words) for name, words in _commands().items()}
    pages |= {f"api/{name}.md": _group_page(*group) for name, group in _groups().items()}
    pages |= {f"schemas/{name}.schema.json": text for name, text in _schemas().items()}
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def _schemas() -> dict[str, str]:
    """Return the schemas of Helmwright's own files, which editors take from the site."""
    names = [line.partition(" ")[0] for line in _run("schema", "print").splitlines()]
    return {name: _run("schema", "print", name) for name in names}


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001 - the names are mkdocs'
    """Return a page as mkdocs reads it: links out of the folder lead to the repository."""
    name = page.file.src_uri
    source = WRITTEN.get(name) or f"docs/{name}"
    sites = {f"docs/{file.src_uri}": file.src_uri for file in files if file.is_documentation_page()}
    sites |= {path: name for name, path in WRITTEN.items()}

    def lead(found: re.Match[str]) -> str:
        opening, target, anchor, closing = found.groups()
        if ":" in target or name.startswith(("api/", "commands/")):
            return found[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in sites:
            to = posixpath.relpath(sites[path], posixpath.dirname(name) or ".")
        elif path.startswith("docs/"):
            return found[0]  # mkdocs says whether it is there
        else:
            to = _in_repository(path, source)
        return f"{opening}{to}{anchor or ''}{closing}"

    text = re.sub(r"^( *```yaml) (?:values|refused)$", r"\1", markdown, flags=re.MULTILINE)
    return "\n".join(_indented(_LINK.sub(lead, text).split("\n")))


def _in_repository(path: str, source: str) -> str:
    """Return the address of a file or folder of the repository."""
    if not (ROOT / path).exists():
        raise PluginError(f"{source}: there is no {path}")
    published = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["helmwright"]
    kind = "tree" if (ROOT / path).is_dir() else "blob"
    return "{repository}/{}/{ref}/{}".format(kind, path, **published["published"])


def _indented(lines: list[str]) -> Iterator[str]:
    """Yield lines with what belongs to an item of a list indented by four, as Python-Markdown wants it."""
    marker = 0
    for line in lines:
        item = re.match(r"(\d+\.|[-*]) +(?=\S)", line)
        if item:
            marker = len(item[0])
        elif line and not line.startswith(" " * 2):
            marker = 0
        is_inside = marker and not item and line.startswith(" " * marker)
        yield " " * (4 - marker) + line if is_inside and marker < 4 else line


def _run(*arguments: str) -> str:
    """Return what the program prints."""
    from helmwright.cli import run

    out, err = io.BytesIO(), io.BytesIO()
    if run(arguments, stdin=io.BytesIO(), stdout=out, stderr=err):
        raise PluginError(f"helmwright {' '.join(arguments)}: {err.getvalue().decode()}")
    return out.getvalue().decode()


def _words(*before: str) -> list[str]:
    """Return the words that a shell proposes behind others."""
    lines = _run("__complete", *before, "").splitlines()
    return [line.partition("\t")[0] for line in lines if not line.startswith(":")]


def _commands() -> dict[str, tuple[str, ...]]:
    """Return the words of each command and of its actions, by the name of its page."""
    found: list[tuple[str, ...]] = []
    for command in _words():
        found.append((command,))
        if command not in ("help", "completion"):  # whose words are no actions
            own = _run(command, "--help")
            found += [
                (command, action)
                for action in _words(command)
                if _run(command, action, "--help") != own
            ]
    return {"-".join(words): words for words in found}


def _command_page(words: tuple[str, ...]) -> str:
    """Return the help of a command as a page: flags as tables, examples as code."""
    blocks = re.split(r"^(?=[A-Z][^\n]*:\n  )", _run(*words, "--help"), flags=re.MULTILINE)
    parts = [f"# helmwright {' '.join(words)}\n", _prose(blocks[0])]
    for block in blocks[1:]:
        title, _, body = block.partition(":\n")
        parts.append(f"## {title}\n")
        flags = _flags(body)
        if flags:
            rows = (f"| <code>{_safe(name)}</code> | {_safe(text)} |" for name, text in flags)
            parts.append("| flag | what it does |\n|---|---|\n" + "\n".join(rows) + "\n")
        else:
            language = "sh" if title == "Examples" else "text"
            dedented = re.sub(r"^  ", "", body.rstrip(), flags=re.MULTILINE)
            parts.append(f"```{language}\n{dedented}\n```\n")
    actions = [name for name, other in _commands().items() if other[:-1] == words]
    if actions:
        links = "\n".join(f"- [helmwright {name.replace('-', ' ')}]({name}.md)" for name in actions)
        parts.append(f"## More\n\n{links}\n")
    return "\n".join(parts)


def _prose(text: str) -> str:
    """Return paragraphs, indented ones as code."""
    found = []
    for paragraph in text.strip().split("\n\n"):
        if paragraph.startswith("  "):
            found.append("```text\n" + re.sub(r"^  ", "", paragraph, flags=re.MULTILINE) + "\n```")
        else:
            found.append(_safe(paragraph))
    return "\n\n".join(found) + "\n"


def _flags(body: str) -> list[tuple[str, str]]:
    """Return the flags of a table of the help with their explanations; none if it is no such table."""
    found: list[tuple[str, str]] = []
    for line in body.rstrip().splitlines():
        row = _FLAG.match(line)
        if row:
            short, name, text = row.groups()
            found.append((f"{short}, {name}" if short else name, text or ""))
        elif found and line.startswith(" " * _FLAG_COLUMN):
            name, text = found[-1]
            found[-1] = (name, f"{text} {line.strip()}".strip())
        else:
            return []
    return found


def _safe(text: str) -> str:
    """Return text that Markdown leaves as it is, also in a table."""
    return re.sub(r"([\\`*_\[\]])", r"\\\1", html.escape(text, quote=False)).replace("|", "&#124;")


def _groups() -> dict[str, tuple[str, list[str]]]:
    """Return the sections of docs/python.md with the public names that each explains first, and their packages."""
    import helmwright

    text = (ROOT / "docs" / "python.md").read_text()
    rooms = (getattr(helmwright, name) for name in dir(helmwright))
    left = {
        name: f"{room.__name__}.{name}"
        for room in rooms
        if isinstance(room, ModuleType)
        for name in room.__all__
    }
    groups: dict[str, tuple[str, list[str]]] = {}
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        named = dict.fromkeys(re.findall(r"\w+", body))
        names = [left.pop(name) for name in named if name in left]
        if names:
            groups[re.sub(r"\W+", "-", title).strip("-").lower()] = (title, names)
    if left:
        raise PluginError(f"docs/python.md does not explain {', '.join(left)}")
    return groups


def _group_page(title: str, names: list[str]) -> str:
    """Return the page of a group of public names."""
    anchor = re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-")
    parts = [
        f"# API: {title[0].lower()}{title[1:]}\n",
        f"[How they are used together](../python.md#{anchor}).\n",
    ]
    return "\n".join([*parts, *(f"::: {name}\n" for name in names)])
