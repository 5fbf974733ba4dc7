"""What the Kubernetes API knows: merge keys, kinds, defaults, checks; and its ways to patch an object.

``patching`` is the Python interface. The rest is a port of k8s.io/apimachinery's strategic merge patch.
What that does is in places an accident of Go (a comparator that is no order, a slice that two callers
share), so the accidents are ported too, each where it can be seen:

``json_model``
    documents as Go decodes them: ``1``, ``1.0``, ``"1"`` and ``true`` are four values
``patch_meta``, ``go_types``
    struct tags: which field is merged, by which key; plans are made when a field is first asked for
``schemas``
    the types there are: ``data/kinds.json`` (every built-in kind, from the published JSON schemas) and
    ``data/pods.json`` (Go's own Pod in two versions, with pointers and ``omitempty``)
``custom_types``
    types read from a CRD or an OpenAPI document; an extension, as no API server has it
``strategic_merge``, ``list_directives``, ``list_order``
    applying and combining, ``$patch`` in lists, the order of a merged list
``strategic_diff``, ``three_way``, ``preconditions``
    creating
``typed``
    what encoding/json makes of a Pod on the way in and out, and an API server of any object
``json_merge_patch``, ``json_patch``
    RFC 7386 and RFC 6902 as github.com/evanphx/json-patch does them
``provenance``, ``origins``, ``merge_observer``, ``merge_notes``, ``tracked_json_merge``, ``typed_trail``, ``trail``
    the origin of every part: a merge tells its observer what it does, and the observer takes notes

Documents are copied once on the way in; then a merge changes its own copies in place, as Go does. Where
Go panics, ``PatchPanicError`` says so. Where Go leaves a result to the order of a map, one of its
outcomes comes out, always the same.

``defaulting`` makes of an object what a server stores, ``validation`` knows what it refuses,
``updates`` what becomes of an object when a changed manifest is applied. ``jsonpath`` is client-go's
language of paths, which ``jsonpath_parse`` reads.

Public is what ``__all__`` lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from helmwright.base.public_names import lazily

if TYPE_CHECKING:
    from helmwright.kube.custom_types import CustomTypes
    from helmwright.kube.defaulting.defaults import with_defaults
    from helmwright.kube.jsonpath import print_jsonpath
else:
    __getattr__, __dir__ = lazily(
        __name__,
        {
            "kube.custom_types": ("CustomTypes",),
            "kube.defaulting.defaults": ("with_defaults",),
            "kube.jsonpath": ("print_jsonpath",),
        },
    )

__all__ = [
    "CustomTypes",
    "print_jsonpath",
    "with_defaults",
]
