#!/usr/bin/env bash
# Write requirements/ again: locked.txt with the newest versions of all that is needed to build, test and document, by
# hash, for every system and Python; oldest.txt with the oldest versions that users may have.
set -euo pipefail
cd "$(dirname "$0")/.."
goal=$1
python=$(tools/find-python.sh)
"$python" -m venv "$goal"
"$goal/bin/pip" --disable-pip-version-check --quiet install uv

compile=("$goal/bin/uv" pip compile --quiet --python-version 3.11 --no-annotate --custom-compile-command 'make locks')
"$python" tools/list_extra.py --build > "$goal/build.in"
# With extras: what is wanted as `coverage[toml]` is not taken from a line on `coverage`, and so has no hash.
"${compile[@]}" --upgrade --universal --generate-hashes --no-strip-extras --extra dev --extra docs \
  --output-file requirements/locked.txt pyproject.toml "$goal/build.in"
"${compile[@]}" --upgrade --resolution lowest-direct \
  --extra ja --extra ko --extra spm --extra stem --extra lemma --extra learned --extra figures --extra tables \
  --output-file requirements/oldest.txt pyproject.toml
