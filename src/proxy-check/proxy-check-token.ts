import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';

export const PROXY_CHECK_HEADER = 'x-tessera-check';

// Two machines' clocks may differ: that is another finding, and no reason to see nothing.
const GOOD_FOR_MS = 15 * 60_000;

/** Proves that the asker has the secret key of this installation. */
export function makeProxyCheckToken({ current }: Pick<SecretKeys, 'current'>, nowMs: number): string {
  const moment = String(Math.floor(nowMs));
  return `${moment}-${sign(current.bytes, moment)}`;
}

export function isProxyCheckToken({ accepted }: SecretKeys, token: unknown, nowMs: number): boolean {
  if (typeof token !== 'string' || !/^\d{1,15}-[0-9a-f]{64}$/.test(token)) return false;
  const [moment = '', signature = ''] = token.split('-');
  if (Math.abs(Number(moment) - nowMs) > GOOD_FOR_MS) return false;
  return accepted.some(({ bytes }) =>
    timingSafeEqual(Buffer.from(sign(bytes, moment)), Buffer.from(signature)),
  );
}

const sign = (key: Buffer, moment: string): string =>
  createHmac('sha256', deriveKey(key, 'proxy-check')).update(moment).digest('hex');
