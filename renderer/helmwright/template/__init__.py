"""Go's text/template, compiled to Python code objects; nothing about Helm in here.

``lexer`` cuts text into tokens, ``parser`` builds the ``nodes``, ``compiler`` (statements) and
``expressions`` turn a tree into code whose positions are the template's own; ``emit`` builds Python's
syntax nodes, ``names`` and ``variables`` map variables to locals, ``runtime`` is what that code calls,
and ``frames`` reads a traceback back into Go's error text. Each template becomes a function:

::

    {{ range $i, $e := .Values.list }}{{ $e.name | upper }}{{ end }}

    root = dot
    q2 = pairs((r1 := (v4 := (v3 := fields(dot, ('Values', 'list'))))))
    for k6, d5 in q2:
        v3 = k6
        v4 = d5
        write(f_upper(text(fields(v4, ('name',), r1), r1)))

Every node stands at the line and byte column of the template node that Go would report if it failed
there; the end column carries the node's *rank*, because several nodes can begin at one place. On the
error path ``frames`` parses the source once more, finds the node and prints it as Go does.

Two subtleties of Go are decided while compiling. A nil that came out of a map or list is an error when a
field of it is asked for, a nil that is the value of a pipeline is not: both are None, and the *holder*
(the container a range took its element from) tells which is which. And the argument check of a function
is written into the compiled code, at the argument, because that is where Go reports it.

``coverage`` puts probes into the trees of the files that it is asked to watch: one before whatever runs,
and one into each side of every if, with and range. ``trace`` tells which line has written what: compiled
code calls ``write`` from lines that are the template's. Neither costs anything for who does not ask.

``cache``, ``parallel`` and ``template_set`` keep compiled code in the user's cache folder (mode 0700),
one file per set of templates; an entry is reused when the digest of its text matches. The file belongs to
one Python version and one ``generation`` of the code generator and function table: a digest that a test
holds against the code. Nothing that depends on values is stored.

Nothing in here is public.
"""
