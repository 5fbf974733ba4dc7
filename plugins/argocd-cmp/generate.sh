#!/bin/sh
# Prints the objects of an application, and nothing else, for Argo CD. It runs in the application's
# folder; parameters come as PARAM_NAME, or as PARAM_NAME_0, PARAM_NAME_1, ... for lists.
set -eu

export HELMWRIGHT_DEPENDENCIES="${PARAM_DEPENDENCIES:-${HELMWRIGHT_DEPENDENCIES:-build}}"
set -- template "${PARAM_RELEASE_NAME:-$ARGOCD_APP_NAME}" . --namespace "${ARGOCD_APP_NAMESPACE:-default}"
[ "${PARAM_SKIP_CRDS:-false}" = true ] || set -- "$@" --include-crds
[ -z "${KUBE_VERSION:-}" ] || set -- "$@" --kube-version "$KUBE_VERSION"
[ -z "${KUBE_API_VERSIONS:-}" ] || set -- "$@" --api-versions "$KUBE_API_VERSIONS"

index=0
while eval "[ -n \"\${PARAM_VALUES_FILES_$index:-}\" ]"; do
    eval "file=\$PARAM_VALUES_FILES_$index"
    set -- "$@" --values "$file"
    index=$((index + 1))
done
index=0
while eval "[ -n \"\${PARAM_CONTEXT_FILES_$index:-}\" ]"; do
    eval "file=\$PARAM_CONTEXT_FILES_$index"
    set -- "$@" --context "$file"
    index=$((index + 1))
done
exec "${HELMWRIGHT:-helmwright}" "$@"
