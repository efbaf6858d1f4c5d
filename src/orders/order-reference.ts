import { randomBytes } from 'node:crypto';

export { isOrderReference, readTypedReference } from '../rules/order-reference.ts';

// Crockford's: no I, L, O, U, so that nobody reads one for another over the phone.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** `TSR-` and 80 random bits in groups of four: within every gateway's alphabet, and not to be guessed. */
export function newOrderReference(): string {
  const letters = Array.from(randomBytes(16), (byte) => ALPHABET[byte % 32]).join('');
  return `TSR-${letters.replaceAll(/(.{4})(?=.)/g, '$1-')}`;
}
