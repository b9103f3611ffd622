#!/usr/bin/env bash
# The step of action.yml: compare a new system with the one in use, and leave with the status that the job should have.
# Inputs come as variables, so that no text of a pull request is ever read as a command: neither by the shell, nor by
# GitHub, which reads commands from what is printed, nor as a flag.
set -euo pipefail
set -f # names are not patterns

# Escapes what would end a command, as GitHub's own toolkit does.
refuse() {
    local text=${1//%/%25}
    text=${text//$'\r'/%0D}
    echo "::error title=Steelyard::${text//$'\n'/%0A}"
    exit 2
}

# Splits an input into `words`, of which none is a flag.
split() {
    read -ra words <<< "${2//[$'\r\n']/ }"
    local word
    for word in ${words[@]+"${words[@]}"}; do
        [[ $word != -* ]] || refuse "$1 has $word, which would be read as a flag: write ./$word for a file of this name."
    done
}

# Sentences of Steelyard repeat what it was given. A line end there would begin a command, and ##[ is one anywhere.
for text in "$INPUT_BASELINE" "$INPUT_NAME" "$INPUT_DOCUMENTS" "$INPUT_REPORT" "$INPUT_ANCHOR" "$INPUT_LEDGER"; do
    case $text in
        -*) refuse "$text would be read as a flag: write ./$text for a file of this name." ;;
        *[$'\r\n']*) refuse "$text has a line end." ;;
    esac
done
case "$INPUT_REFERENCE $INPUT_INPUT $INPUT_METRICS $INPUT_MAX_DROP $INPUT_MIN_SCORE $INPUT_ARGUMENTS $INPUT_BASELINE $INPUT_NAME \
$INPUT_DOCUMENTS $INPUT_REPORT $INPUT_ANCHOR $INPUT_LEDGER" in
    *'##['*) refuse "An input has ##[, which GitHub reads as a command." ;;
esac

case $INPUT_CANNOT_TELL in
    pass | fail) ;;
    *) refuse "cannot-tell is pass or fail, not $INPUT_CANNOT_TELL." ;;
esac
if [ -n "$INPUT_LEDGER" ] && [ "$INPUT_CANNOT_TELL" = fail ]; then
    refuse "With a ledger a gate says whether it failed and no more, so cannot-tell is pass."
fi

split reference "$INPUT_REFERENCE"
references=("${words[@]}")
split input "$INPUT_INPUT"
outputs=("${words[@]}")
split metrics "$INPUT_METRICS"
metrics=("${words[@]}")
split max-drop "$INPUT_MAX_DROP"
max_drop=(${words[@]+"${words[@]}"})
split min-score "$INPUT_MIN_SCORE"
min_score=(${words[@]+"${words[@]}"})
read -ra further <<< "${INPUT_ARGUMENTS//[$'\r\n']/ }" # flags, on purpose
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
if [ -n "$INPUT_ANCHOR" ]; then
    look+=(--anchor "$INPUT_ANCHOR")
fi
if [ -n "$INPUT_LEDGER" ]; then
    look+=(--ledger "$INPUT_LEDGER")
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
