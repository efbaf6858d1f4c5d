#!/bin/sh
# A copy of the whole server, from which the archive leads on. As the user postgres: sh base-backup.sh <connection string>
set -eu
backups=${BACKUPS:-/var/backups/tessera}
umask 077
base=$backups/base-$(date -u +%Y-%m-%dT%H-%M-%SZ)
pg_basebackup --dbname="$1" --pgdata="$base.part" --checkpoint=fast --wal-method=fetch
pg_verifybackup --quiet "$base.part"
mv "$base.part" "$base"
echo "$base"
