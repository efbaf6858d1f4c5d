import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeEvent, makeHost } from '../../../../../test/harness/make-catalog.ts';
import type { TestApp } from '../../../../../test/harness/test-app.ts';
import { createTestDatabase } from '../../../../../test/harness/test-database.ts';
import type { Changes } from '../../../../db/changes.ts';
import { createSecretKeys } from '../../../../secrets/secret-keys.ts';
import { createEventFinder } from './find-event.ts';

const { database, drop } = await createTestDatabase();
after(drop);
const on = { app: { database }, secretKeys: createSecretKeys(Buffer.alloc(32)) } as TestApp;
const host = await makeHost(on);

/** A finder on the real database that says how often it asked, and whose host's catalog changes on command. */
function startFinder() {
  let queries = 0;
  let change: (hostId: string) => void = () => {};
  const counted = {
    ...database,
    query: ((text, values) => {
      queries += 1;
      return database.query(text, values);
    }) as typeof database.query,
  };
  const changes = { listen: (_channel, { onChange }) => void (change = onChange) } as Changes;
  const finder = createEventFinder({ database: counted, changes });
  return { finder, change: (hostId: string) => change(hostId), queries: () => queries };
}

test('a thousand who ask for one event at once share one look-up', async () => {
  const { slug, eventId } = await makeEvent(on, host);
  const { finder, queries } = startFinder();
  const found = await Promise.all(Array.from({ length: 1_000 }, () => finder.find(slug)));
  assert.ok(found.every((event) => event.eventId === eventId));
  assert.equal(queries(), 1);
});

test('nobody is given what was read before a change that they came after', async () => {
  const { slug } = await makeEvent(on, host);
  const { finder, change, queries } = startFinder();
  const before = finder.find(slug);
  await database.query('UPDATE events SET embed_color = $2 WHERE slug = $1', [slug, 'a1b2c3']);
  change(host.hostId);
  assert.equal((await finder.find(slug)).color, 'a1b2c3');
  await before;
  assert.equal((await finder.find(slug)).color, 'a1b2c3');
  assert.equal(queries(), 2);
});

test('a look-up that fails is tried again by the next who asks', async () => {
  const { finder, queries } = startFinder();
  for (let asked = 1; asked <= 2; asked++) {
    await assert.rejects(Promise.all([finder.find('no-such-event'), finder.find('no-such-event')]));
    assert.equal(queries(), asked);
  }
});
