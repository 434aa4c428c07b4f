#!/bin/sh
# journalctl -u <unit>: what the unit has written so far.
while [ $# -gt 0 ]; do
  if [ "$1" = -u ]; then exec cat "/run/manual/journal/${2%.service}.service"; fi
  shift
done
exit 1
