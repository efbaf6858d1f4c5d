import { hkdfSync } from 'node:crypto';

/** A key for one purpose, so that what one part of the product signs or encrypts means nothing to another. */
export function deriveKey(secretKey: Buffer, purpose: 'private-keys' | 'cursors'): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `tessera ${purpose}`, 32));
}
