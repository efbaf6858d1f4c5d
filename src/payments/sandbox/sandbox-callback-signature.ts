import { createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_HEADER = 'x-sandbox-signature';

/** HMAC-SHA512 of the body as it is sent, byte for byte. */
export function signCallback(key: string, body: string | Buffer): string {
  return createHmac('sha512', key).update(body).digest('hex');
}

export function isCallbackSigned(
  key: string,
  { body, signature }: { body: Buffer; signature: unknown },
): boolean {
  if (typeof signature !== 'string') return false;
  const expected = Buffer.from(signCallback(key, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
