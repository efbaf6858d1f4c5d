import { createHash, randomBytes } from 'node:crypto';

/** For an address that only its receiver may know; stored as a hash. */
export const newToken = (): string => randomBytes(24).toString('base64url');

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
