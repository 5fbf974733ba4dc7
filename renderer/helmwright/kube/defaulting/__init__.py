"""What an API server makes of an object before it stores it: types, defaults, one way to write things.

::

    with_defaults ─▶ built_in ─▶ rules ─▶ computed      default_rules.json, stored_types.json
                  └▶ structural                         the schema of a CustomResourceDefinition
    conversion                                          the same object in another version

``defaults`` is the door. ``built_in`` decodes with Go's own types, sets defaults from the outside
inwards, and knows which groups are stored as JSON and not as protobuf; ``rules`` says for a type which
fields are set, on which condition, and which function of Kubernetes says so; ``computed`` has the
defaults that are code, one function each; ``empty`` where ``{}`` is not as good as nothing.

The rules are written by hand, each with its source, and held against the server's code:
tests/conformance/defaults_oracle decodes, defaults, stores and reads back with the scheme of
k8s.io/kubernetes itself. Kinds that came after 1.34 have no defaults here; feature gates are those of
1.34. To move to another release: change the versions in its go.mod, run update_defaults.py, and mend
``default_rules.json`` until tests/conformance/test_defaults.py passes.
"""
