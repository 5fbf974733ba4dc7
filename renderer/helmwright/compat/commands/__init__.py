"""Calls of Helm in scripts, pipelines and helmfiles, and what of them means something else to another Helm.

``words`` reads a text as a shell does, ``scripts`` finds the texts in a file, ``helmfile`` what a helmfile makes
of its keys, ``flags`` has the table; ``reading`` puts them together. Nothing is run, and no variable is expanded.
"""
