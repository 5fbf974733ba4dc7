"""Releases as Helm has stored or printed them, and what an error may say of what was read.

``storage`` decodes the Secrets and ConfigMaps of Helm, ``texts`` reads what it prints, ``model`` is what comes
out. ``safe_errors`` hides the secrets of everything that was read when an error is told.
"""
