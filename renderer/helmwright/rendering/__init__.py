"""From a chart and values to manifests in order; the only room where charts and templates meet.

``renderer`` is the door: ``steps`` calls the steps in the order of Helm. ``engine`` renders templates that
see ``dot`` (with ``files``, ``capabilities``, ``release``) and call ``functions``; ``errors`` has Helm's wording of
what fails; ``manifest`` splits what comes out, hooks apart, and ``order`` sorts it by kind.
"""
