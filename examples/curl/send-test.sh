#!/bin/sh
# Sends your receiver a signed test, as Tessera does. RECEIVER_URL is where it listens.
set -eu
: "${PRIVATE_KEY:?Set PRIVATE_KEY to your private key, sk_….}"
: "${RECEIVER_URL:=http://127.0.0.1:4000/}"

body='{"eventType":"WEBHOOK_TEST","data":{"message":"A test by hand.","reference":"TEST-1","sentAt":"2026-11-15T18:00:00.000Z"}}'
signature=$(printf %s "$body" | openssl dgst -sha512 -hmac "$PRIVATE_KEY" -r | cut -d' ' -f1)

# --data-binary: the bytes as they are. A receiver that checks signatures answers 200; with another key, 401.
curl --silent --show-error --write-out '\n%{http_code}\n' \
  --header 'Content-Type: application/json' \
  --header "X-Service-Signature: $signature" \
  --data-binary "$body" "$RECEIVER_URL"
