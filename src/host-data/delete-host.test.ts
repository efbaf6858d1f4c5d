import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { mountSmallDisk } from '../../test/harness/small-disk.ts';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { OPERATOR } from '../audit/actor.ts';
import { seedDemo } from '../demo/seed-demo.ts';
import { suspendHost } from '../hosts/suspend-host.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import { openFolderStore, type MediaStore } from '../media/media-store.ts';
import { createSecretKeys } from '../secrets/secret-keys.ts';
import { deleteHost } from './delete-host.ts';
import { exportHost } from './export-host.ts';
import { HOST_TABLES, NOT_OF_HOSTS, SHOWN_FILES } from './host-tables.ts';
import { listHostSizes } from './list-host-sizes.ts';

// The demo's hosts have sold, refunded, cancelled, let people in and written to them: hardly a table is empty.
let testDatabase: TestDatabase;
let folder: string;
let media: MediaStore;
let own: string;
let other: string;
let third: string;
before(async () => {
  testDatabase = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-host-data-'));
  media = await openFolderStore(path.join(folder, 'media'));
  await seedDemo(testDatabase.database, {
    secretKeys: createSecretKeys(randomBytes(32)),
    media,
    checkoutUrl: 'http://localhost:3000/checkout',
    beforeCommit: async () => {},
  });
  const hosts = await query<{ id: string }>(
    'SELECT host_id AS id FROM orders GROUP BY host_id ORDER BY count(*) DESC',
  );
  [own = '', other = '', third = ''] = hosts.map(({ id }) => id);
  await addWhatTheDemoLacks();
});
after(async () => {
  await testDatabase.drop();
  await rm(folder, { recursive: true, force: true });
});

const query = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await testDatabase.database.query<Row>(sql, values)).rows;

const SHARED = 'of-both.jpg';

/** For both hosts alike. */
async function addWhatTheDemoLacks(): Promise<void> {
  for (const hostId of [own, other]) {
    const [event] = await query<{ id: string }>('SELECT id FROM events WHERE host_id = $1 LIMIT 1', [hostId]);
    await query(
      `INSERT INTO webhook_subscriptions (id, event_id, url) VALUES (new_id(), $1, 'https://example.com/' || $2)`,
      [event?.id, hostId],
    );
    await query(
      `WITH made AS (INSERT INTO webhook_deliveries (id, subscription_id, event_type, reference)
                     SELECT new_id(), id, 'WEBHOOK_TEST', '' FROM webhook_subscriptions WHERE event_id = $1 RETURNING id)
       INSERT INTO webhook_bodies (delivery_id, body) SELECT id, '{}' FROM made`,
      [event?.id],
    );
    await query(
      `INSERT INTO stream_events (id, kind, host_id, event_id, occurred_at, data) VALUES (new_id(), 'x', $1, $2, now(), '{}')`,
      [hostId, event?.id],
    );
    for (const file of [`of-${hostId}.jpg`, SHARED]) {
      await media.put(file, Buffer.from(file));
      await query(
        `INSERT INTO pictures (id, host_id, file, thumbnail_file, files, width_px, height_px, bytes)
         VALUES (new_id(), $1, $2, $2, ARRAY[$2], 1, 1, 1000)`,
        [hostId, file],
      );
    }
    await query(
      `INSERT INTO support_visits (id, host_id, person_id, reason, ends_at)
       SELECT new_id(), $1, id, 'Why', now() + interval '1 day' FROM people ORDER BY id LIMIT 1`,
      [hostId],
    );
    await query(`INSERT INTO waiting_lists (event_id, offer_minutes) VALUES ($1, 60)`, [event?.id]);
    await query(
      `WITH sold_out AS (UPDATE ticket_types SET awaited = awaited + 1 WHERE id = (SELECT id FROM ticket_types WHERE event_id = $1 LIMIT 1)
                         RETURNING id)
       INSERT INTO waiting_list_entries (id, event_id, ticket_type_id, quantity, email, email_key, language, state, confirmed_at)
       SELECT new_id(), $1, id, 1, 'ada@example.com', 'ada@example.com', 'en', 'waiting', now() FROM sold_out`,
      [event?.id],
    );
    await query(
      `INSERT INTO payment_disputes (id, host_id, order_id, payment_id, payment_account_id, gateway_dispute_id, amount_minor, currency, reason,
                                     state, is_refundable, opened_at, ended_at, as_of)
       SELECT new_id(), $1, o.id, p.id, new_id(), 'dp-1', 1, p.currency, '', 'open', false, now(), NULL, now()
         FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE o.host_id = $1 ORDER BY p.id LIMIT 1`,
      [hostId],
    );
    const [visit] = await query<{ id: string }>('SELECT id FROM support_visits WHERE host_id = $1', [hostId]);
    await enqueueJob(testDatabase.database, { kind: 'of_a_visit', payload: { visitId: visit?.id } });
    await enqueueJob(testDatabase.database, {
      kind: 'of_the_host',
      payload: { deep: [{ eventId: event?.id }] },
    });
  }
}

async function filesOf(hostId: string): Promise<Set<string>> {
  const rows = await query<{ file: string }>(
    `SELECT unnest(files) AS file FROM pictures WHERE host_id = $1 UNION SELECT file FROM (${SHOWN_FILES}) AS shown`,
    [hostId],
  );
  return new Set(rows.map(({ file }) => file));
}

const countOf = async (table: string, hostId: string): Promise<number> =>
  (await query<{ count: number }>(`SELECT count(*) FROM ${table} WHERE ${HOST_TABLES[table]}`, [hostId]))[0]
    ?.count ?? 0;

/** All rows of a host, as one digest for each table. */
async function digestsOf(hostId: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const [table, condition] of Object.entries(HOST_TABLES)) {
    const [row] = await query<{ md5: string }>(
      `SELECT md5(coalesce(string_agg(t::text, ',' ORDER BY t::text), '')) FROM ${table} AS t WHERE ${condition}`,
      [hostId],
    );
    digests[table] = row?.md5 ?? '';
  }
  return digests;
}

const removing = (hostId = own) => deleteHost({ database: testDatabase.database, media }, hostId);

test('every table has an answer to the question which of its rows are a host’s', async () => {
  const rows = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    [...Object.keys(HOST_TABLES), ...Object.keys(NOT_OF_HOSTS)].sort(),
  );
});

test('sizes: each host with its events, orders and tickets, the largest first', async () => {
  const sizes = await listHostSizes(testDatabase.database);
  for (const { hostId, orders, tickets, events, databaseBytes, pictureBytes } of sizes) {
    assert.deepEqual(
      [orders, tickets, events],
      [await countOf('orders', hostId), await countOf('tickets', hostId), await countOf('events', hostId)],
    );
    assert.ok(databaseBytes > 0, JSON.stringify(sizes));
    assert.equal(pictureBytes, [own, other].includes(hostId) ? 2_000 : 0);
  }
  assert.equal(sizes.length, 3);
  const bytes = sizes.map(({ databaseBytes }) => databaseBytes);
  assert.deepEqual(
    bytes,
    bytes.toSorted((a, b) => b - a),
  );
});

test('an export has every row and picture of the host, no secret, and nothing of another host', async () => {
  const target = path.join(folder, 'exported');
  const made = await exportHost({ database: testDatabase.database, media }, { hostId: own, folder: target });
  const foreign = await query<{ id: string }>(
    `SELECT id FROM events WHERE host_id <> $1 UNION SELECT id FROM orders WHERE host_id <> $1 UNION SELECT $2`,
    [own, other],
  );
  const foreignIds = new Set(foreign.map(({ id }) => id));
  for (const [table, count] of Object.entries(made.tables)) {
    const text = await readFile(path.join(target, `${table}.jsonl`), 'utf8');
    const lines = text.split('\n').filter((line) => line !== '');
    assert.equal(lines.length, count, table);
    // The line about the export itself is written after it.
    if (table !== 'people' && table !== 'audit_log') assert.equal(count, await countOf(table, own), table);
    for (const line of lines) {
      const row = JSON.parse(line) as Record<string, unknown>;
      for (const name of Object.keys(row))
        assert.doesNotMatch(name, /token|hash|cipher|sha256|secret/, table);
      for (const value of Object.values(row)) assert.ok(!foreignIds.has(String(value)), `${table}: ${line}`);
    }
  }
  assert.ok(made.leftOut.includes('hosts.private_key_ciphertext'));
  assert.ok(made.leftOut.includes('orders.receipt_token'));
  const files = await readdir(path.join(target, 'media'));
  assert.equal(files.length, made.files);
  assert.ok(made.files > 0);
  const [line] = await query<{ action: string }>(
    `SELECT action FROM audit_log WHERE host_id = $1 ORDER BY id DESC LIMIT 1`,
    [own],
  );
  assert.equal(line?.action, 'host.export');
});

test('an export that is stopped half-way, or finds the disk full, leaves nothing behind, and a second one at once is refused', async (t) => {
  const { database } = testDatabase;
  const target = path.join(folder, 'stopped');
  const stopping = new AbortController();
  let second: unknown = null;
  const bring = async (name: string): Promise<boolean> => {
    second ??= await exportHost({ database, media }, { hostId: own, folder: target }).catch((error) => error);
    stopping.abort(new Error('Ctrl-C'));
    return media.bring(name);
  };
  const deps = { database, media: { folder: media.folder, bring } };
  const asked = { hostId: own, folder: target, signal: stopping.signal };
  await assert.rejects(exportHost(deps, asked), /Ctrl-C/);
  assert.equal((second as NodeJS.ErrnoException).code, 'EEXIST');
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('stopped')),
    [],
  );
  const disk = await mountSmallDisk(1);
  if (!disk) return t.diagnostic('this user may not mount a file system');
  t.after(() => disk.remove());
  await disk.fill();
  const full = path.join(disk.folder, 'exported');
  await assert.rejects(exportHost({ database, media }, { hostId: own, folder: full }), { code: 'ENOSPC' });
  assert.deepEqual(await readdir(disk.folder), ['filler']);
});

test('a host with sales under way, or with books that must be kept, is not deleted, and all of it stays', async () => {
  await query(
    `UPDATE payments SET gateway = 'paystack' WHERE id = (SELECT p.id FROM payments AS p JOIN orders AS o ON o.id = p.order_id
       WHERE o.host_id = $1 LIMIT 1)`,
    [own],
  );
  const digests = await digestsOf(own);
  await assert.rejects(removing(), (error: Error) => {
    assert.match(
      error.message,
      /^The host can't be deleted: it is not suspended \(tessera hosts suspend\); /,
    );
    assert.match(error.message, /; 1 disputes of its payments are open; /);
    assert.match(error.message, /; \d+ of its events are still to come, and people have tickets/);
    assert.match(error.message, /; its books must be kept until 20\d\d-\d\d-\d\d, for it has taken money\.$/);
    return true;
  });
  assert.deepEqual(await digestsOf(own), digests);
});

/** The sales come to their end, and the years go by. */
async function letTimePass(hostId: string): Promise<void> {
  await testDatabase.database.transaction((tx) => suspendHost(tx, { hostId, actor: OPERATOR, reason: null }));
  await query(
    `UPDATE events SET starts_at = starts_at - interval '10 years', closes_at = closes_at - interval '10 years' WHERE host_id = $1`,
    [hostId],
  );
  await query(`UPDATE reservations SET expires_at = now() WHERE ended_at IS NULL`);
  await query(
    `UPDATE orders SET next_look_up_at = NULL,
            status = CASE WHEN status IN ('processing', 'pending_payment') THEN 'expired' ELSE status END WHERE host_id = $1`,
    [hostId],
  );
  await query(`UPDATE refunds SET status = 'succeeded' WHERE host_id = $1`, [hostId]);
  await query(`UPDATE payment_disputes SET state = 'won', ended_at = now() WHERE host_id = $1`, [hostId]);
  await query(
    `UPDATE payments SET recorded_at = now() - interval '8 years' WHERE order_id IN (SELECT id FROM orders WHERE host_id = $1)`,
    [hostId],
  );
}

test('a deleted host is gone from every table, by all of its ids, and from the folder of pictures; nobody else’s is touched', async () => {
  await letTimePass(own);
  const ownFiles = await filesOf(own);
  const otherFiles = await filesOf(other);
  const ids = new Set<string>();
  const filled: string[] = [];
  for (const [table, condition] of Object.entries(HOST_TABLES)) {
    const rows = await query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${table} AS t WHERE ${condition}`,
      [own],
    );
    if (rows.length > 0) filled.push(table);
    for (const { row } of rows) if (typeof row['id'] === 'string') ids.add(row['id']);
  }
  assert.ok(filled.length > 40, `filled: ${filled.join(', ')}`);
  const digests = await digestsOf(other);
  const people = await query('SELECT * FROM people ORDER BY id');

  const { rows, files } = await removing();
  assert.deepEqual(Object.keys(rows).sort(), filled.sort());
  assert.ok(files > 0);
  const tables = await query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  for (const { name } of tables) {
    const texts = await query<{ text: string }>(`SELECT t::text AS text FROM ${name} AS t`);
    for (const { text } of texts) {
      if (name === 'audit_log' && text.includes('host.delete')) continue;
      for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
        assert.ok(!ids.has(id), `${name}: ${text}`);
    }
  }
  assert.deepEqual(await digestsOf(other), digests);
  assert.deepEqual(
    await query('SELECT * FROM people ORDER BY id'),
    people,
    'accounts stay with their people',
  );
  const left = new Set(await readdir(media.folder));
  for (const file of otherFiles) assert.ok(left.has(file), file);
  for (const file of ownFiles) assert.equal(left.has(file), otherFiles.has(file), file);
  assert.ok(left.has(SHARED) && ownFiles.has(SHARED) && ownFiles.size > otherFiles.size);

  const lines = await query(
    `SELECT host_id, actor_kind, subject_id FROM audit_log WHERE action = 'host.delete'`,
  );
  assert.deepEqual(lines, [{ host_id: null, actor_kind: 'operator', subject_id: own }]);
  await assert.rejects(removing(), { code: 'not_found' });
  await assert.rejects(query('DELETE FROM audit_log'), /audit_log is append only/);
});

test('a deletion that a failing store of pictures stopped half-way is finished by another', async () => {
  await letTimePass(third);
  const failing = { remove: () => Promise.reject(new Error('the bucket does not answer')) };
  await assert.rejects(deleteHost({ database: testDatabase.database, media: failing }, third), /bucket/);
  assert.deepEqual([await countOf('events', third), await countOf('members', third)], [0, 0]);
  assert.equal(await countOf('hosts', third), 1, 'it can be named again');
  const files = await filesOf(third);
  assert.ok(files.size > 0);
  const { rows } = await removing(third);
  assert.deepEqual(Object.keys(rows).sort(), ['hosts', 'pictures']);
  const left = new Set(await readdir(media.folder));
  for (const file of files) assert.ok(!left.has(file), file);
});
