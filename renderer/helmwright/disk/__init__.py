"""Files: read without waiting for ever, written whole or not at all, and nowhere but where asked.

``reading``: what is found in a folder must be a file, what the user names may be a pipe. ``writing`` is
the only module that writes: a file whole or not at all, under a lock of its folder, and through no link
that came with a checkout (docs/limits.md has the rules); a test sees that nothing else opens a file for
writing.

Nothing in here is public.
"""
