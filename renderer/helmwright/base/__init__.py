"""What everything stands on; it knows neither Go nor Helm.

``errors`` has every error that leaves the public functions; they pickle, whatever they are made from.
``records`` makes data classes in a thirtieth of the time of dataclasses (the other kind of data is a
NamedTuple), ``patterns`` expressions that are compiled when they are used. ``processes`` forks: for
``--jobs``, and unasked only in the command's own process. ``templated_text`` is text with a map back to the template that made it.

``printable`` makes text safe to show. Every report ends in it, in the function that makes its form, and
so does every line on standard error. Colours are ``painted``: marks that no input can know until
``printable`` makes escape sequences of them. What a chart renders to, and other data, passes by.

Nothing in here is public.
"""
