"""What an API server makes of an object before it stores it: types, defaults, one way to write things.

::

    with_defaults ─▶ built_in ─▶ rules ─▶ computed      default_rules.json, stored_types.json
                  └▶ structural                         the schema of a CustomResourceDefinition
    conversion                                          the same object in another version
"""
