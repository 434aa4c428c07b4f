#!/bin/sh
# apt install: what the manual's machine needs was installed before. The names have to exist.
[ "$1" = install ] || exit 100
shift
for package in "$@"; do
  case $package in -*) continue ;; esac
  if ! dpkg -s "$package" >/dev/null 2>&1 && [ -z "$(apt-cache show "$package" 2>/dev/null)" ] &&
    ls /var/lib/apt/lists/*_Packages* >/dev/null 2>&1; then
    echo "E: Unable to locate package $package" >&2
    exit 100
  fi
done
