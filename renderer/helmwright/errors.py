"""The errors that leave public functions, and the places that they point at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.base.errors import (
        ChartError,
        Frame,
        GitContentError,
        GitError,
        HelmwrightError,
        InputError,
        JSONPatchError,
        ManifestError,
        PatchConflictError,
        PatchError,
        PatchPanicError,
        PatchTypeError,
        Position,
        PreconditionError,
        ReferenceTemplateError,
        ReleaseError,
        SchemaError,
        StrvalsError,
        TaskRefusedError,
        TemplateError,
        TemplateExecutionError,
        TemplateSyntaxError,
        UsageError,
        ValuesError,
        ValuesTemplateError,
        YAMLError,
    )
    from helmwright.schema import SchemaViolation
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "base.errors": (
                "ChartError",
                "Frame",
                "GitContentError",
                "GitError",
                "HelmwrightError",
                "InputError",
                "JSONPatchError",
                "ManifestError",
                "PatchConflictError",
                "PatchError",
                "PatchPanicError",
                "PatchTypeError",
                "Position",
                "PreconditionError",
                "ReferenceTemplateError",
                "ReleaseError",
                "SchemaError",
                "StrvalsError",
                "TaskRefusedError",
                "TemplateError",
                "TemplateExecutionError",
                "TemplateSyntaxError",
                "UsageError",
                "ValuesError",
                "ValuesTemplateError",
                "YAMLError",
            ),
            "schema": ("SchemaViolation",),
        },
    )

__all__ = [
    "ChartError",
    "Frame",
    "GitContentError",
    "GitError",
    "HelmwrightError",
    "InputError",
    "JSONPatchError",
    "ManifestError",
    "PatchConflictError",
    "PatchError",
    "PatchPanicError",
    "PatchTypeError",
    "Position",
    "PreconditionError",
    "ReferenceTemplateError",
    "ReleaseError",
    "SchemaError",
    "SchemaViolation",
    "StrvalsError",
    "TaskRefusedError",
    "TemplateError",
    "TemplateExecutionError",
    "TemplateSyntaxError",
    "UsageError",
    "ValuesError",
    "ValuesTemplateError",
    "YAMLError",
]
