import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { deriveKey, type Purpose } from '../../../../secrets/derive-key.ts';
import type { SecretKey, SecretKeys } from '../../../../secrets/secret-keys.ts';
import { readCookie } from '../../access/read-cookie.ts';

const VALUE = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/**
 * A cookie that marks this browser as known for something, such as an account, readable by us alone: an id of
 * its own, and a signature over the id and the thing. It opens nothing by itself.
 */
export function createSignedCookie(options: {
  dashboardUrl: string;
  secretKeys: SecretKeys;
  name: string;
  purpose: Purpose;
  maxAgeSeconds: number;
}) {
  const isSecure = options.dashboardUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}${options.name}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${options.maxAgeSeconds}${isSecure ? '; Secure' : ''}`;
  const sign = (key: SecretKey, id: string, about: string): Buffer =>
    createHmac('sha256', deriveKey(key.bytes, options.purpose)).update(`${id} ${about}`).digest();
  return {
    /** The browser's id if the cookie is about this very thing, else null. */
    read(request: FastifyRequest, about: string): string | null {
      const [, id = '', signature = ''] = VALUE.exec(readCookie(request, name) ?? '') ?? [];
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== 32) return null;
      const isOurs = options.secretKeys.accepted.some((key) => timingSafeEqual(sign(key, id, about), given));
      return isOurs ? id : null;
    },
    write(reply: FastifyReply, about: string): void {
      const id = randomBytes(16).toString('base64url');
      const signature = sign(options.secretKeys.current, id, about).toString('base64url');
      reply.header('set-cookie', `${name}=${id}.${signature}; ${attributes}`);
    },
  };
}
