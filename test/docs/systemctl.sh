#!/bin/sh
# For machines without a running systemd: starts what the units name, as their users and with their settings, in the background; oneshot ones to their end.
set -eu
value() { sed -n "s/^$1=-\{0,1\}//p" "$file"; }
for word in "$@"; do
  file=$(ls "/etc/systemd/system/$word" "/lib/systemd/system/$word" 2>/dev/null | head -n 1)
  case $word in *.service) test -n "$file" || { echo "$word is not here" >&2; exit 1; } ;; *) continue ;; esac
  user=$(value User)
  if [ -n "$(value StateDirectory)" ]; then install -d -m 0700 -o "$user" "/var/lib/$(value StateDirectory)"; fi
  (
    cd "$(value WorkingDirectory)/"
    set -a
    HOME=$(getent passwd "$user" | cut -d : -f 6)
    eval "$(value Environment)"
    for settings in $(value EnvironmentFile); do . "$settings"; done
    set +a
    eval "set -- $(value ExecStart)"
    if [ "$(value Type)" = oneshot ]; then exec runuser -u "$user" -- "$@"; fi
    setsid runuser -u "$user" -- "$@" </dev/null >"/var/log/$word.log" 2>&1 &
  )
done
