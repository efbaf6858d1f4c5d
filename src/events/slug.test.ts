import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { OPERATOR } from '../audit/actor.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { changeEvent } from './change-event.ts';
import type { StoredEvent } from './event-fields.ts';

let testDatabase: TestDatabase;
let on: TestApp;
let host: TestHost;
before(async () => {
  testDatabase = await createTestDatabase();
  on = {
    app: { database: testDatabase.database },
    secretKeys: createSecretKeys(Buffer.alloc(32)),
  } as TestApp;
  host = await makeHost(on);
});
after(() => testDatabase.drop());

const change = (
  eventId: string,
  changes: { slug?: string; status?: 'DRAFT' | 'LIVE' },
): Promise<StoredEvent> =>
  testDatabase.database.transaction((tx) =>
    changeEvent(tx, {
      hostId: host.hostId,
      eventId,
      actor: OPERATOR,
      version: null,
      action: 'event.change',
      changes,
    }),
  );

const refusedSlug = (message: RegExp) => ({ code: 'validation_failed', field: 'slug', message });

test('the slug of a draft changes; once the event was public it never does, not even as a draft again', async () => {
  const { database } = testDatabase;
  const { eventId } = await makeEvent(on, host, { status: 'DRAFT', slug: 'first-idea' });
  assert.equal((await change(eventId, { slug: 'second-idea' })).firstPublicAt, null);
  await change(eventId, { status: 'LIVE' });
  await change(eventId, { status: 'DRAFT' });
  await assert.rejects(change(eventId, { slug: 'third-idea' }), refusedSlug(/can no longer change/));
  // Nor by a program that knows nothing of it.
  await assert.rejects(database.query(`UPDATE events SET slug = 'third-idea' WHERE id = $1`, [eventId]), {
    code: '23514',
    constraint: 'slug_is_fixed_once_public',
  });
  const { rows } = await database.query(
    `UPDATE events SET first_public_at = NULL WHERE id = $1 RETURNING slug, first_public_at IS NOT NULL AS "wasPublic"`,
    [eventId],
  );
  assert.deepEqual(rows, [{ slug: 'second-idea', wasPublic: true }]);
  assert.equal((await change(eventId, { slug: 'second-idea' })).slug, 'second-idea');
  const live = await makeEvent(on, host);
  await assert.rejects(change(live.eventId, { slug: 'another' }), refusedSlug(/can no longer change/));
});

test('a slug that is badly formed, reserved or taken is refused by its field', async () => {
  const { eventId } = await makeEvent(on, host, { status: 'DRAFT' });
  const { slug: taken } = await makeEvent(on, host);
  for (const slug of ['', 'Big', 'a b', '-a', 'a--b', 'x'.repeat(101)])
    await assert.rejects(change(eventId, { slug }), refusedSlug(/must be at most 100 characters/));
  for (const slug of ['orders', 'pay', 'assets'])
    await assert.rejects(change(eventId, { slug }), refusedSlug(/is reserved by this service/));
  await assert.rejects(change(eventId, { slug: taken }), refusedSlug(/belongs to another event/));
});

test('two drafts that take one slug at the same moment: one has it, the other is told', async () => {
  const drafts = [
    await makeEvent(on, host, { status: 'DRAFT' }),
    await makeEvent(on, host, { status: 'DRAFT' }),
  ];
  const outcomes = await Promise.allSettled(
    drafts.map(({ eventId }) => change(eventId, { slug: 'wanted-by-both' })),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  assert.equal(refused.length, 1);
  assert.match(String(refused[0]?.reason), /belongs to another event/);
});
