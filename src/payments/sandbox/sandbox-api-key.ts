import { deriveKey } from '../../secrets/derive-key.ts';
import type { SecretKey } from '../../secrets/secret-keys.ts';

/** The secret key that the shop and the sandbox know each other by: one for both directions, as with other gateways. */
export function sandboxApiKey(secretKey: SecretKey): string {
  return `sk_sandbox_${deriveKey(secretKey.bytes, 'sandbox').toString('hex')}`;
}
