"""Linting of what belongs to Determined: values of its charts, and configurations of its tasks.

``rules`` has the rules, ``catalogue`` what can be wrong with values and which rules find it (docs/lint-catalogue.md).
What rules read beside what the linter itself shows is in ``rule``:

==============  ==========================  ==========================================================
reads           view                        what it shows
==============  ==========================  ==========================================================
``DETERMINED``  ``DeterminedSettings``      effective values of a chart that installs Determined, with
                                            its release and the nodes
``PODS``        ``pods.TaskPods``           master.yaml as rendered, and the pods of tasks
``TASK``        ``task_view.TaskView``      the configuration of a task; then there are no values
==============  ==========================  ==========================================================

``facts`` makes them of a subject and of what the run was told. ``master_places`` says which values the keys of the
master's configuration come from, ``master_overrides`` which of them the user writes past the chart's own.
"""
