"""Where the two sides of a diff come from: charts, values, revisions of git, files, releases."""
