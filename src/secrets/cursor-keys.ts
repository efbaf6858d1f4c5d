import { deriveKey } from './derive-key.ts';
import type { SecretKeys } from './secret-keys.ts';

/** Of all keys that are accepted: a cursor that was issued before the secret key was changed still works. */
export const cursorKeysOf = (secretKeys: SecretKeys): { current: Buffer; accepted: Buffer[] } => ({
  current: deriveKey(secretKeys.current.bytes, 'cursors'),
  accepted: secretKeys.accepted.map(({ bytes }) => deriveKey(bytes, 'cursors')),
});
