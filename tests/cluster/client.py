"""Asks an API server as a user does, and as Helm 4 and Helm 3 ask."""

from __future__ import annotations

import http.client
import json
import ssl
import time
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode, urlsplit

APPLY = "application/apply-patch+yaml"
STRATEGIC = "application/strategic-merge-patch+json"
MERGE = "application/merge-patch+json"
JSON = "application/json"


class Answer(NamedTuple):
    """What the server said: the object, or why not, in the server's words."""

    status: int
    data: dict[str, Any]

    @property
    def refused(self) -> str | None:
        """The server's refusal, None if it took the request."""
        return None if self.status < 400 else str(self.data.get("message") or self.data)

    def taken(self) -> dict[str, Any]:
        """Return the object; fails if the server refused."""
        assert self.refused is None, self.refused
        return self.data


class Client:
    """A connection of one user."""

    def __init__(self, url: str, token: str, agent: str = "") -> None:
        self._port = urlsplit(url).port
        self._token = token
        self._agent = agent
        self._connection: http.client.HTTPSConnection | None = None
        self._resources: dict[tuple[str, str], tuple[str, bool]] = {}

    def close(self) -> None:
        """End the connection; the next question makes a new one."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def __del__(self) -> None:
        self.close()

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        form: str = JSON,
        *,
        is_again: bool = False,
    ) -> Answer:
        """Send a request and return the answer; is_again: after a connection that was ended."""
        if self._connection is None:
            context = ssl.create_default_context()
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            self._connection = http.client.HTTPSConnection(
                "127.0.0.1", self._port, context=context, timeout=60
            )
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": form}
        if self._agent:
            headers["User-Agent"] = self._agent
        data = None if body is None else json.dumps(body, separators=(",", ":"))
        try:
            self._connection.request(method, path, data, headers)
            response = self._connection.getresponse()
        except http.client.RemoteDisconnected:
            if is_again:  # it is the request that ends it: a panic of the server
                return Answer(500, {"message": "the server ended the connection"})
            self.close()  # the server ends a connection after some time
            return self.ask(method, path, body, form, is_again=True)
        text = response.read()
        try:
            found = json.loads(text)
        except ValueError:
            found = {"message": text.decode(errors="replace")}
        return Answer(response.status, found if isinstance(found, dict) else {"message": found})

    def make_namespace(self, name: str, labels: dict[str, str] | None = None) -> None:
        """Make a namespace that is ready for pods."""
        metadata = {"name": name, "labels": labels or {}}
        self.ask("POST", "/api/v1/namespaces", {"metadata": metadata})
        self.ask(
            "POST", f"/api/v1/namespaces/{name}/serviceaccounts", {"metadata": {"name": "default"}}
        )

    def path_of(self, data: dict[str, Any], namespace: str) -> str | None:
        """Return the path of an object's collection; None for a kind that is not served."""
        api_version, kind = str(data.get("apiVersion")), str(data.get("kind"))
        base = f"/apis/{api_version}" if "/" in api_version else f"/api/{api_version}"
        if (api_version, kind) not in self._resources:
            for one in self.ask("GET", base).data.get("resources", []):
                if "/" not in one["name"]:
                    self._resources[api_version, one["kind"]] = (one["name"], one["namespaced"])
        found = self._resources.get((api_version, kind))
        if found is None:
            return None
        return f"{base}/namespaces/{namespace}/{found[0]}" if found[1] else f"{base}/{found[0]}"

    def place_of(self, data: dict[str, Any], namespace: str) -> str:
        """Return the path of an object."""
        name = quote(str(data["metadata"]["name"]), safe="")
        return f"{self.path_of(data, namespace)}/{name}"

    def read(self, data: dict[str, Any], namespace: str) -> Answer:
        """Read an object that is there."""
        return self.ask("GET", self.place_of(data, namespace))

    def apply(
        self,
        data: dict[str, Any],
        namespace: str,
        *,
        dry: bool = False,
        manager: str = "helm",
        force: bool = False,
    ) -> Answer:
        """Send an object as Helm 4 does: server-side apply."""
        if self.path_of(data, namespace) is None:
            return Answer(404, {"message": "no matches for kind"})
        query = {"fieldManager": manager, "fieldValidation": "Strict"}
        if dry:
            query["dryRun"] = "All"
        if force:
            query["force"] = "true"
        return self.ask(
            "PATCH", f"{self.place_of(data, namespace)}?{urlencode(query)}", data, APPLY
        )

    def create(
        self, data: dict[str, Any], namespace: str, *, dry: bool = False, manager: str = ""
    ) -> Answer:
        """Create an object as Helm 3 does."""
        path = self.path_of(data, namespace)
        if path is None:
            return Answer(404, {"message": "no matches for kind"})
        query = {"fieldValidation": "Strict", **({"dryRun": "All"} if dry else {})}
        if manager:
            query["fieldManager"] = manager
        return self.ask("POST", f"{path}?{urlencode(query)}", data)

    def settle(self, data: dict[str, Any], namespace: str) -> dict[str, Any]:
        """Return a stored object once the server has done what follows: definitions get established."""
        for _ in range(100):
            found = self.read(data, namespace).data
            conditions = found.get("status", {}).get("conditions") or []
            settled = any(
                (one["type"], one["status"])
                in (("Established", "True"), ("NamesAccepted", "False"))
                for one in conditions
            )
            if data["kind"] != "CustomResourceDefinition" or settled:
                return found
            time.sleep(0.02)
        return found

    def three_way(self, before: dict[str, Any], after: dict[str, Any], namespace: str) -> Answer:
        """Send what Helm 3 sends for a changed object: the patch of three sides."""
        from helmwright.base.errors import HelmwrightError
        from helmwright.kube import schemas
        from helmwright.kube.json_merge_patch import create_three_way_merge_patch
        from helmwright.kube.json_model import from_data
        from helmwright.kube.three_way import create_three_way

        if self.path_of(after, namespace) is None:
            return Answer(404, {"message": "no matches for kind"})
        place = self.place_of(after, namespace)
        live = self.ask("GET", place).data
        schema = schemas.built_in(str(after["apiVersion"]), str(after["kind"]))
        original, wanted, current = (from_data(one) for one in (before, after, live))
        try:
            if schema is None:
                patch, form = create_three_way_merge_patch(original, wanted, current), MERGE
            else:
                patch, form = create_three_way(original, wanted, current, schema), STRATEGIC
        except HelmwrightError as error:
            return Answer(400, {"message": f"no patch: {error.message}"})
        if not patch:
            return Answer(200, live)
        return self.ask("PATCH", f"{place}?fieldValidation=Strict", patch, form)
