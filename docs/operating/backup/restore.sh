#!/bin/sh
# A new server's files out of a base backup: sh restore.sh <base backup> <new folder>, with recovery.conf beside this file.
# As the user postgres. Start the server on the new folder afterwards; it fetches from the archive what it needs.
set -eu
umask 077
here=$(dirname "$0")
test ! -e "$2" || { echo "$2 is there already" >&2; exit 1; }
cp -a "$1" "$2"
cat "$here/recovery.conf" >> "$2/postgresql.auto.conf"
touch "$2/recovery.signal"
