#!/bin/sh
# A new server out of a base backup and the archive, beside the old one. As root, or as the server's user:
#   sh restore.sh <base backup> <name of a new cluster of Debian's packages, or path of a new folder> [moment]
# Without a moment, everything that was archived comes back. Start the server afterwards.
set -eu
umask 077
backups=${BACKUPS:-/var/backups/tessera}
version=$(cat "$1/data/PG_VERSION")
PATH=$PATH:/usr/lib/postgresql/$version/bin
case $2 in
*/*) new=$2 etc= ;;
*) new=/var/lib/postgresql/$version/$2 etc=/etc/postgresql/$version/$2 ;;
esac
for there in "$new" "$etc"; do
  test ! -e "$there" || { echo "restore.sh: $there is there already" >&2; exit 1; }
done
test -e "$1/data/postgresql.conf" || test -e "$1/etc/postgresql.conf" ||
  { echo "restore.sh: put the server's postgresql.conf, pg_hba.conf and pg_ident.conf into $1/etc first" >&2; exit 1; }
pg_verifybackup --quiet "$1/data"

trap 'rm -rf "$new" "$etc"' EXIT
trap 'exit 1' HUP INT TERM
mkdir -p "$(dirname "$new")"
cp -a "$1/data" "$new"
if [ -d "$1/etc" ]; then
  cp -R "$1/etc/." "$new"
  # These name the files of the old server.
  sed -E '/^(data_directory|hba_file|ident_file|external_pid_file)\>/d' "$1/etc/postgresql.conf" >"$new/postgresql.conf"
fi
# Those of an earlier restore must not count.
sed -i -E '/^(restore_command|recovery_target)/d' "$new/postgresql.auto.conf"
cat >>"$new/postgresql.auto.conf" <<CONF
restore_command = 'cp $backups/wal/%f %p'
recovery_target_action = promote
${3:+recovery_target_time = '$3'}
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
