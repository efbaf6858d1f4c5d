import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /^([0-9a-z]{1,12})\.([\w-]{43})$/;

/** Opens the preview of one event, a draft too, until a time: what its host sees before anybody else does. */
export function writePreviewToken(
  key: Buffer,
  { eventId, expiresAt }: { eventId: string; expiresAt: Date },
): string {
  const expiry = Math.floor(expiresAt.getTime() / 1_000).toString(36);
  return `${expiry}.${tagOf(key, eventId, expiry).toString('base64url')}`;
}

/** Until when the token opens the event; null where it is not one of ours, or another event's. */
export function readPreviewToken(keys: Buffer[], eventId: string, token: string): Date | null {
  const [, expiry = '', tag = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(tag, 'base64url');
  const isOurs = keys.some((key) => {
    const right = tagOf(key, eventId, expiry);
    return given.length === right.length && timingSafeEqual(right, given);
  });
  return isOurs ? new Date(Number.parseInt(expiry, 36) * 1_000) : null;
}

const tagOf = (key: Buffer, eventId: string, expiry: string): Buffer =>
  createHmac('sha256', key).update(`${eventId} ${expiry}`).digest();
