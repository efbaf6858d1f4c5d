import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from '../secrets/derive-key.ts';
import type { SecretKey, SecretKeys } from '../secrets/secret-keys.ts';

/**
 * A ticket in the hands of one person. When it is passed on, its pass has another number: that of the one before stays with the person before,
 * and is void.
 */
export type PassNumber = string;

export const passNumber = ({ id, passedOnAt }: { id: string; passedOnAt: Date | null }): PassNumber =>
  `${id}-${(passedOnAt?.getTime() ?? 0).toString(36)}`;

const NUMBER = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-([0-9a-z]{1,10})$/;

/** The ticket of a pass's number; null for any other text. */
export const ticketOfPass = (number: string): string | null => NUMBER.exec(number)?.[1] ?? null;

/** `device`: what a phone shows to get the newest pass. `link`: what the link in a mail shows to get the first one. */
type Use = 'device' | 'link';

/** Opens a pass, and nothing else. It is not stored: it follows from the secret key. */
export const passToken = ({ current }: SecretKeys, use: Use, number: PassNumber): string =>
  tokenOf(current, use, number);

export const isPassToken = (
  { accepted }: SecretKeys,
  use: Use,
  { number, token }: { number: PassNumber; token: string },
): boolean =>
  accepted.some((key) => {
    const [good, given] = [Buffer.from(tokenOf(key, use, number)), Buffer.from(token)];
    return good.length === given.length && timingSafeEqual(good, given);
  });

const tokenOf = (key: SecretKey, use: Use, number: PassNumber): string =>
  createHmac('sha256', deriveKey(key.bytes, 'passes')).update(`${use} ${number}`).digest('base64url');
