import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOrderReference, newOrderReference } from './order-reference.ts';

test('a reference is TSR and 16 letters that nobody takes for another, in groups of four', () => {
  const references = Array.from({ length: 2_000 }, newOrderReference);
  for (const reference of references) {
    assert.match(reference, /^TSR(-[0-9A-Z]{4}){4}$/);
    assert.ok(isOrderReference(reference), reference);
  }
  assert.equal(new Set(references).size, references.length);
  // 32,000 letters of 32 kinds: one that is never drawn, or drawn twice as often as its share, is no accident.
  const drawn = Map.groupBy(references.join('').replaceAll(/TSR|-/g, ''), (letter) => letter);
  assert.equal([...drawn.keys()].toSorted().join(''), '0123456789ABCDEFGHJKMNPQRSTVWXYZ');
  for (const [letter, times] of drawn) assert.ok(times.length > 500 && times.length < 2_000, letter);
});

test('a text that is not a reference is told apart', () => {
  assert.ok(isOrderReference('TSR-4K7Q-9XWD-2MBA-R8TN'));
  for (const text of [
    '',
    'TSR',
    'tsr-4k7q-9xwd-2mba-r8tn',
    'TSR-4K7Q-9XWD-2MBA-R8TN\n',
    ' TSR-4K7Q-9XWD-2MBA-R8TN',
    'TSR-4K7Q-9XWD-2MBA-R8T',
    'TSR-4K7Q-9XWD-2MBA-R8TNN',
    'TSR-4K7Q-9XWD-2MBA-R8TU',
    'TSR-4K7Q-9XWD-2MBA-R8TI',
    'TSR4K7Q9XWD2MBAR8TN',
  ]) {
    assert.equal(isOrderReference(text), false, JSON.stringify(text));
  }
});
