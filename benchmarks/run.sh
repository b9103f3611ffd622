#!/bin/sh
# Time Steelyard beside sacreBLEU: an ordinary (not editable) install of both in .venv-bench, one core, alternating runs.
set -eu
cd "$(dirname "$0")/.."
venv=.venv-bench
[ -x "$venv/bin/python" ] || "$(tools/find-python.sh)" -m venv "$venv"
newest=$(find src native CMakeLists.txt pyproject.toml -type f -newer "$venv/.installed" 2>/dev/null | head -n 1 || true)
if [ ! -e "$venv/.installed" ] || [ -n "$newest" ]; then
    "$venv/bin/python" -m pip --disable-pip-version-check --quiet install . sacrebleu==2.6.0
    touch "$venv/.installed"
fi
exec "$venv/bin/python" benchmarks/bleu.py "$@"
