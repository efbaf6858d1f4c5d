import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saveInTab, readFromTab, type TabStorage } from './tab-storage.ts';

function storageWith(content: Map<string, string> = new Map()): () => TabStorage {
  const storage: TabStorage = {
    getItem: (key) => content.get(key) ?? null,
    setItem: (key, value) => void content.set(key, value),
  };
  return () => storage;
}

const blocked = (): TabStorage => {
  throw new Error('The operation is insecure.');
};

test('a kept value is there again, for the same event only', () => {
  const storage = storageWith();
  saveInTab(storage, 'jazz', { token: 't' });
  assert.deepEqual(readFromTab(storage, 'jazz'), { token: 't' });
  assert.deepEqual(readFromTab(storage, 'comedy'), {});
});

test('with storage blocked nothing is kept, and nothing fails', () => {
  saveInTab(blocked, 'jazz', { token: 't' });
  assert.deepEqual(readFromTab(blocked, 'jazz'), {});
});

test('a full storage keeps nothing, and nothing fails', () => {
  const full: TabStorage = {
    getItem: () => null,
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  saveInTab(() => full, 'jazz', { token: 't' });
  assert.deepEqual(
    readFromTab(() => full, 'jazz'),
    {},
  );
});

test('values that someone else wrote there are not believed', () => {
  for (const text of ['{', 'null', '7', '"text"', '[1]']) {
    const storage = storageWith(new Map([['tessera-checkout-1:jazz', text]]));
    assert.deepEqual(readFromTab(storage, 'jazz'), {}, text);
  }
});
