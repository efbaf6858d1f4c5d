import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isSmallTypo } from './typo.ts';

const word = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'abcdefgh'.split('')), minLength, maxLength });

/** One slip of the finger: a letter wrong, missing, too many, or two swapped. */
const slip = fc.record({
  kind: fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
  at: fc.nat(),
  letter: fc.constantFrom('x', 'y', 'z'),
});
type Slip = typeof slip extends fc.Arbitrary<infer Value> ? Value : never;

function slipped(text: string, { kind, at, letter }: Slip): string {
  const index = at % text.length;
  if (kind === 'wrong') return text.slice(0, index) + letter + text.slice(index + 1);
  if (kind === 'missing') return text.slice(0, index) + text.slice(index + 1);
  if (kind === 'extra') return text.slice(0, index) + letter + text.slice(index);
  const [a = '', b = ''] = text.slice(index, index + 2);
  return text.slice(0, index) + b + a + text.slice(index + 2);
}

test('one slip is forgiven in what is typed with four letters or more', () => {
  fc.assert(
    fc.property(word(5, 20), slip, (meant, how) => {
      assert.ok(isSmallTypo(slipped(meant, how), meant));
    }),
  );
});

test('two slips apart from each other are forgiven in a long word', () => {
  fc.assert(
    fc.property(word(6, 10), word(6, 10), slip, slip, (left, right, first, second) => {
      assert.ok(isSmallTypo(slipped(left, first) + slipped(right, second), left + right));
    }),
  );
});

test('two wrong letters in a short word, three in a long one, are too many', () => {
  fc.assert(fc.property(word(4, 7), (meant) => assert.ok(!isSmallTypo(`xy${meant.slice(2)}`, meant))));
  fc.assert(
    fc.property(word(8, 20), (meant) => {
      assert.ok(isSmallTypo(`xy${meant.slice(2)}`, meant));
      assert.ok(!isSmallTypo(`xyz${meant.slice(3)}`, meant));
    }),
  );
});

test('words of up to three letters must be right', () => {
  fc.assert(fc.property(word(1, 3), word(1, 5), (typed, meant) => assert.ok(!isSmallTypo(typed, meant))));
});

test('examples that people type', () => {
  for (const [typed, meant] of [
    ['lagso', 'lagos'],
    ['lgos', 'lagos'],
    ['laagos', 'lagos'],
    ['lages', 'lagos'],
    ['concret', 'concert'],
    ['festvial', 'festival'],
    ['amapinao', 'amapiano'],
    ['johanesberg', 'johannesburg'],
  ] as const)
    assert.ok(isSmallTypo(typed, meant), `${typed} for ${meant}`);
  for (const [typed, meant] of [
    ['laga', 'lagos'],
    ['jaz', 'jazz'],
    ['concert', 'convent'],
    ['theatre', 'theory'],
  ] as const)
    assert.ok(!isSmallTypo(typed, meant), `${typed} for ${meant}`);
});
