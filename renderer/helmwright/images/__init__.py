"""Container images: which ones a chart needs with some values, and where each of them is named.

``listing`` finds them in what the chart renders, ``differences`` compares two such lists, ``report`` prints them.
What an object names as an image is for ``kube.images`` to say.

Public is what ``__all__`` lists.
"""
