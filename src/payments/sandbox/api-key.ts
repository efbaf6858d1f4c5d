import { deriveKey } from '../../secrets/derive-key.ts';

/** What the shop proves itself with to the sandbox, and the sandbox to the shop: as elsewhere, one secret key for both. */
export function sandboxApiKey(secretKey: Buffer): string {
  return `sk_sandbox_${deriveKey(secretKey, 'sandbox').toString('hex')}`;
}
