"""Where charts come from: repositories and registries, dependencies and their locks, packages.

``fetching`` is the only place that opens a connection. ``dependencies`` holds what Chart.yaml and Chart.lock say against
``charts/``, ``packing`` makes archives, ``registry`` speaks with OCI registries. Nothing of this room is imported while a command works on a local chart.

Nothing in here is public.
"""
