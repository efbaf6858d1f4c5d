import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../test/harness/test-database.ts';
import type { Database } from '../../db/database.ts';
import { createPerson } from '../create-person.ts';
import { forgetSessionsJob } from './forget-sessions.ts';
import { endSessions, findSession, renewSession, startSession } from './sessions.ts';

let count = 0;

suite('sessions', () => {
  let testDatabase: TestDatabase;
  let database: Database;
  before(async () => {
    testDatabase = await createTestDatabase();
    ({ database } = testDatabase);
  });
  after(() => testDatabase.drop());

  async function makePerson(): Promise<string> {
    count += 1;
    const email = `person-${count}@test.example`;
    return database.transaction((tx) =>
      createPerson(tx, { email, passwordHash: 'none', isEmailConfirmed: true }),
    );
  }
  const start = (personId: string, hasPassedFactor = false): Promise<string> =>
    database.transaction((tx) =>
      startSession(tx, { personId, hasPassedFactor, address: '127.0.0.1', userAgent: 'a test' }),
    );
  async function idOf(token: string): Promise<string> {
    const session = await findSession(database, token);
    assert(session);
    return session.sessionId;
  }
  const isOpen = async (token: string): Promise<boolean> => (await findSession(database, token)) !== null;

  test('a renewed session goes on under a new token, and the old one opens nothing', async () => {
    const old = await start(await makePerson());
    const sessionId = await idOf(old);
    const token = await database.transaction((tx) => renewSession(tx, { sessionId, hasPassedFactor: false }));
    assert.equal(await isOpen(old), false);
    const renewed = await findSession(database, token);
    assert.deepEqual([renewed?.sessionId, renewed?.hasPassedFactor], [sessionId, false]);

    const stepped = await database.transaction((tx) =>
      renewSession(tx, { sessionId, hasPassedFactor: true }),
    );
    const passed = await findSession(database, stepped);
    assert.deepEqual([passed?.hasPassedFactor, passed?.isFactorFresh], [true, true]);
    assert.equal(await isOpen(token), false);
  });

  test('a session that was ended meanwhile is not renewed', async () => {
    const personId = await makePerson();
    const sessionId = await idOf(await start(personId));
    await database.transaction((tx) => endSessions(tx, { personId }));
    await assert.rejects(
      database.transaction((tx) => renewSession(tx, { sessionId, hasPassedFactor: true })),
      { code: 'sign_in_required' },
    );
  });

  test('all sessions of a person end, or all but one, and nobody else’s do', async () => {
    const [personId, other] = [await makePerson(), await makePerson()];
    const [mine, first, second] = [await start(personId), await start(personId), await start(personId)];
    const theirs = await start(other);
    const exceptSessionId = await idOf(mine);
    assert.equal(await database.transaction((tx) => endSessions(tx, { personId, exceptSessionId })), 2);
    assert.deepEqual(await Promise.all([mine, first, second, theirs].map(isOpen)), [
      true,
      false,
      false,
      true,
    ]);
    assert.equal(await database.transaction((tx) => endSessions(tx, { personId })), 1);
    assert.deepEqual(await Promise.all([mine, theirs].map(isOpen)), [false, true]);
  });

  test('a session ends after a day without use and after two weeks in all, and is forgotten then', async () => {
    const personId = await makePerson();
    const [used, idle, old] = [await start(personId), await start(personId), await start(personId)];
    const [idleId, oldId] = [await idOf(idle), await idOf(old)];
    await database.query(
      `UPDATE sessions SET last_used_at = now() - interval '24 hours 1 second' WHERE id = $1`,
      [idleId],
    );
    await database.query(`UPDATE sessions SET expires_at = now() - interval '1 second' WHERE id = $1`, [
      oldId,
    ]);
    assert.deepEqual(await Promise.all([used, idle, old].map(isOpen)), [true, false, false]);
    const { rows: ends } = await database.query<{ days: number }>(
      `SELECT extract(day FROM expires_at - created_at)::int AS days FROM sessions WHERE id = $1`,
      [await idOf(used)],
    );
    assert.deepEqual(ends, [{ days: 14 }]);

    const job = forgetSessionsJob(database);
    await job.run({}, { jobId: '', attempt: 1, signal: new AbortController().signal });
    const { rows } = await database.query('SELECT id FROM sessions WHERE person_id = $1', [personId]);
    assert.deepEqual(rows, [{ id: await idOf(used) }]);
  });

  test('a second step is fresh for ten minutes', async () => {
    const token = await start(await makePerson(), true);
    const sessionId = await idOf(token);
    const passedAgo = async (ago: string): Promise<unknown> => {
      await database.query('UPDATE sessions SET passed_factor_at = now() - $2::interval WHERE id = $1', [
        sessionId,
        ago,
      ]);
      const session = await findSession(database, token);
      return [session?.hasPassedFactor, session?.isFactorFresh];
    };
    assert.deepEqual(await passedAgo('9 minutes 50 seconds'), [true, true]);
    assert.deepEqual(await passedAgo('10 minutes 1 second'), [true, false]);
  });
});
