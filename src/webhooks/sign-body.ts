import { createHmac } from 'node:crypto';

/** What `X-Service-Signature` says of a body: HMAC-SHA512 over its bytes, in lower-case hex. */
export function signBody(privateKey: string, body: string): string {
  return createHmac('sha512', privateKey).update(body, 'utf8').digest('hex');
}
