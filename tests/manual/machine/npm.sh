#!/bin/sh
# npm ci and npm run build: the packages of a lock file that are there already are mounted, which root
# does, and a build that this commit has already given is copied. Everything else is what npm does.
set -eu
case "$*" in
ci)
  lock=$(sha256sum package-lock.json | cut -d ' ' -f 1)
  echo "$lock $(pwd)" >/run/manual/modules-wanted
  [ "$(cat /run/manual/modules-given)" = "$lock" ]
  ;;
'run build')
  kept=/run/manual/builds/$(git rev-parse HEAD)
  rm -rf build
  if [ -d "$kept" ]; then
    cp -a "$kept" build
  else
    node scripts/build.mjs
    mkdir -m 777 "$kept.new" 2>/dev/null && cp -a build/. "$kept.new" && mv "$kept.new" "$kept"
  fi
  ;;
*)
  echo "npm $* is not part of the manual." >&2
  exit 1
  ;;
esac
