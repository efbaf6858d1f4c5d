import { deriveKey } from '../../secrets/derive-key.ts';
import type { SecretKey } from '../../secrets/secret-keys.ts';

/** What the shop proves itself with to the sandbox, and the sandbox to the shop: as elsewhere, one secret key for both. */
export function sandboxApiKey(secretKey: SecretKey): string {
  return `sk_sandbox_${deriveKey(secretKey.bytes, 'sandbox').toString('hex')}`;
}
