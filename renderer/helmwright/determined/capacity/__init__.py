"""Which tasks fit the nodes of a cluster, and which sets of tasks can lock each other out.

``assessment`` is the door. ``nodes``, ``jobs`` and ``settings`` read (an inventory, tasks, values; ``given`` holds
the checks of what people wrote), ``pod_rules`` is on which nodes Kubernetes places a pod, ``pools`` what the
master makes of slots and nodes, ``deadlock`` the search on a model that its first lines state, ``remedies``
and ``recommendation`` the advice; ``report_text`` and ``report_data`` write.
"""
