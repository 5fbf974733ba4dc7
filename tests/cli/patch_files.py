"""The manifests and the patch of the tests of ``helmwright patch``, and its results."""

from __future__ import annotations

from tests.cli.command import Outcome, helmwright

WEB = """\
# Source: c/templates/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {tier: front}   # lost when it is patched
spec:
  template:
    spec:
      containers:
        - name: web
          image: "nginx:1"
"""
CONFIG = """\
# Source: c/templates/config.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: config}   # kept
data: {"a":   "1"}
"""
LOGIN = """\
apiVersion: v1
kind: Secret
metadata:
  name: login
stringData:
  password: hunter2
  user: admin
"""
ALL = f"{WEB}---\n{CONFIG}---\n{LOGIN}"
IMAGE = """\
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    spec:
      containers:
      - name: web
        image: nginx:2
"""
PATCHED = """\
# Source: c/templates/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    tier: front
  name: web
spec:
  template:
    spec:
      containers:
      - image: nginx:2
        name: web
"""


DIFF = """\
--- all.yaml: apps/v1 Deployment web
+++ patched: apps/v1 Deployment web
@@ -8,5 +8,5 @@
   template:
     spec:
       containers:
-      - image: nginx:1
+      - image: nginx:2
         name: web
"""


def inline(text: str, *more: str, target: str = "kind=Deployment") -> Outcome:
    return helmwright("patch", "all.yaml", "--target", target, "--patch-inline", text, *more)
