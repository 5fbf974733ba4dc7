"""What a pack is: names and places of what it brings, nothing of which is imported before it is needed.

``module:name`` stands for something in a module; the modules are those of the pack's distribution.
"""

from __future__ import annotations

from helmwright.base.records import Record

GROUP = "helmwright.packs"
"""The group of entry points by which packs are found."""


class Fact(Record):
    """Something that a run may be told, and that only the pack understands.

    name: what programs call it, as an argument of ``lint_chart``. type: what its value is, as an
    annotation of Python. read: ``module:function``, which makes the value of a text and of the name of
    the file that it came from, blank for a flag; it raises HelmwrightError for a text that is none.
    """

    name: str
    type: str
    read: str


class Command(Record):
    """A command of the program.

    name: behind ``helmwright``. help: a line. module: has ``run(context, arguments)`` (see ``commands``).
    """

    name: str
    help: str
    module: str


class Pack(Record):
    """What a product brings.

    name: short, as messages and lists show it. version: of the pack. charts: the names, as Chart.yaml
    has them, of the charts that install the product.

    rules: a package whose folders are groups of rules, one file each, as the linter's own are. facts:
    what they may be told. overrides: ``module:function``, from what is told, by name, to flags and
    arguments that say the same in the values of its charts. release: ``module:function``, from what is
    linted (``lint.subject.Subject``) to the release of the product, as a tuple of numbers, that ``since``
    and ``until`` of rules mean. example_chart: ``module:function``, from an ``Example`` of values to the
    chart that they are for.
    kinds: of documents that are no values, and that rules of the pack are about (``lint.View`` says
    ``of_documents``). documents: ``module:function``, from the content of a file and its name to its kind
    among these; blank for all other files.

    schema: ``module:function``, from the name and the version of one of its charts that has no schema to
    the text of one, or None. secret_paths: values of its charts that are secrets, as ``auth.password``,
    ``users[].token`` and ``*.key``, with a backslash before a dot in a key; what stands below is secret,
    too. Nothing shows them: no finding, difference, report or error.
    migrations: ``module:function``, from the releases that ``--to`` and ``--from`` of ``values migrate``
    name, blank where they are not given, to a function that finds what is old in values: it gets a dict
    and returns each ``values.migrating.OldKey``. UsageError for what is no release.
    formats: ``module:function``, which returns the formats of the product's own files
    (``settings.formats.Format``), whose schemas 'helmwright schema print' prints.
    images: ``module:function``, from the data of an object that one of its charts renders to images
    (``kube.images.NamedImage``) that the product pulls later, and that no container of the object names.
    commands: what the program can do besides.
    """

    name: str
    version: str = ""
    charts: tuple[str, ...] = ()
    rules: str = ""
    facts: tuple[Fact, ...] = ()
    overrides: str = ""
    release: str = ""
    example_chart: str = ""
    kinds: tuple[str, ...] = ()
    documents: str = ""
    schema: str = ""
    secret_paths: tuple[str, ...] = ()
    migrations: str = ""
    formats: str = ""
    images: str = ""
    commands: tuple[Command, ...] = ()
