import { createHmac, timingSafeEqual } from 'node:crypto';

const TOKEN = /^([0-9a-z]{1,12})\.([0-9a-f]{32})\.([\w-]{43})$/;

export type Preview = {
  /** The member that the address was made for, or the link for people outside the team (preview-links.ts). It ends with either. */
  bearerId: string;
  expiresAt: Date;
};

/** Opens the preview of one event, a draft too, until a time: what its host sees before anybody else does. */
export function writePreviewToken(
  key: Buffer,
  { eventId, bearerId, expiresAt }: Preview & { eventId: string },
): string {
  const expiry = Math.floor(expiresAt.getTime() / 1_000).toString(36);
  const bearer = bearerId.replaceAll('-', '');
  return `${expiry}.${bearer}.${tagOf(key, eventId, `${expiry}.${bearer}`).toString('base64url')}`;
}

/** For whom the token opens the event and until when; null where it is not one of ours, or another event's. */
export function readPreviewToken(keys: Buffer[], eventId: string, token: string): Preview | null {
  const [, expiry = '', bearer = '', tag = ''] = TOKEN.exec(token) ?? [];
  const given = Buffer.from(tag, 'base64url');
  const isOurs = keys.some((key) => {
    const right = tagOf(key, eventId, `${expiry}.${bearer}`);
    return given.length === right.length && timingSafeEqual(right, given);
  });
  if (!isOurs) return null;
  return {
    bearerId: bearer.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    expiresAt: new Date(Number.parseInt(expiry, 36) * 1_000),
  };
}

const tagOf = (key: Buffer, eventId: string, rest: string): Buffer =>
  createHmac('sha256', key).update(`${eventId} ${rest}`).digest();
