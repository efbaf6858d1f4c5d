import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from './test-database.ts';

test('a deadlock that nobody hears of is counted when the database is dropped', async () => {
  const { database, dropAndCountDeadlocks } = await createTestDatabase();
  const meeting = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const take = (own: 0 | 1, other: 0 | 1) =>
    database.transaction(async (tx) => {
      await tx.query('SELECT pg_advisory_xact_lock($1)', [own]);
      meeting[own].resolve();
      await meeting[other].promise;
      await tx.query('SELECT pg_advisory_xact_lock($1)', [other]);
    });
  const ends = await Promise.allSettled([take(0, 1), take(1, 0)]);
  assert.equal(ends.filter(({ status }) => status === 'rejected').length, 1);
  assert.equal(await dropAndCountDeadlocks(), 1);
});
