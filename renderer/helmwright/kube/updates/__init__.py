"""What becomes of a stored object when a manifest that changed is applied: the server's part of an upgrade.

``update`` is the door. ``server_apply`` is structured-merge-diff, as Helm 4 sends its changes; the patch
of three sides is Helm 3's; ``services`` and ``pods`` have what the server assigns and keeps.
"""
