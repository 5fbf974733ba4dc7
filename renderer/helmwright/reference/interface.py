"""The reference of a chart's values for Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.argument_types import checked
from helmwright.reference.entries import Section, sections

if TYPE_CHECKING:
    from helmwright.charts.chart import Chart


class Reference:
    """What can be set in a chart.

    chart: the chart itself, for its name, version and description.
    sections: the groups of values.yaml in their order; a chart without headings has one.
    """

    __slots__ = ("chart", "sections")

    def __init__(self, chart: Chart, sections: tuple[Section, ...]) -> None:
        self.chart = chart
        self.sections = sections

    @property
    def versioned(self) -> bool:
        """Whether any key belongs to some releases only."""
        return any(entry.versions for section in self.sections for entry in section.entries)

    def page(self, template: str | None = None, *, name: str = "template") -> str:
        """Return the reference as text, Markdown unless ``template`` says otherwise.

        template: the text of a Jinja2 template; it sees ``chart`` and ``reference``, and may include
        ``readme.md.j2`` and ``values.md.j2``. An undefined name is an error, and it reaches nothing
        but these. name: what errors call it. Raises ReferenceTemplateError.
        """
        from helmwright.reference.page import page

        return page(self, self.chart.metadata, template, name)


@checked
def values_reference(chart: Chart) -> Reference:
    """Return the reference of a chart's values.

    Texts come from values.schema.json; where it has none, or there is no schema, from the comments
    of values.yaml. Raises ChartError for a schema that is no JSON.
    """
    return Reference(chart, sections(chart))
