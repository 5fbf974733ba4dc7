"""Golden cases on which we are known to differ from helm, with the reason. Meant to be empty."""

KNOWN_DIFFERENCES: dict[str, str] = {
    "language/regressions.cases::slice sees the capacity that append left": (
        "a Go slice has room behind its end that reslicing reaches; a list here has none"
    ),
    "language/regressions.cases::column of a check after an or that ended early": (
        "the place of a check behind and/or in the last argument is decided while compiling; "
        "which operand decides is known only while running"
    ),
}
"""Case id ("folder/file::name") to the reason; each is run as a strict xfail."""

KNOWN_SIGNS: tuple[str, ...] = (
    "error calling slice: reflect.Value.Slice: slice index out of bounds",
)
"""What generated examples say that meet the first of these differences."""
