import { deriveKey } from './derive-key.ts';
import type { SecretKeys } from './secret-keys.ts';

/** Of all keys that are accepted: a preview's address that was made before the secret key was changed still works. */
export const previewKeysOf = (secretKeys: SecretKeys): { current: Buffer; accepted: Buffer[] } => ({
  current: deriveKey(secretKeys.current.bytes, 'previews'),
  accepted: secretKeys.accepted.map(({ bytes }) => deriveKey(bytes, 'previews')),
});
