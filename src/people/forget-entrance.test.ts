import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../test/harness/test-database.ts';
import { forgetAttemptsJob } from '../attempts/forget-attempts.ts';
import { createPerson } from './create-person.ts';
import { forgetMailedLinksJob } from './forget-mailed-links.ts';

const MANY = 1_200;
let on: TestDatabase;
before(async () => {
  on = await createTestDatabase();
});
after(() => on.drop());
const context = { jobId: '', attempt: 1, signal: new AbortController().signal };

test('links in e-mails are forgotten a week after they ended, and none before', async () => {
  const { database } = on;
  const personId = await database.transaction((tx) =>
    createPerson(tx, { email: 'ada@mail.example', passwordHash: 'none', isEmailConfirmed: true }),
  );
  await database.query(
    `INSERT INTO mailed_tokens (token_sha256, purpose, person_id, email, expires_at)
     SELECT sha256(n::text::bytea), 'reset_password', $1, 'ada@mail.example',
            now() - CASE WHEN n <= 3 THEN interval '6 days 23 hours' ELSE interval '7 days 1 hour' END
       FROM generate_series(1, $2::int + 3) AS n`,
    [personId, MANY],
  );
  await forgetMailedLinksJob(database).run({}, context);
  const { rows } = await database.query('SELECT 1 FROM mailed_tokens');
  assert.equal(rows.length, 3);
});

test('counts of attempts are forgotten after a day', async () => {
  const { database } = on;
  await database.query(
    `INSERT INTO attempts (name, last_at)
     SELECT 'test ' || n, now() - CASE WHEN n <= 3 THEN interval '23 hours' ELSE interval '25 hours' END
       FROM generate_series(1, $1::int + 3) AS n`,
    [MANY],
  );
  await forgetAttemptsJob(database).run({}, context);
  const { rows } = await database.query('SELECT 1 FROM attempts');
  assert.equal(rows.length, 3);
});
