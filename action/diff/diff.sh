#!/usr/bin/env bash
# Compares the two ends of a pull request: text into the log, Markdown into the summary and a file.
# Exit code: 0 whether something changes or not; 1 if what the pull request makes does not render,
# which is in the report. Nothing of the inputs is evaluated: they are split into words, and globs
# are left to helmwright, which looks for them at both ends. Nothing of what a pull request holds is
# a command of the workflow: the runner reads none between two lines that only this run knows.
set -uo pipefail

read -r -d '' -a environments <<<"${HELMWRIGHT_ENVIRONMENTS//$'\n'/ }" || true
read -r -d '' -a values <<<"${HELMWRIGHT_VALUES//$'\n'/ }" || true
read -r -d '' -a flags <<<"${HELMWRIGHT_ARGS//$'\n'/ }" || true

if ((${#environments[@]} == 0)); then
    echo "::error::the input environments names no values file"
    exit 64
fi
base=$HELMWRIGHT_BASE
if [[ -z $base && -z ${GITHUB_BASE_REF:-} ]]; then
    echo "::error::this run is not for a pull request: name the input base"
    exit 64
fi

token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
if ((${#token} != 32)); then
    echo "::error::there is no randomness to stop the commands of the workflow with"
    exit 1
fi
exec 2>&1 # the runner reads both, and knows no order between them
echo "::stop-commands::$token"
trap 'echo "::$token::"' EXIT

if [[ -z $base ]]; then
    # A checkout of one commit has neither the branch nor the commit where the two parted.
    depth=()
    if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
        depth=(--unshallow)
    fi
    git fetch --quiet --no-tags ${depth[@]+"${depth[@]}"} origin \
        "+refs/heads/$GITHUB_BASE_REF:refs/remotes/origin/$GITHUB_BASE_REF" || exit 1
    base=origin/$GITHUB_BASE_REF
fi

files=()
for file in ${values[@]+"${values[@]}"}; do
    files+=(--values "$file")
done
for file in "${environments[@]}"; do
    files+=(--each "$file")
done
chart=()
if [[ -n $HELMWRIGHT_CHART ]]; then
    chart=("$HELMWRIGHT_CHART")
fi

rm -f -- "$HELMWRIGHT_REPORT" # what a run before has left is not of this one
helmwright diff git --detailed-exitcode "${files[@]}" \
    --format text --output - --format markdown --output "$HELMWRIGHT_REPORT" \
    ${flags[@]+"${flags[@]}"} -- "$base...HEAD" ${chart[@]+"${chart[@]}"}
code=$?
# With 1 there is a report if a side does not render, and none if nothing could be compared.
if ((code != 0 && code != 2)) && [[ $code != 1 || ! -e $HELMWRIGHT_REPORT ]]; then
    exit "$code"
fi

cat "$HELMWRIGHT_REPORT" >>"$GITHUB_STEP_SUMMARY"
{
    echo "report=$HELMWRIGHT_REPORT"
    if ((code)); then echo "changed=true"; else echo "changed=false"; fi
} >>"$GITHUB_OUTPUT"
if ((code == 1)); then exit 1; fi
