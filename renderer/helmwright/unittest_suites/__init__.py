"""Test suites written for helm-unittest (``*_test.yaml``): read, run and reported.

``reading`` makes ``suites`` of files (``fields`` checks their maps), ``jobs`` renders a test's chart with the
``selection`` of templates, ``set_values`` and ``cluster`` objects it asks for, ``assertions`` picks documents
and calls a check (``value_checks``, ``list_checks``, ``document_checks``; ``assertion_kinds`` names them),
``paths`` finds values, ``snapshots`` keeps them, ``running`` does all suites of a chart, ``report_*`` write.
``go/yaml_v3`` reads YAML as that plugin does: integers stay integers, ``yes`` is a string. Error texts are
Helm 3's (``TemplateError.go_text``), because suites hold them.
"""
