{{/* What the hook that sets the password of the first users runs. */}}

{{/* An image with Python 3: until 0.19.0 one for this purpose, then that of CPU tasks, which every node has anyway. */}}
{{- define "determined.initialPasswordImage" -}}
{{- $release := include "determined.release" . | int -}}
{{- if ge $release 19001 -}}
{{- (.Values.defaultImages).cpuImage | default (include "determined.taskImages" (dict "root" . "release" $release) | splitList " " | first) | trim -}}
{{- else -}}
{{- .Values.imageRegistry | default "determinedai" | trim -}}/utility:py-3.7-pw-changer
{{- end -}}
{{- end }}

{{/*
The master hashes what it is sent. A user who cannot log in without a password has one already and is left alone, so that
the hook may run again. Releases before 0.18.0 name the user, later ones the user's number. The certificate of the master
is not checked: it is seldom made out to the Service's name.
*/}}
{{- define "determined.initialPasswordScript" -}}
import json
import os
import ssl
import time
import urllib.error
import urllib.request

MASTER = os.environ["MASTER_URL"]
CONTEXT = ssl.create_default_context()
CONTEXT.check_hostname = False
CONTEXT.verify_mode = ssl.CERT_NONE


def call(path, body=None, token=None):
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(MASTER + path, data, headers)
    with urllib.request.urlopen(request, timeout=30, context=CONTEXT) as response:
        return json.loads(response.read().decode() or "null")


def wait_for_master():
    while True:
        try:
            return call("/api/v1/master")
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return None
            print("The master is not ready:", error, flush=True)
        except OSError as error:
            print("The master does not answer yet:", error, flush=True)
        time.sleep(5)


def set_password(username, password):
    try:
        session = call("/api/v1/auth/login", {"username": username, "password": ""})
    except urllib.error.HTTPError as error:
        if error.code not in (401, 403):
            raise
        print("The user", username, "has a password already.", flush=True)
        return
    user = session["user"]{{ if ge (include "determined.release" . | int) 18000 }}["id"]{{ else }}["username"]{{ end }}
    call("/api/v1/users/%s/password" % user, password, session["token"])
    print("The password of the user", username, "is set.", flush=True)


with open(os.environ["PASSWORD_FILE"], encoding="utf-8") as file:
    PASSWORD = file.read().rstrip("\n")
wait_for_master()
for name in "determined", "admin":
    set_password(name, PASSWORD)
{{- end }}
