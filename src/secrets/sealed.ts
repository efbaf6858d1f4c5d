import { deriveKey, type Purpose } from './derive-key.ts';
import { seal, unseal } from './secret-box.ts';
import type { SecretKeys } from './secret-keys.ts';

/** A secret as a row has it. `sealedBy` is the id of its key; null: sealed before that was stored. */
export type Sealed = { box: Buffer; sealedBy: string | null };

type What = { purpose: Purpose; owner: string };

export function sealCurrent(
  { current }: SecretKeys,
  what: What & { secret: string },
): { box: Buffer; sealedBy: string } {
  return {
    box: seal(deriveKey(current.bytes, what.purpose), what.secret, what.owner),
    sealedBy: current.id,
  };
}

/**
 * Opens a box with the accepted key that fits. The id only says which to try first, and which to name if none fits: a process
 * of an older version replaces a box without changing the id.
 */
export function openSealed(keys: SecretKeys, { box, sealedBy }: Sealed, { purpose, owner }: What): string {
  const named = keys.accepted.filter(({ id }) => id === sealedBy);
  const others = keys.accepted.filter(({ id }) => id !== sealedBy);
  for (const { bytes } of [...named, ...others]) {
    try {
      return unseal(deriveKey(bytes, purpose), box, owner);
    } catch {
      // By its tag, the box was not sealed with this key: try the next one.
    }
  }
  throw new SecretKeyMissing(sealedBy);
}

/** No configured key opens the sealed value. */
export class SecretKeyMissing extends Error {
  constructor(sealedBy: string | null) {
    const which = sealedBy ? `secret key ${sealedBy}` : 'a secret key';
    super(`sealed under ${which} that is neither SECRET_KEY nor in ACCEPTED_SECRET_KEYS`);
  }
}
