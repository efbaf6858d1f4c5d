#!/bin/sh
# A copy of the whole server, from which the archive leads on, and of its configuration. As the server's user, on its machine:
#   sh base-backup.sh [connection string of a user who may replicate]
# Keeps two weeks of copies, and the log since the oldest of them.
set -eu
umask 077
backups=${BACKUPS:-/var/backups/tessera}
server=${1:-dbname=postgres}
base=$backups/base-$(date -u +%Y-%m-%dT%H-%M-%SZ)
trap 'rm -rf "$base.part"' EXIT
trap 'exit 1' HUP INT TERM
show() { psql --dbname="$server" --no-psqlrc --tuples-only --no-align --command="SHOW $1"; }

mkdir "$base.part"
pg_basebackup --dbname="$server" --pgdata="$base.part/data" --checkpoint=fast --wal-method=fetch
# Debian keeps these tools apart for each version, away from the PATH.
PATH=$PATH:/usr/lib/postgresql/$(cat "$base.part/data/PG_VERSION")/bin
pg_verifybackup --quiet "$base.part/data"

# Debian keeps the configuration in /etc. Others keep it with the data, and it is copied already.
if [ ! -e "$base.part/data/postgresql.conf" ]; then
  if config=$(show config_file) && [ -r "$config" ]; then
    mkdir "$base.part/etc"
    cp "$config" "$base.part/etc/postgresql.conf"
    cp "$(show hba_file)" "$base.part/etc/pg_hba.conf"
    cp "$(show ident_file)" "$base.part/etc/pg_ident.conf"
    if [ -d "$(dirname "$config")/conf.d" ]; then cp -R "$(dirname "$config")/conf.d" "$base.part/etc/"; fi
  else
    echo "base-backup.sh: the server's configuration can't be read here. Copy it yourself, to $base/etc" >&2
  fi
fi
mv "$base.part" "$base"
echo "$base"
# For the alert on its age.
psql --dbname="$server" --no-psqlrc --quiet --command="\\connect ${DATABASE:-tessera}" \
  --command='UPDATE last_backup SET ended_at = clock_timestamp()' ||
  echo "base-backup.sh: the database ${DATABASE:-tessera} could not be told of it. Name it in DATABASE." >&2

find "$backups" -maxdepth 1 \( -name 'base-*Z' -mtime +14 -o -name 'base-*.part' -mtime +0 \) ! -path "$base" -exec rm -rf {} +
for oldest in "$backups"/base-*Z; do break; done
first=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$oldest/data/backup_label")
if [ -d "$backups/wal" ]; then pg_archivecleanup "$backups/wal" "$first"; fi
