import { createHmac, type KeyObject } from 'node:crypto';

/** The `X-Service-Signature` of a body: HMAC-SHA512 over its bytes, in lower-case hex. */
export function signBody(privateKey: string | KeyObject, body: Uint8Array): string {
  return createHmac('sha512', privateKey).update(body).digest('hex');
}
