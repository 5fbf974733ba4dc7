"""A Helm chart in memory: how it gets there, which of its subcharts count, its values below the user's.

``loader`` makes a ``chart.Chart`` of a folder or an archive: ``ignore`` and ``archive`` say which files
it has, ``chart_yaml`` reads its ``metadata``. ``dependencies`` chooses and names the subcharts by version,
tags and conditions; the loaded chart is never changed. ``coalescing`` lays the defaults of all charts below
the values of the user. ``layers`` keeps the sources of values side by side, which Helm forgets while it
merges: who sets what, where, and what that overrides.
"""
