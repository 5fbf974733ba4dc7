"""Container images: which ones a chart needs with some values, and where each of them is named.

``listing`` finds them in what the chart renders, ``differences`` compares two such lists, ``mirror`` looks for them in a registry,
 ``report`` prints them.
What of an object is an image is for ``kube.images`` to say.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.images.differences import ImageChange, compare_images
    from helmwright.images.listing import ImageUse, list_images
    from helmwright.images.mirror import Mirrored, find_images
    from helmwright.kube.image_names import ImageName
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "images.differences": ("ImageChange", "compare_images"),
            "images.listing": ("ImageUse", "list_images"),
            "images.mirror": ("Mirrored", "find_images"),
            "kube.image_names": ("ImageName",),
        },
    )

__all__ = [
    "ImageChange",
    "ImageName",
    "ImageUse",
    "Mirrored",
    "compare_images",
    "find_images",
    "list_images",
]
