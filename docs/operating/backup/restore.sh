#!/bin/sh
# A new server out of a base backup and the archive, beside the old one. As root, or as the server's user:
#   sh restore.sh <base backup> <name of a new cluster of Debian's packages, or path of a new folder> [moment] [history]
# Without a moment, everything that was archived comes back. The history: `current`, `latest` or PostgreSQL's number of a timeline; an archive
# has several after a restore or a failover. Start the server afterwards.
set -eu
refuse() { echo "restore.sh: $1" >&2; exit 1; }
umask 077
backups=${BACKUPS:-/var/backups/tessera}
base=$1 moment=${3:-} history=${4:-}
version=$(cat "$base/data/PG_VERSION")
PATH=$PATH:/usr/lib/postgresql/$version/bin
case $2 in
*/*) new=$2 etc= ;;
*) new=/var/lib/postgresql/$version/$2 etc=/etc/postgresql/$version/$2 ;;
esac
for there in "$new" "$etc"; do
  test ! -e "$there" || refuse "$there is there already. If it is what pg_dropcluster left: rm -r $there"
done
test -e "$base/data/postgresql.conf" || test -e "$base/etc/postgresql.conf" ||
  refuse "put the server's postgresql.conf, pg_hba.conf and pg_ident.conf into $base/etc first"
label() { sed -n "s/^$1: //p" "$base/data/backup_label"; }
if [ -n "$moment" ]; then
  # Without its offset a moment means one thing to the shell and another to the server.
  echo "$moment" | grep -Eq '^[0-9]{4}-[0-9]{2}-[0-9]{2}[ T][0-9:.]+([+-][0-9]{2}(:?[0-9]{2})?|Z)$' && seconds=$(date -d "$moment" +%s) ||
    refuse "write the moment like 2026-11-17 20:15:00+00"
  # The server would start with what the base backup has, and say so in its log alone.
  begun=$(date -d "$(label 'START TIME')" +%s) || begun=0
  test "$seconds" -ge "$begun" ||
    refuse "$moment is before this base backup was begun, $(label 'START TIME'). Take an older one"
fi
# The server would follow the newest by itself, past which nothing of the old server's comes back.
case $history in
'' | current | latest) ;;
*[!0-9]*) refuse "the history is current, latest or a number" ;;
esac
if [ -z "$history" ]; then
  for file in "$backups"/wal/*.history; do
    test -e "$file" || break
    number=$(basename "$file" .history)
    test $((0x$number)) -le "$(label 'START TIMELINE')" ||
      refuse "the archive has several histories since this base backup, since there was a restore or a failover. Add one more word: current, for the server that the base backup is from, or latest, for the newest"
  done
fi
pg_verifybackup --quiet "$base/data"

trap 'rm -rf "$new" "$etc"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$(dirname "$new")"
cp -a "$base/data" "$new"
if [ -d "$base/etc" ]; then
  cp -R "$base/etc/." "$new"
  # These name the files of the old server.
  sed -E '/^(data_directory|hba_file|ident_file|external_pid_file)\>/d' "$base/etc/postgresql.conf" >"$new/postgresql.conf"
fi
# Those of an earlier restore must not count.
sed -i -E '/^(restore_command|recovery_target)/d' "$new/postgresql.auto.conf"
cat >>"$new/postgresql.auto.conf" <<CONF
restore_command = 'cp $backups/wal/%f %p'
recovery_target_action = promote
${moment:+recovery_target_time = '$moment'}
${history:+recovery_target_timeline = '$history'}
CONF
touch "$new/recovery.signal"
if [ "$(id -u)" = 0 ]; then chown -R postgres:postgres "$new"; fi
if [ -n "$etc" ]; then
  # Debian's tool takes the three files to /etc, and gives the server a free port; what they include is ours to move.
  mkdir -p "$etc"
  if [ -d "$new/conf.d" ]; then cp -a "$new/conf.d" "$etc/" && rm -r "$new/conf.d"; fi
  chmod -R a+rX "$etc"
  pg_createcluster "$version" "$2"
fi
trap - EXIT
