"""Golden cases on which we are known to differ from helm, with the reason. Meant to be empty."""

KNOWN_DIFFERENCES: dict[str, str] = {}
"""Case id ("folder/file::name") to the reason; each is run as a strict xfail."""

KNOWN_SIGNS: tuple[str, ...] = (
    "error calling slice: reflect.Value.Slice: slice index out of bounds",
)
"""What generated examples say that meet what Go leaves to its memory allocator.

`slice` reaches behind the end of a list as far as the list has room there. How much room append
leaves, Go's specification does not say, and its builds differ: a list of 9 elements and one more
has room for 18 with amd64 and for 19 with 386. Here a list has none. See golden/README.md.
"""

SOURCES: dict[str, str] = {
    "add-old-file": "repositories.yaml, which may hold passwords, is made private when it is written",
}
"""Case of ``golden/sources`` to the reason why we differ from helm there; each is a strict xfail."""
