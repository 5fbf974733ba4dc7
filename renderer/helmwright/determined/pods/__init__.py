"""The pods that the master makes of tasks: layers, merge, sizing, assembly, and where all comes from.

``effective`` is the door. ``sources`` and ``reading`` know what was written, and where; ``eras`` what a release
does differently, one property each; ``master_setup``, ``defaults`` and ``task`` are the layers; then come
``refusals``, ``sizing``, ``pod_merge`` and ``assembly`` over ``generated``, what the master adds. ``fields`` and
``origins`` say where a field is from and what got lost, ``ignored`` what is not read; ``from_chart`` renders
master.yaml, ``report`` writes. Origins are looked up in the layers when they are asked for: the master
merges in another order than one layer after the other, and moves things after it.
"""
