"""Golden files of any chart: cases, what they render to, and how that is held against files.

::

    settings ─▶ cases ─▶ engines (own_engine, helm_engine) ─▶ masking ─▶ expected ─▶ report_*
                             │
                             └▶ instability, coverage_*
"""
