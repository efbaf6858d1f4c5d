import { verifyAsync } from '@noble/ed25519';
import { signedBytes, type CodeParts } from '../../../rules/ticket-code.ts';
import { fromBase64url } from './base64url.ts';

/** Whether the code was signed for this event. Stricter than the library likes: as the server checks it. */
export async function isSigned(
  { serial, signature }: CodeParts,
  { eventId, verifyKeys }: { eventId: string; verifyKeys: readonly string[] },
): Promise<boolean> {
  const message = signedBytes(eventId, serial);
  for (const key of verifyKeys) {
    if (await verifyAsync(signature, message, fromBase64url(key), { zip215: false })) return true;
  }
  return false;
}
