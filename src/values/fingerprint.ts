/** Sixty-four bits that tell texts apart; no secret. */
export function fingerprint(text: string): string {
  let [one, other] = [0x811c9dc5, 0x9e3779b9];
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ code, 0x85ebca6b) + (other >>> 13);
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36);
}
