import assert from 'node:assert/strict';

/** French has a space before `: ; ! ?` and inside « », and a line never breaks there: the space is a no-break one. */
export function assertFrenchSpacing(said: string, key: string): void {
  assert.doesNotMatch(said, /[ \w][;!?»]|«[^\u00a0\u202f]/u, key);
  assert.doesNotMatch(said, /[^\u00a0]:(?!\/\/)/u, key);
  assert.doesNotMatch(said, /'/, `${key}: an apostrophe is ’`);
}
