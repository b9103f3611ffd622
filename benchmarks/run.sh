#!/bin/sh
# Time Steelyard beside its peers: an ordinary (not editable) install of all in .venv-bench, one core, alternating runs.
# `memory` measures Steelyard alone.
# Usage: benchmarks/run.sh [commands|start_up|functions|pairwise|resampling|people|votes|json_lines|threads|report|memory] [--runs N] [--only NAME]; by default all, one after the other.
set -eu
cd "$(dirname "$0")/.."
venv=.venv-bench
[ -x "$venv/bin/python" ] || "$(tools/find-python.sh)" -m venv "$venv"
newest=$(find src native CMakeLists.txt pyproject.toml benchmarks/run.sh -type f -newer "$venv/.installed" 2>/dev/null | head -n 1 || true)
if [ ! -e "$venv/.installed" ] || [ -n "$newest" ]; then
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install ".[learned]" \
        sacrebleu==2.6.0 fastchrf==0.2.1 jiwer nltk rapidfuzz rouge-score jinja2 playwright evalica==0.4.2 pandas
    touch "$venv/.installed"
fi
case ${1:-} in
memory)
    shift
    exec "$venv/bin/python" benchmarks/memory "$@"
    ;;
commands | start_up | functions | pairwise | resampling | people | votes | json_lines | threads | report)
    part=$1
    shift
    exec "$venv/bin/python" "benchmarks/$part.py" "$@"
    ;;
esac
"$venv/bin/python" benchmarks/functions.py "$@"
"$venv/bin/python" benchmarks/pairwise.py "$@"
"$venv/bin/python" benchmarks/resampling.py "$@"
"$venv/bin/python" benchmarks/people.py "$@"
"$venv/bin/python" benchmarks/votes.py "$@"
"$venv/bin/python" benchmarks/json_lines.py "$@"
"$venv/bin/python" benchmarks/threads.py "$@"
"$venv/bin/python" benchmarks/report.py "$@"
"$venv/bin/python" benchmarks/start_up.py
"$venv/bin/python" benchmarks/commands.py "$@"
"$venv/bin/python" benchmarks/memory
