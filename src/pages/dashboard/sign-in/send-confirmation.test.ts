import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { openEntrance } from './entrance.fixture.ts';

test('a person without a confirmed e-mail is sent another link, a few times', async (t) => {
  const entrance = await openEntrance(t);
  const { on } = entrance;
  const person = await signInAs(on, await makeHost(on));
  const send = () => askDashboard(on, '/me/confirm-email', { as: person, method: 'POST' });
  assert.equal((await send()).status, 200);
  assert.deepEqual(await entrance.mailsTo(person.email), [], 'it is confirmed');
  await on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [person.personId]);
  const statuses: number[] = [];
  for (let n = 0; n < 5; n++) {
    statuses.push((await send()).status);
    // Mails sent at once may arrive in any order.
    await entrance.mailsTo(person.email);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 429]);
  const path = await entrance.linkTo(person.email, 'confirm-email');
  const visitor = entrance.visitor();
  visitor.cookies.set('tessera-session', person.cookie.split('=')[1] ?? '');
  assert.ok(!(await visitor.open(path)).body.includes('type="password"'), 'the session is theirs');
  assert.equal((await visitor.send(path, {})).status, 303);
  const { rows } = await on.app.database.query<{ isConfirmed: boolean }>(
    'SELECT email_confirmed_at IS NOT NULL AS "isConfirmed" FROM people WHERE id = $1',
    [person.personId],
  );
  assert.deepEqual(rows, [{ isConfirmed: true }]);
});
