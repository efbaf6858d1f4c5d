import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKey, SecretKeys } from '../secrets/secret-keys.ts';

/** Mails that nobody needs for their tickets. Their numbers are in links that were mailed: add new ones at the end. */
export const OPTIONAL_MAILS = ['message', 'reminder', 'thanks', 'cart'] as const;
export type OptionalMail = (typeof OPTIONAL_MAILS)[number];

/** Mails of one host and kind, to one address. The address is a hash: see address-hash.ts. */
export type Subscription = { hostId: string; kind: OptionalMail; addressHash: Buffer };

const HOST_BYTES = 16;
const HASH_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TOKEN_BYTES = HOST_BYTES + 1 + HASH_BYTES + SIGNATURE_BYTES;

/** Says what a link ends, and has no address in it. It stays good for as long as the secret key is accepted. */
export function writeToken({ current }: SecretKeys, { hostId, kind, addressHash }: Subscription): string {
  const said = Buffer.concat([
    Buffer.from(hostId.replaceAll('-', ''), 'hex'),
    Buffer.from([OPTIONAL_MAILS.indexOf(kind)]),
    addressHash,
  ]);
  return Buffer.concat([said, sign(current, said)]).toString('base64url');
}

/** Null where we have not written it. */
export function readToken({ accepted }: SecretKeys, token: string): Subscription | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== TOKEN_BYTES) return null;
  const said = bytes.subarray(0, TOKEN_BYTES - SIGNATURE_BYTES);
  const signature = bytes.subarray(said.length);
  if (!accepted.some((key) => timingSafeEqual(sign(key, said), signature))) return null;
  const kind = OPTIONAL_MAILS[said[HOST_BYTES] ?? -1];
  if (!kind) return null;
  const host = said.subarray(0, HOST_BYTES).toString('hex');
  return {
    hostId: host.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
    kind,
    addressHash: said.subarray(HOST_BYTES + 1),
  };
}

const sign = (key: SecretKey, said: Buffer): Buffer =>
  createHmac('sha256', deriveKey(key.bytes, 'unsubscribing'))
    .update(said)
    .digest()
    .subarray(0, SIGNATURE_BYTES);
