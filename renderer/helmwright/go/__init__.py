"""Ports of the Go packages that Helm leans on; nothing about Helm or Kubernetes in here.

``kinds`` has Go's types as Python values, ``function`` a callable and its Go parameter types; the other
modules are named after Go's packages. Strings are Go's byte strings held as ``str``; bytes that are not
UTF-8 are surrogate escapes. ``int`` is Go's ``int``, ``Int64`` is int64: literals, ``len`` and indexes
are by far the most frequent integers. Ports raise ``GoError`` with Go's text and no place.

``stacks`` is how deep recursion works: what nests too deep for a thread goes on upon the stack of
another one. Python's recursion limit belongs to the whole process, and while it is raised any thread
that recurses in C can run over its stack; so it is never touched. Whoever recurses goes through
``descend``. ``limits`` bounds what one render may cost; Helm has no such bounds (docs/limits.md).
``world`` is the one source of everything impure: clock, randomness, environment, DNS, ``lookup``.
``positions`` has the places of all keys of a document, beside the data.

Nothing in here is public.
"""
