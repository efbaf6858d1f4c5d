import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { errorFrames, errorMessage } from './error-message.ts';

const CANARY = 'canary@example.com';

const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  return assert.fail('nothing was thrown');
};

describe('errors of the database', () => {
  let testDatabase: TestDatabase;
  before(async () => void (testDatabase = await createTestDatabase()));
  after(() => testDatabase.drop());
  const refusedBy = (sql: string, values: unknown[] = []): Promise<unknown> =>
    testDatabase.database.query(sql, values).then(
      () => assert.fail('it was not refused'),
      (error: unknown) => error,
    );

  test('a value that can’t be read is not repeated; its code is told', async () => {
    for (const [sql, code] of [
      ['SELECT $1::uuid', '22P02'],
      ['SELECT $1::text::integer', '22P02'],
      ["SELECT ('{' || $1)::text[]", '22P02'],
      ['SELECT $1::timestamptz', '22007'],
    ] as const) {
      const error = await refusedBy(sql, [CANARY]);
      assert.match((error as Error).message, new RegExp(CANARY), 'the database repeats it');
      assert.equal(errorMessage(error), `${code} (the message may quote personal data, and is left out)`);
    }
  });

  test('a message that names tables and constraints alone is told as it is', async () => {
    assert.equal(errorMessage(await refusedBy('SELECT * FROM nowhere')), 'relation "nowhere" does not exist');
    await testDatabase.database.query('CREATE TABLE unique_emails (email text PRIMARY KEY)');
    const insert = 'INSERT INTO unique_emails VALUES ($1)';
    await testDatabase.database.query(insert, [CANARY]);
    const error = await refusedBy(insert, [CANARY]);
    assert.match((error as { detail?: string }).detail ?? '', new RegExp(CANARY));
    assert.equal(errorMessage(error), 'duplicate key value violates unique constraint "unique_emails_pkey"');
  });
});

test('text that is no JSON, and the sides of an assertion, are not repeated', () => {
  for (const error of [
    thrownBy(() => JSON.parse(CANARY)),
    thrownBy(() => assert.equal(CANARY, 'another')),
    thrownBy(() => assert.deepEqual({ email: CANARY }, {})),
  ]) {
    assert.match((error as Error).message, /canary/);
    assert.doesNotMatch(errorMessage(error), /canary/);
  }
  assert.equal(errorMessage(thrownBy(() => assert(false, 'an order vanished'))), 'an order vanished');
  assert.equal(
    errorMessage(
      thrownBy(() => {
        // oxlint-disable-next-line no-throw-literal -- libraries do
        throw CANARY;
      }),
    ),
    'Something that is not an Error was thrown.',
  );
});

test('the password in an address is hidden, and a stack has no message in it', () => {
  const error = new Error(`connect redis://:${CANARY}:6379\nof two lines`);
  assert.equal(errorMessage(error), 'connect redis://***@example.com:6379\nof two lines');
  const frames = errorFrames(error);
  assert.match(frames, /^ {4}at .*error-message\.test\.ts/);
  assert.doesNotMatch(frames, /canary|of two lines/);
});
