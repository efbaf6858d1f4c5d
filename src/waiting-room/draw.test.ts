import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { hashOf, makeSeed, rankOf } from './draw.ts';
import { verifyDraw } from './verify-draw.ts';

const seed = makeSeed();
const drawn: string[] = Array.from({ length: 50 }, () => randomUUID()).toSorted((one, other) =>
  Buffer.compare(rankOf(seed, one), rankOf(seed, other)),
);
const list = {
  seed: seed.toString('hex'),
  seedHash: hashOf(seed).toString('hex'),
  count: drawn.length,
  entries: drawn,
};

test('a rank is what anybody gets who knows seed and entry: HMAC-SHA256, the first sixteen bytes', () => {
  const known = Buffer.from('00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff', 'hex');
  // printf '%s' 6f9619ff-8b86-4011-b42d-00c04fc964ff | openssl dgst -sha256 -mac HMAC -macopt hexkey:0011…
  assert.equal(rankOf(known, '6f9619ff-8b86-4011-b42d-00c04fc964ff').toString('hex'), RANK);
  assert.equal(hashOf(known).toString('hex'), HASH);
});
const RANK = '79a75da680d4e892791fcbd51261a160';
const HASH = '4773d12e2371bb935b9a0f5439b4a1c3ad3f2414b86980f8418d1cfabdfadfef';

test('a draw that is as its seed says is right', () => {
  assert.deepEqual(verifyDraw(list), { isRight: true, count: 50 });
  assert.deepEqual(verifyDraw({ ...list, count: 0, entries: [] }), { isRight: true, count: 0 });
});

const swapped = drawn.with(10, drawn[11] ?? '').with(11, drawn[10] ?? '');
for (const [how, wrong, problem] of [
  ['a seed that was chosen later', { seed: makeSeed().toString('hex') }, /^The seed does not match the hash/],
  ['a seed that is none', { seed: 'ab' }, /^The seed is not 32 bytes/],
  ['two that changed places', { entries: swapped }, /^Place 12: entry .* should come before/],
  ['one that is in it twice', { entries: [drawn[0] ?? '', ...drawn], count: 51 }, /^Place 2: .* twice/],
  ['one that was left out', { entries: drawn.slice(1) }, /^The list has 49 entries, but says that it has 50/],
  ['what is no entry', { entries: drawn.with(3, 'x') }, /^Place 4: "x" is not an entry/],
  [
    'an entry in other letters',
    { entries: drawn.map((id) => id.toUpperCase()) },
    /^Place 1: .* is not an entry/,
  ],
] as const) {
  test(`a draw is refused with ${how}`, () => {
    const verdict = verifyDraw({ ...list, ...wrong });
    assert.ok(!verdict.isRight);
    assert.match(verdict.problem, problem);
  });
}
