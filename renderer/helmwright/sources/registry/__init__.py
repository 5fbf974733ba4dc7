"""OCI registries: names of charts in them, logins, manifests, and what is asked of them.

A chart is a manifest with a config (Chart.yaml as JSON), a layer (the archive) and perhaps another (its
provenance). ``client`` pulls, ``push`` uploads, ``login`` tries a login and remembers it.
"""
