"""The settings of a repository, and the chart that they or the current folder mean.

``files`` knows where settings are looked for, ``fields`` checks maps of YAML, with places and nearest
names, ``meant_chart`` is the chart that no argument names.

Nothing in here is public.
"""
