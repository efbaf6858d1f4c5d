import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keep, recall, type Shelf } from './keep.ts';

function shelfWith(content: Map<string, string> = new Map()): () => Shelf {
  const shelf: Shelf = {
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
  };
  return () => shelf;
}

const blocked = (): Shelf => {
  throw new Error('The operation is insecure.');
};

test('what is kept is there again, for the same event only', () => {
  const shelf = shelfWith();
  keep(shelf, 'jazz', { token: 't' });
  assert.deepEqual(recall(shelf, 'jazz'), { token: 't' });
  assert.deepEqual(recall(shelf, 'comedy'), {});
});

test('where storage is blocked nothing is kept, and nothing fails', () => {
  keep(blocked, 'jazz', { token: 't' });
  assert.deepEqual(recall(blocked, 'jazz'), {});
});

test('a full storage keeps nothing, and nothing fails', () => {
  const full: Shelf = {
    getItem: () => null,
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  keep(() => full, 'jazz', { token: 't' });
  assert.deepEqual(
    recall(() => full, 'jazz'),
    {},
  );
});

test('what someone else wrote there is not believed', () => {
  for (const text of ['{', 'null', '7', '"text"', '[1]']) {
    const shelf = shelfWith(new Map([['tessera-checkout-1:jazz', text]]));
    assert.deepEqual(recall(shelf, 'jazz'), {}, text);
  }
});
