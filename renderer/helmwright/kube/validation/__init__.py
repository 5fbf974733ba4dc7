"""What the API server refuses in an object and no schema says.

One module per family of kinds, in the server's words but without values; ``objects`` is the door,
``merge_keys`` what server-side apply cannot tell apart.
"""
