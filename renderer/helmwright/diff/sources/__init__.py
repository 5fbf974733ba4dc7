"""Where the two sides of a diff come from: charts, values, revisions of git, files, releases.

``rendering`` takes a chart and values, with one clock and one randomness, ``manifests`` files and folders,
``release`` what Helm has stored, ``git`` chart and values at two revisions, environment by environment, over
``revisions`` (the files of a commit, or those on disk) and ``git_objects``, which reads commits through one
``git cat-file --batch``. ``attempts`` keeps a side that does not render, with its error, so that the rest is
reported.
"""
