// Crockford's alphabet: no I, L, O or U. All of it is within the alphanumeric mode of QR codes, which takes a third
// less room than bytes would.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((pending >> bits) & 31);
      pending &= (1 << bits) - 1;
    }
  }
  return bits > 0 ? text + ALPHABET.charAt((pending << (5 - bits)) & 31) : text;
}

/** Null where a character is foreign, or where the bits left over are not zero: the same bytes have one text only. */
export function fromBase32(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes: number[] = [];
  let bits = 0;
  let pending = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    pending = (pending << 5) | value;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(pending >> bits);
      pending &= (1 << bits) - 1;
    }
  }
  return pending === 0 && bits < 5 ? Uint8Array.from(bytes) : null;
}
