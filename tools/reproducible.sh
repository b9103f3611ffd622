#!/usr/bin/env bash
# Build the source distribution and the wheel twice, in folders of different names, and fail where their bytes differ.
set -euo pipefail
cd "$(dirname "$0")/.."
python=$(tools/find-python.sh)
goal=$(mktemp -d)
trap 'rm -rf "$goal"' EXIT
"$python" -m venv "$goal/tools"
"$goal/tools/bin/pip" --disable-pip-version-check --quiet install build
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH

for folder in one another-folder; do
  git clone --quiet . "$goal/$folder"
  (cd "$goal/$folder" && "$goal/tools/bin/python" -m build --outdir "$goal/built-$folder" . > "$goal/log" 2>&1) ||
    { cat "$goal/log" >&2; exit 1; }
done
cd "$goal"
for file in built-one/*; do
  cmp "$file" "built-another-folder/${file#built-one/}"
  sha256sum "$file" | sed 's|built-one/||'
done
echo 'built twice, with the same bytes'
