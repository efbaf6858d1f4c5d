import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import pg from 'pg';
import { countRowsRead } from '../../bench/rows-read.ts';
import { findHostEvents } from '../../src/events/find-host-events.ts';
import { listEvents } from '../../src/events/list-events.ts';
import { cursorKeysOf } from '../../src/secrets/cursor-keys.ts';
import { createSecretKeys } from '../../src/secrets/secret-keys.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import type { TestApp } from '../harness/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../harness/test-database.ts';

const EVENTS = 20_000;
const PAGE = 12;
// The newest are looked at before the index is asked.
const MAX_READ = 300;

/** All have one word; every thousandth has a rare one, and every twentieth one that is neither. The first event is the newest. */
const FILL = `
  INSERT INTO events (id, host_id, category_id, slug, name, status, starts_at, closes_at, timezone, country, state, lga, search, created_at)
  SELECT new_id(), host_id, category_id, 'filling-' || n, 'Filling ' || n, CASE WHEN n % 2000 = 0 THEN 'DRAFT' ELSE 'LIVE' END,
         starts_at, closes_at, timezone, country, state, lga,
         to_tsvector('simple', concat_ws(' ', 'common', CASE WHEN n % 1000 = 0 THEN 'rare' END, CASE WHEN n % 20 = 0 THEN 'seldom' END)),
         created_at - n * interval '1 second'
    FROM events CROSS JOIN generate_series(1, ${EVENTS}) AS n WHERE id = $1`;

const cursorKeys = cursorKeysOf(createSecretKeys(randomBytes(32)));

suite('a search over many events of a host reads few of them', () => {
  let testDatabase: TestDatabase;
  let host: TestHost;
  before(async () => {
    testDatabase = await createTestDatabase();
    const { database } = testDatabase;
    const on = { app: { database }, secretKeys: createSecretKeys(randomBytes(32)) } as TestApp;
    host = await makeHost(on);
    const { eventId } = await makeEvent(on, host);
    await database.query('ALTER TABLE events SET (autovacuum_enabled = off)');
    // Without the program's limit of time, and without the triggers, which would write what the test writes itself.
    const own = new pg.Client({ connectionString: testDatabase.url });
    await own.connect();
    await own.query('ALTER TABLE events DISABLE TRIGGER USER');
    await own.query(FILL, [eventId]);
    await own.query('ALTER TABLE events ENABLE TRIGGER USER');
    await own.query(
      `INSERT INTO search_words (host_id, word) SELECT $1, unnest('{common,rare,seldom}'::text[])`,
      [host.hostId],
    );
    await own.end();
  });
  after(() => testDatabase.drop());

  /** Every page of a search, and the most events that one of them has read. */
  const readAll = async (q: string, most: number): Promise<{ names: string[]; read: number }> => {
    const { tx, take } = countRowsRead(testDatabase.database, ['events']);
    const names: string[] = [];
    let read = 0;
    let cursor: string | undefined;
    do {
      const input = { hostId: host.hostId, q, limit: PAGE, ...(cursor !== undefined && { cursor }) };
      const { payload } = await listEvents(tx, { mediaUrl: '', cursorKeys }, input);
      names.push(...payload.items.map(({ name }) => name));
      read = Math.max(read, take());
      cursor = payload.nextCursor;
    } while (cursor !== undefined && names.length < most);
    return { names, read };
  };

  for (const statistics of ['without', 'with']) {
    if (statistics === 'with')
      test('statistics are made', () => testDatabase.database.query('ANALYZE').then(() => {}));

    test(`buyers find a rare word, ${statistics} statistics`, async () => {
      // Drafts are not listed.
      const listed = Array.from({ length: EVENTS / 1000 }, (_, index) => (index + 1) * 1000).filter(
        (n) => n % 2000 !== 0,
      );
      const { names, read } = await readAll('rare', EVENTS);
      assert.deepEqual(
        names,
        listed.map((n) => `Filling ${n}`),
      );
      assert.ok(read <= MAX_READ, `${read} events were read`);
    });

    test(`buyers find a word that all have, ${statistics} statistics`, async () => {
      const { names, read } = await readAll('common', 3 * PAGE);
      assert.deepEqual(
        names,
        Array.from({ length: 3 * PAGE }, (_, index) => `Filling ${index + 1}`),
      );
      assert.ok(read <= MAX_READ, `${read} events were read`);
    });

    test(`a page that begins among the newest goes on in the index, ${statistics} statistics`, async () => {
      const { names } = await readAll('seldom', 60);
      assert.deepEqual(
        names,
        Array.from({ length: 60 }, (_, index) => `Filling ${(index + 1) * 20}`),
      );
    });

    test(`members find a rare word, drafts too, ${statistics} statistics`, async () => {
      const { tx, take } = countRowsRead(testDatabase.database, ['events']);
      const input = { hostId: host.hostId, eventIds: null, typed: 'rare', limit: 50 };
      assert.equal((await findHostEvents(tx, input)).length, EVENTS / 1000);
      const read = take();
      assert.ok(read <= MAX_READ, `${read} events were read`);
    });
  }
});
