"""Golden cases on which we are known to differ from helm, with the reason. Meant to be empty."""

KNOWN_DIFFERENCES: dict[str, str] = {
    "language/regressions.cases::slice sees the capacity that append left": (
        "a Go slice has room behind its end that reslicing reaches; a list here has none"
    ),
}
"""Case id ("folder/file::name") to the reason; each is run as a strict xfail."""

KNOWN_SIGNS: tuple[str, ...] = (
    "error calling slice: reflect.Value.Slice: slice index out of bounds",
)
"""What generated examples say that meet the first of these differences."""
