import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/harness/test-database.ts';
import type { AttemptLimit } from './attempt-limits.ts';
import { uncountAttempt, countAttempt, tryAttempt } from './count-attempt.ts';

const newLimit = (): AttemptLimit => ({
  name: randomUUID(),
  free: 3,
  firstWaitSeconds: 3_600,
  longestWaitSeconds: 3_600,
  isClearedBySuccess: false,
});

test('a free attempt is never refused, however soon after the one before; any other waits', async (t) => {
  const { database, drop } = await createTestDatabase();
  t.after(drop);
  for (let n = 0; n < 300; n++) {
    const limits = [newLimit()];
    await countAttempt(database, limits);
    await countAttempt(database, limits);
    await database.transaction((tx) => uncountAttempt(tx, limits));
    await countAttempt(database, limits);
    await countAttempt(database, limits);
    assert.equal(
      await tryAttempt(database, limits),
      true,
      'the fourth is the first to make the next one wait',
    );
    assert.equal(await tryAttempt(database, limits), false);
  }
});
