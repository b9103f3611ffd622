#!/usr/bin/env bash
# The step of action.yml: compare a new system with the one in use, and leave with the status that the job should have.
# Inputs come as variables, so that no text of a pull request is ever read as a command.
set -euo pipefail
set -f # names are not patterns

refuse() {
    echo "::error title=Steelyard::$1"
    exit 2
}

case $INPUT_CANNOT_TELL in
    pass | fail) ;;
    *) refuse "cannot-tell is pass or fail, not $INPUT_CANNOT_TELL." ;;
esac

read -ra references <<< "${INPUT_REFERENCE//$'\n'/ }"
read -ra outputs <<< "${INPUT_INPUT//$'\n'/ }"
read -ra metrics <<< "${INPUT_METRICS//$'\n'/ }"
read -ra max_drop <<< "${INPUT_MAX_DROP//$'\n'/ }"
read -ra min_score <<< "${INPUT_MIN_SCORE//$'\n'/ }"
read -ra further <<< "${INPUT_ARGUMENTS//$'\n'/ }"
texts=("${references[@]}" -i "${outputs[@]}" -m "${metrics[@]}")
if [ -n "$INPUT_DOCUMENTS" ]; then
    texts+=(--documents "$INPUT_DOCUMENTS")
fi
look=(--format github)
if [ ${#max_drop[@]} -gt 0 ]; then
    look+=(--max-drop "${max_drop[@]}")
fi
if [ ${#min_score[@]} -gt 0 ]; then
    look+=(--min-score "${min_score[@]}")
fi
if [ -n "$INPUT_REPORT" ]; then
    look+=(--report "$INPUT_REPORT")
fi

outcome=$(mktemp)
trap 'rm -rf "$outcome" "${counted:-}"' EXIT
runner_output=${GITHUB_OUTPUT:-/dev/null}
export GITHUB_OUTPUT=$outcome # read below, then handed on

status=0
if [ -n "$INPUT_BASELINE" ]; then
    [ -f "$INPUT_BASELINE" ] || refuse "There is no baseline $INPUT_BASELINE: make it by steelyard score ${references[*]} \
-i OUTPUTS --names baseline -m ${metrics[*]} --keep $INPUT_BASELINE, and commit it."
    [ ${#outputs[@]} -eq 1 ] || refuse "With a baseline file there is one new system, not ${#outputs[@]}: ${outputs[*]}."
    counted=$(mktemp -d)
    steelyard score "${texts[@]}" --names "$INPUT_NAME" --keep "$counted/new.jsonl" || refuse "The outputs could not be counted."
    steelyard gate --stats "$INPUT_BASELINE" "$counted/new.jsonl" "${look[@]}" ${further[@]+"${further[@]}"} || status=$?
else
    steelyard gate "${texts[@]}" "${look[@]}" ${further[@]+"${further[@]}"} || status=$?
fi
cat "$outcome" >> "$runner_output"
if [ "$status" -gt 1 ]; then
    refuse "Nothing was compared: the sentence above says why."
fi
if [ "$status" -eq 0 ] && [ "$INPUT_CANNOT_TELL" = fail ] && grep -qx 'verdict=cannot tell' "$outcome"; then
    status=1
fi
exit "$status"
