"""What only Determined knows: its releases, the configuration of its master, its tasks and their pods.

``versions`` has the releases. ``master_config`` is the door of the check of the master's configuration, in
the master's own order: ``master_settings`` (viper, old layouts), ``master_decoding`` (Go's decoders, with
the types in ``master_keys.json``, read by ``master_schema``), ``master_rules`` and ``resource_rules`` (its
validation). ``values_migration`` moves values to another release; ``spans`` reads facts that hold for a
span of releases. ``tasks`` checks configurations of tasks, ``pods`` makes their pods, ``capacity`` says what
fits a cluster.
"""
