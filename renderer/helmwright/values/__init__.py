"""The values of a user: read, merged, edited.

``files`` merges ``-f`` and ``--set`` (``strvals``) in the order of Helm, ``inputs`` reads what a command line
names, ``maps`` has values as data. ``templated`` makes YAML of values files in Jinja2: ``files.read_values`` is
the one place where a file becomes YAML. ``editing`` changes values files and keeps their comments.
"""
