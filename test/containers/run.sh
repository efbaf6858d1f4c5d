#!/bin/sh
# npm run test:containers: builds the image, starts it as docs/operating/containers.md says, buys a ticket, stops it. As root, with Debian's
# buildah and podman. Says aloud what it skips. BASE names the base image; without one, it is made of Debian by debootstrap, with this
# machine's Node and npm: base images can't be fetched everywhere. IMAGE names one that is built already, which is then only started.
set -eu
cd "$(dirname "$0")/../.."
skip() { echo "SKIPPED: $*"; exit 0; }
command -v buildah >/dev/null || skip "the image (Debian's package buildah is not installed)"
export STORAGE_DRIVER="${STORAGE_DRIVER:-vfs}" BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "${BASE:-}${IMAGE:-}" ]; then
  command -v debootstrap >/dev/null || skip "the image (no BASE is named, and debootstrap is not installed)"
  debootstrap --variant=minbase --include=ca-certificates bookworm "$work/root" >"$work/debootstrap.log"
  mkdir -p "$work/root/usr/lib/node_modules"
  cp "$(command -v node)" "$work/root/usr/bin/node"
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$work/root/usr/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/root/usr/bin/npm"
  cp /etc/ssl/certs/ca-certificates.crt "$work/root/etc/ssl/certs/"
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/root" / >/dev/null
  # Node takes the certificates of this machine, behind a proxy with one of its own too.
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$container"
  BASE=localhost/tessera-test-base
  buildah commit -q --rm "$container" "$BASE" >/dev/null
  echo "The base image is a Debian of debootstrap, and not node:24-bookworm-slim."
fi
if [ -z "${IMAGE:-}" ]; then
  IMAGE=localhost/tessera-test
  buildah build --network=host --format=docker --build-arg BASE="$BASE" -t "$IMAGE" .
  echo "The image is built."
fi

command -v podman >/dev/null || skip "a container of it (Debian's package podman is not installed)"
port=${PORT:-39217}
name=tessera-test-$$
# Limits that any machine allows. runc, where it is there, takes older ways of control groups than crun.
limits="--ulimit nofile=10000:10000 --ulimit nproc=4096:4096"
runtime=$(command -v runc >/dev/null && echo "--runtime runc" || true)
# shellcheck disable=SC2086
if ! podman $runtime run -d --name "$name" --network=host --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges $limits \
  --stop-timeout 15 -e ENVIRONMENT=development -e HOST=127.0.0.1 -e PORT="$port" "$IMAGE" >"$work/run.log" 2>&1; then
  cat "$work/run.log"
  skip "a container of it (this kernel does not let podman start one)"
fi
trap 'podman rm -f -v "$name" >/dev/null; rm -rf "$work"' EXIT
tries=0
until podman exec "$name" /app/node_modules/.bin/node /app/deploy/healthy.ts; do
  tries=$((tries + 1))
  [ "$tries" -lt 120 ] || { podman logs "$name"; echo "It did not become healthy."; exit 1; }
  sleep 1
done
echo "It is healthy."
podman exec "$name" cat /data/demo.json >"$work/demo.json"
PORT=$port node test/containers/buy.mjs "$work/demo.json"
podman exec "$name" /app/node_modules/.bin/node /app/src/bin/tessera.ts backup /data
podman exec "$name" /app/node_modules/.bin/node /app/src/bin/tessera.ts check
started=$(date +%s)
podman stop "$name" >/dev/null
seconds=$(($(date +%s) - started))
code=$(podman inspect --format '{{.State.ExitCode}}' "$name")
echo "It stopped after $seconds s, with code $code."
[ "$code" = 0 ]
