import assert from 'node:assert/strict';
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { hold, order } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { signInAs } from '../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import type { Queryable } from '../db/database.ts';
import { makeKey } from '../hosts/keys/key-text.ts';
import { OPERATOR, type Actor } from './actor.ts';
import { listChanges, type ChangeFilters } from './list-changes.ts';
import { recordChange, type RecordedChange } from './record-change.ts';

const EVERYTHING: ChangeFilters = {
  personId: null,
  kind: null,
  subjectId: null,
  from: null,
  to: null,
  timezone: 'Africa/Lagos',
};

suite('the audit log', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
  });
  after(() => on.close());

  const record = (change: Partial<RecordedChange>): Promise<void> =>
    on.app.database.transaction((tx) =>
      recordChange(tx, { hostId: host.hostId, actor: OPERATOR, action: 'thing.change', ...change }),
    );
  const newest = async () => {
    const { rows } = await on.app.database.query<{
      before: Record<string, unknown>;
      after: Record<string, unknown>;
      subject_name: string;
      client_address: string | null;
      text: string;
    }>('SELECT *, a::text AS text FROM audit_log AS a ORDER BY id DESC LIMIT 1');
    const [row] = rows;
    assert(row);
    return row;
  };
  const list = (
    filters: Partial<ChangeFilters> & { hostId?: string; limit?: number; cursor?: string | null },
  ) =>
    listChanges(on.app.database, { hostId: host.hostId, limit: 50, cursor: null, ...EVERYTHING, ...filters });
  const member = (
    { personId, email }: { personId: string; email: string },
    address = '203.0.113.9',
  ): Actor => ({
    kind: 'member',
    personId,
    email,
    role: null,
    address,
  });

  test('is append only: the database refuses to edit it, the program’s own role included', async () => {
    await record({ subject: { id: 'x', name: 'x' } });
    for (const statement of [
      `UPDATE audit_log SET subject_name = 'another'`,
      'UPDATE audit_log SET action = action WHERE false',
      'DELETE FROM audit_log',
      'TRUNCATE audit_log',
      'TRUNCATE audit_log CASCADE',
      `INSERT INTO audit_log (id, actor_kind, action) SELECT id, 'system', 'a.b' FROM audit_log LIMIT 1
         ON CONFLICT (id) DO UPDATE SET action = 'a.b'`,
    ]) {
      await assert.rejects(on.app.database.query(statement), /audit_log is append only/, statement);
    }
    assert.equal((await newest()).subject_name, 'x');
  });

  test('a change with more to tell than fits is made, and its line is cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 'ä'.repeat(900)]));
    await record({
      subject: { id: 'i'.repeat(500), name: 'n'.repeat(5_000) },
      before: { terms: '😀'.repeat(20_000), small: 'kept' },
      after: {
        ...many,
        list: Array.from({ length: 9_999 }, (_, at) => at),
        deep: { a: { b: { c: { d: 1 } } } },
      },
    });
    const { before: was, after: is } = await newest();
    assert.equal(was['small'], 'kept');
    assert.ok(String(was['terms']).endsWith('…') && String(was['terms']).length <= 1_000);
    assert.ok(JSON.stringify(is).length < 16_384);
    await record({ after: { text: 'a\0b\ud83d', odd: Number.NaN, big: 2n ** 70n, none: undefined } });
    assert.deepEqual((await newest()).after, {
      text: 'ab\ufffd',
      odd: null,
      big: '1180591620717411303424',
      none: null,
    });
  });

  test('an address that is none, or has a zone, does not fail the change', async () => {
    for (const [address, kept] of [
      ['fe80::1%eth0', 'fe80::1'],
      ['nonsense', null],
      ['203.0.113.9', '203.0.113.9'],
    ] as const) {
      await record({ actor: { kind: 'stranger', address } });
      assert.equal((await newest()).client_address, kept);
    }
  });

  test('a secret that is handed over by mistake is not kept', async () => {
    const key = makeKey('private');
    await record({
      subject: { id: key, name: `The key ${key}` },
      before: { password: 'canary-1', apiKey: 'canary-2', isSecret: true },
      after: { credentials: { secretKey: 'canary-3' }, note: `it is ${key}`, tokens: ['canary-4'] },
    });
    const { text } = await newest();
    assert.ok(!/canary/.test(text), text);
    assert.ok(!text.includes(key), text);
    assert.ok(text.includes('isSecret'));
  });

  test('of buyers it has the fields that changed, and never their values', async () => {
    await record({
      action: 'order.correct_email',
      subject: { id: randomUUID(), name: 'TSR-1' },
      before: { email: 'canary@old.example', quantity: 2 },
      after: {
        email: 'canary@new.example',
        recipients: [{ firstName: 'Canary' }],
        buyer: { phone: '0canary' },
      },
    });
    const { text, before: was, after: is } = await newest();
    assert.ok(!/canary/i.test(text), text);
    assert.deepEqual([Object.keys(was), was['quantity']], [['email', 'quantity'], 2]);
    assert.deepEqual(Object.keys(is), ['buyer', 'email', 'recipients']);
  });

  test('a purchase, whoever it is by, leaves nothing of the buyer in it', async () => {
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const buyer = { email: 'canary-buyer@mail.example', firstName: 'Canarybuyer', lastName: 'Canarylast' };
    const cart = await hold(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    assert.equal((await order(on, host, cart, { body: buyer })).status, 201);
    const { rows } = await on.app.database.query('SELECT a::text AS line FROM audit_log AS a');
    assert.ok(rows.length > 0 && !/canary-?(buyer|last)/i.test(JSON.stringify(rows)));
    const stored = await on.app.database.query('SELECT 1 FROM orders WHERE email = $1', [buyer.email]);
    assert.equal(stored.rowCount, 1);
  });

  test('is read newest first, page by page, each line once', async () => {
    const { hostId } = await makeHost(on);
    for (let at = 0; at < 25; at++) await record({ hostId, subject: { id: String(at), name: '' } });
    const seen: (string | null)[] = [];
    let cursor: string | null = null;
    do {
      const page = await list({ hostId, limit: 7, cursor });
      seen.push(...page.lines.map(({ subjectId }) => subjectId));
      cursor = page.nextCursor;
    } while (cursor !== null);
    assert.deepEqual(
      seen.slice(0, 25),
      Array.from({ length: 25 }, (_, at) => String(24 - at)),
    );
    assert.equal(new Set(seen).size, seen.length);
    await assert.rejects(list({ cursor: 'x' }), { code: 'invalid_cursor' });
  });

  test('filters by person, kind, subject and time', async () => {
    const { hostId } = await makeHost(on);
    const ada = await signInAs(on, { ...host, hostId });
    await record({
      hostId,
      actor: member(ada),
      action: 'public_key.create',
      subject: { id: 'k', name: 'K' },
    });
    await record({ hostId, action: 'invitation.create', subject: { id: 'i', name: 'I' } });
    const actions = async (filters: Partial<ChangeFilters>) =>
      (await list({ hostId, ...filters })).lines.map(({ action }) => action);
    assert.deepEqual(await actions({ personId: ada.personId }), ['public_key.create']);
    assert.deepEqual(await actions({ kind: 'team' }), ['invitation.create', 'member.add', 'member.add']);
    assert.deepEqual(await actions({ subjectId: 'k' }), ['public_key.create']);
    const { rows } = await on.app.database.query<{ today: string; yesterday: string }>(
      `SELECT to_char(day, 'YYYY-MM-DD') AS today, to_char(day - interval '1 day', 'YYYY-MM-DD') AS yesterday
         FROM (SELECT now() AT TIME ZONE 'Africa/Lagos' AS day) AS d`,
    );
    const { today = '', yesterday = '' } = rows[0] ?? {};
    const all = await actions({});
    assert.ok(all.length > 3);
    assert.deepEqual(await actions({ from: today, to: today }), all);
    assert.deepEqual(await actions({ from: yesterday }), all);
    assert.deepEqual(await actions({ to: yesterday }), []);
    // The day is the host's: far in the west it may be yesterday still, and far in the east tomorrow already.
    const west = await actions({ from: today, to: today, timezone: 'Etc/GMT+12' });
    const east = await actions({ from: today, to: today, timezone: 'Etc/GMT-14' });
    assert.ok(west.length === 0 || east.length === 0);
  });

  test('shows how members get in, and of other hosts and former members nothing', async () => {
    const [{ hostId }, elsewhere] = [await makeHost(on), await makeHost(on)];
    const ada = await signInAs(on, { ...host, hostId });
    const other = await signInAs(on, elsewhere);
    const failed = (personId: string) => ({
      hostId: null,
      actor: { kind: 'stranger' as const, address: '198.51.100.7' },
      action: 'person.sign_in_failed',
      subject: { id: personId, name: 'x' },
    });
    await record({ hostId: null, actor: member(ada), action: 'person.sign_in' });
    await record(failed(ada.personId));
    await record({ hostId: null, actor: member(ada), action: 'factor.add', after: { factor: 'passkey' } });
    await record({ hostId: null, actor: member(ada), action: 'session.end' });
    await record({ hostId: null, actor: member(ada), action: 'person.change_name', after: { name: 'A' } });
    await record({ hostId: elsewhere.hostId, actor: member(ada), action: 'public_key.create' });
    await record({ hostId: null, actor: member(other), action: 'person.sign_in' });
    await record(failed(other.personId));
    const seen = async () => (await list({ hostId, kind: 'access' })).lines;
    assert.deepEqual(
      (await seen()).map(({ action, address }) => [action, address]),
      [
        ['factor.add', '203.0.113.9'],
        ['person.sign_in_failed', '198.51.100.7'],
        ['person.sign_in', '203.0.113.9'],
      ],
    );
    assert.equal(
      (await list({ hostId, personId: ada.personId })).lines.length,
      3,
      'the failed one is hers too',
    );
    assert.ok((await list({ hostId })).lines.every(({ action }) => action !== 'session.end'));
    await on.app.database.query(
      `UPDATE members SET created_at = now() + interval '1 hour' WHERE person_id = $1`,
      [ada.personId],
    );
    assert.deepEqual(await seen(), [], 'from before they were a member');
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [ada.personId]);
    assert.deepEqual(await seen(), []);
  });

  test('names who acted; of somebody who has left the name and not where they are reached now', async () => {
    const { hostId } = await makeHost(on);
    const ada = await signInAs(on, { ...host, hostId });
    await record({ hostId, actor: member(ada), action: 'public_key.create' });
    const [line] = (await list({ hostId })).lines;
    assert.partialDeepStrictEqual(line, { personEmail: ada.email, actorKind: 'member' });
    assert.match(line?.personName ?? '', /^Member/);
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [ada.personId]);
    const [after_] = (await list({ hostId })).lines;
    assert.partialDeepStrictEqual(after_, { personEmail: null, personName: line?.personName });
  });

  test('every part of it is found by an index, however long it is', async () => {
    const { database } = on.app;
    await database.query(`INSERT INTO audit_log (id, host_id, actor_kind, action, subject_id)
      SELECT new_id(), CASE WHEN n % 3 = 0 THEN '${host.hostId}'::uuid END, 'system', 'a.b', n::text
        FROM generate_series(1, 30000) AS n`);
    await database.query('ANALYZE audit_log, members, people');
    let plan = '';
    const explained: Queryable = {
      query: async (text, values) => {
        const { rows } = await database.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] } as never;
      },
    };
    for (const filters of [
      {},
      // By time, as all ids are: before the first of them nothing is to be found.
      { cursor: randomUUIDv7() },
      { personId: host.personId },
      { from: '2026-01-01', to: '2026-12-31' },
      { subjectId: '7' },
    ]) {
      await listChanges(explained, {
        hostId: host.hostId,
        limit: 50,
        cursor: null,
        ...EVERYTHING,
        ...filters,
      });
      assert.match(plan, /audit_log_host|audit_log_subject/, plan);
      assert.doesNotMatch(plan, /Seq Scan on audit_log/, plan);
    }
  });
});
