#!/usr/bin/env bash
# Lints what the inputs name: annotations into the log, a table into the summary, a SARIF report.
# Exit code: that of helmwright lint. Nothing of the inputs is evaluated: they are split into words,
# and globs in them are expanded.
set -uo pipefail

read -r -d '' -a paths <<<"${HELMWRIGHT_PATHS//$'\n'/ }" || true
read -r -d '' -a values <<<"${HELMWRIGHT_VALUES//$'\n'/ }" || true
read -r -d '' -a flags <<<"${HELMWRIGHT_ARGS//$'\n'/ }" || true

shopt -s nullglob
inputs=()
for pattern in ${paths[@]+"${paths[@]}"}; do
    # shellcheck disable=SC2206 # globs are to be expanded
    found=($pattern)
    if ((${#found[@]} == 0)); then
        echo "::error::no chart or values file is called $pattern"
        exit 64
    fi
    inputs+=("${found[@]}")
done
if ((${#inputs[@]} == 0)); then
    echo "::error::the input paths names no chart and no values file"
    exit 64
fi
for file in ${values[@]+"${values[@]}"}; do
    flags+=(--values "$file")
done
reports=(--format github --output -)
reports+=(--format markdown --output /dev/fd/3)
if [[ -n $HELMWRIGHT_SARIF ]]; then
    reports+=(--format sarif --output "$HELMWRIGHT_SARIF")
fi

# The table goes through a pipe: no file of it is left, and none is named in the log.
{
    helmwright lint "${reports[@]}" ${flags[@]+"${flags[@]}"} -- "${inputs[@]}" 3>&1 1>&4 4>&- |
        cat >>"$GITHUB_STEP_SUMMARY"
    code=${PIPESTATUS[0]}
} 4>&1
{
    echo "sarif=$HELMWRIGHT_SARIF"
    if ((code)); then echo "failed=true"; else echo "failed=false"; fi
} >>"$GITHUB_OUTPUT"
exit "$code"
