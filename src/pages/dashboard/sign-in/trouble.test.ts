import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEntrance, PASSWORD } from './entrance.fixture.ts';

test('a person who asks too often, or meets a failure, gets a page that says so', async (t) => {
  const entrance = await openEntrance(t, { RATE_LIMIT_PER_ADDRESS: '3' });
  const visitor = entrance.visitor();
  let last = await visitor.open('/sign-in');
  // Three a minute, and a minute may end meanwhile: seven are too many however it falls.
  for (let n = 1; n < 7 && last.status !== 429; n++) last = await visitor.open('/sign-in');
  assert.equal(last.status, 429);
  assert.match(last.body, /<h1>Too many requests<\/h1>/);
  assert.ok(Number(last.headers.get('retry-after')) > 0);

  await entrance.on.app.database.query('ALTER TABLE attempts RENAME TO away');
  const failed = await entrance.visitor().send('/sign-in', { email: 'ada@mail.example', password: PASSWORD });
  assert.equal(failed.status, 500);
  assert.match(failed.body, /<h1>Something went wrong<\/h1>/);
  const said = entrance.on.logLines().join('');
  assert.ok(said.includes('attempts'), 'the failure is on record');
  assert.ok(!said.includes(PASSWORD) && !said.includes('ada@mail.example'));
});
