import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';

let testDatabase: TestDatabase;
let on: TestApp;
let host: TestHost;
before(async () => {
  testDatabase = await createTestDatabase();
  on = {
    app: { database: testDatabase.database },
    secretKeys: createSecretKeys(Buffer.alloc(32)),
  } as TestApp;
  host = await makeHost(on, { isEmailConfirmed: false });
});
after(() => testDatabase.drop());

test('an unconfirmed host makes drafts, and nothing else before an owner has confirmed the e-mail', async () => {
  for (const status of ['LIVE', 'CANCELLED'] as const) {
    await assert.rejects(makeEvent(on, host, { status }), {
      code: 'validation_failed',
      field: 'status',
      message: /^status must stay a draft until an owner confirms/,
    });
  }
  const { eventId } = await makeEvent(on, host, { status: 'DRAFT' });
  const { database } = testDatabase;
  const publish = () => database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [eventId]);
  const constraint = 'events_of_unconfirmed_host_are_drafts';
  await assert.rejects(publish(), { code: '23514', constraint });
  const confirmed = await makeHost(on);
  const live = await makeEvent(on, confirmed);
  await assert.rejects(
    database.query('UPDATE events SET host_id = $2 WHERE id = $1', [live.eventId, host.hostId]),
    { constraint },
  );

  await database.query('UPDATE hosts SET confirmed_at = now() WHERE id = $1', [host.hostId]);
  await publish();
  await makeEvent(on, host);
});
