"""Golden files of any chart: cases, what they render to, and how that is held against files.

::

    settings ─▶ cases ─▶ engines (own_engine, helm_engine) ─▶ masking ─▶ expected ─▶ report_*
                             │
                             └▶ instability, coverage_*

``interface`` is the door; ``running`` shares cases among processes. ``masking`` and ``diff`` hide what differs by
chance and what is secret. ``instability`` names fields that come from chance or the clock: a world that
remembers which template lines asked it says whether a second render, with another seed and clock, is needed
at all. The repository's own cases below golden/ are another thing: only the real Helm writes them.
"""
