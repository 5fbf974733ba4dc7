"""Go's text/template, compiled to Python code objects; nothing about Helm in here.

``lexer`` cuts text into tokens, ``parser`` builds the ``nodes``, ``compiler`` turns a tree into
code whose positions are the template's own, ``runtime`` is what that code calls, and ``frames``
reads a traceback back into Go's error text.
"""
