#!/bin/sh
# Print a Python that can build Steelyard, or say which package is missing. $PYTHON, if set, is the only candidate.
set -u

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

found=
for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11}; do
    if is_new_enough "$candidate"; then
        found=$candidate
        break
    fi
done

missing() {
    printf 'Steelyard needs %s.\n  Debian or Ubuntu: %s\n  macOS: %s\n' "$1" "$2" "$3" >&2
    exit 1
}

[ -n "$found" ] || missing "Python 3.11 or newer" "apt install python3 python3-venv python3-dev" "brew install python"
"$found" -c 'import ensurepip, venv' 2>/dev/null ||
    missing "Python's venv and pip" "apt install python3-venv python3-pip" "brew install python"
"$found" -c 'import os, sys, sysconfig; sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' ||
    missing "Python's headers" "apt install python3-dev" "brew install python"

probe=$(mktemp -d)
trap 'rm -rf "$probe"' EXIT
cat >"$probe/probe.cpp" <<'EOF'
#include <span>
#if defined(__apple_build_version__)
#elif defined(__clang__) && __clang_major__ < 14
#error "too old"
#elif defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 11
#error "too old"
#endif
int main() { return static_cast<int>(std::span<const int>().size()); }
EOF
for compiler in ${CXX:-c++ g++ clang++}; do
    if "$compiler" -std=c++20 "$probe/probe.cpp" -o "$probe/probe" >/dev/null 2>&1; then
        printf '%s\n' "$found"
        exit 0
    fi
done
missing "a C++20 compiler (GCC 11, Clang 14 or newer)" "apt install g++ (or clang)" "xcode-select --install"
