import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPlace, forgetPlace, newPlace, queryWith, readPlace, savePlace } from './saved-place.ts';

function makeStorage() {
  const items = new Map<string, string>();
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

const blocked = (): never => {
  throw new DOMException('blocked', 'SecurityError');
};

test('a place is found again by the next visit, and is of one event', () => {
  const storage = makeStorage();
  const place = { ...newPlace(), token: 'abc.mac', from: 7 };
  savePlace(() => storage, 'concert', place);
  assert.deepEqual(
    findPlace(() => storage, 'concert', '?lang=fr'),
    place,
  );
  assert.equal(findPlace(() => storage, 'other', '').token, null);
  forgetPlace(() => storage, 'concert');
  assert.equal(
    readPlace(() => storage, 'concert'),
    null,
  );
});

test('without storage the address has the place', () => {
  savePlace(blocked, 'concert', newPlace());
  const found = findPlace(blocked, 'concert', '?entry=11111111-1111-4111-8111-111111111111.mac');
  assert.equal(found.token, '11111111-1111-4111-8111-111111111111.mac');
  assert.equal(found.id, '11111111-1111-4111-8111-111111111111');
  assert.equal(findPlace(blocked, 'concert', '').token, null);
});

test('the address counts more than what was saved, and what is saved with it stays', () => {
  const storage = makeStorage();
  savePlace(() => storage, 'concert', { ...newPlace(), token: 'one.mac', from: 3 });
  assert.equal(findPlace(() => storage, 'concert', '?entry=one.mac').from, 3);
  assert.deepEqual(
    [
      findPlace(() => storage, 'concert', '?entry=two.mac').token,
      findPlace(() => storage, 'concert', '?entry=two.mac').from,
    ],
    ['two.mac', null],
  );
});

test('values of another version, or of somebody else, break nothing', () => {
  const storage = makeStorage();
  for (const text of ['', 'null', '[]', '"x"', '{', '{"token":"x"}']) {
    storage.items.set('tessera-room-1:concert', text);
    assert.equal(findPlace(() => storage, 'concert', '').token, null, text);
  }
});

test('the address keeps what else it says', () => {
  assert.equal(queryWith('?theme=dark&entry=old', 'new.mac'), '?theme=dark&entry=new.mac');
  assert.equal(queryWith('?entry=old', null), '');
  assert.equal(queryWith('', 'a.b'), '?entry=a.b');
});
