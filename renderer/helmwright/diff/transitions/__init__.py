"""Why a server would refuse a change: the update validation of every built-in kind that has any.

::

    foretelling ─▶ immutable            rows: a field that cannot be changed
                ├▶ services, pods, jobs, storage, definitions, cluster_objects   what a field may become
                └▶ leftovers            what the server has added does not go with what is sent
"""
