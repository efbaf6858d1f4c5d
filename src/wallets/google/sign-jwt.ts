import { sign } from 'node:crypto';
import type { GoogleCredentials } from './read-google-credentials.ts';

/** A JSON Web Token (RFC 7519) that the service account vouches for. */
export function signJwt(claims: object, { key, email }: GoogleCredentials): string {
  const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iss: email, ...claims })}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}
