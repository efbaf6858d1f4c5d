import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import {
  codeOf,
  cookieFrom,
  forgetUsedCodes,
  setUpApp,
  type WithApp,
} from '../../../../test/harness/factors.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { startSession } from '../../../people/sessions/sessions.ts';

suite('the second step', () => {
  let on: TestApp;
  let other: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
    other = await startTestApp({ on });
    host = await makeHost(on);
  });
  after(async () => {
    await other.close();
    await on.close();
  });

  /** Somebody with an authenticator app who has given the password, and nothing else yet. */
  async function unfinished(): Promise<WithApp> {
    const person = await setUpApp(on, await signInAs(on, host));
    return { ...person, cookie: await signInAgain(person) };
  }
  const signInAgain = async ({ personId }: SignedIn): Promise<string> => {
    const token = await on.app.database.transaction((tx) =>
      startSession(tx, { personId, hasPassedFactor: false, address: '127.0.0.1', userAgent: 'a test' }),
    );
    return `tessera-session=${token}`;
  };
  const step = (as: SignedIn, code: string, at: TestApp = on): Promise<Answer> =>
    askDashboard(at, '/second-step', { as, method: 'POST', body: { code } });
  const opens = async (as: SignedIn): Promise<number> =>
    (await askDashboard(on, `/hosts/${host.hostId}`, { as })).status;
  async function logOf({ personId }: SignedIn): Promise<string[]> {
    const { rows } = await on.app.database.query<{ line: string }>(
      `SELECT action || coalesce(' ' || (after->>'factor'), '') AS line FROM audit_log WHERE person_id = $1 ORDER BY id`,
      [personId],
    );
    return rows.map(({ line }) => line);
  }

  test('opens the rest, under a new token: the old one is dead', async () => {
    const person = await unfinished();
    assert.equal(await opens(person), 403);
    const passed = await step(person, codeOf(person.secret));
    assert.equal(passed.status, 200);
    const cookie = cookieFrom(passed.headers);
    assert.notEqual(cookie, person.cookie);
    assert.equal(await opens({ ...person, cookie }), 200);
    assert.equal(await opens(person), 401);
    await forgetUsedCodes(on, person.personId);
    assert.equal((await step(person, codeOf(person.secret))).status, 401, 'nor is it good for another step');
    assert.deepEqual(await logOf(person), ['factor.add', 'second_step.pass authenticator_app']);
  });

  test('a code is good once', async () => {
    const person = await unfinished();
    const code = codeOf(person.secret);
    assert.equal((await step(person, code)).status, 200);
    const again = { ...person, cookie: await signInAgain(person) };
    const replayed = await step(again, code);
    assert.deepEqual([replayed.status, replayed.body.field], [400, 'code']);
    assert.equal(await opens(again), 403);
  });

  test('the code that set the app up is used by that', async () => {
    const person = await signInAs(on, host);
    const { body } = await askDashboard(on, '/me/authenticator-app/begin', { as: person, method: 'POST' });
    const code = codeOf(body.secret);
    await askDashboard(on, '/me/authenticator-app', {
      as: person,
      method: 'POST',
      body: { setUp: body.setUp, code },
    });
    const again = { ...person, cookie: await signInAgain(person) };
    assert.equal((await step(again, code)).status, 400);
  });

  test('of many who send the same code at once, to two processes, one passes', async () => {
    const person = await unfinished();
    const code = codeOf(person.secret);
    const sessions = await Promise.all(Array.from({ length: 6 }, () => signInAgain(person)));
    const answers = await Promise.all(
      sessions.map((cookie, nr) => step({ ...person, cookie }, code, nr % 2 ? on : other)),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), [
      '200',
      '400',
      '400',
      '400',
      '400',
      '400',
    ]);
  });

  test('a recovery code stands in for the app, however it is typed, and once', async () => {
    const person = await unfinished();
    const [code = '', second = ''] = person.recoveryCodes;
    assert.equal(person.recoveryCodes.length, 10);
    const passed = await step(person, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
    assert.equal(passed.status, 200);
    const again = { ...person, cookie: await signInAgain(person) };
    assert.equal((await step(again, code)).status, 400);
    assert.equal((await step(again, second)).status, 200);
    const { body } = await askDashboard(on, '/me/security', {
      as: { ...person, cookie: cookieFrom(passed.headers) },
    });
    assert.equal(body.data.recoveryCodesLeft, 8);
  });

  test('a recovery code at two processes at once passes one of them', async () => {
    const person = await unfinished();
    const [code = ''] = person.recoveryCodes;
    const cookies = [await signInAgain(person), await signInAgain(person)];
    const answers = await Promise.all(
      cookies.map((cookie, nr) => step({ ...person, cookie }, code, nr ? on : other)),
    );
    assert.deepEqual(answers.map(({ status }) => String(status)).toSorted(), ['200', '400']);
  });

  test('nobody else’s code passes, nor the password', async () => {
    const [person, stranger] = [await unfinished(), await unfinished()];
    assert.equal((await step(person, stranger.recoveryCodes[0] ?? '')).status, 400);
    assert.equal((await step(person, codeOf(stranger.secret))).status, 400);
    assert.equal((await step(person, 'correct horse battery staple')).status, 400);
    assert.equal(await opens(person), 403);
    assert.deepEqual(await logOf(person), [
      'factor.add',
      'second_step.fail code',
      'second_step.fail code',
      'second_step.fail code',
    ]);
  });

  test('after three wrong codes a session waits, longer each time, and a right one is not even looked at', async () => {
    const person = await unfinished();
    for (const _ of Array(4)) assert.equal((await step(person, '000000')).status, 400);
    const early = await step(person, codeOf(person.secret));
    assert.deepEqual([early.status, early.body.error_code, early.body.field], [429, 'rate_limited', 'code']);
    assert.match(early.headers.get('retry-after') ?? '', /^[12]$/);

    const waits = [];
    for (let count = 0; count < 9; count++) {
      await on.app.database.query('UPDATE sessions SET codes_again_at = NULL WHERE person_id = $1', [
        person.personId,
      ]);
      await on.app.database.query('UPDATE people SET codes_again_at = NULL WHERE id = $1', [person.personId]);
      assert.equal((await step(person, '000000')).status, 400);
      const { rows } = await on.app.database.query<{ wait: number }>(
        `SELECT round(extract(epoch FROM codes_again_at - now()))::int AS wait FROM sessions
          WHERE person_id = $1 AND wrong_codes > 0`,
        [person.personId],
      );
      waits.push(rows[0]?.wait ?? 0);
    }
    assert.deepEqual(
      waits.map((wait) => [4, 8, 16, 32, 64, 128, 256, 300].find((most) => wait <= most)),
      [4, 8, 16, 32, 64, 128, 256, 300, 300],
    );
  });

  test('guesses from many sessions count together, and a passed step forgets them', async () => {
    const person = await unfinished();
    for (const _ of Array(11))
      assert.equal((await step({ ...person, cookie: await signInAgain(person) }, '000000')).status, 400);
    assert.equal((await step(person, codeOf(person.secret))).status, 429);
    await on.app.database.query('UPDATE people SET codes_again_at = now() WHERE id = $1', [person.personId]);
    assert.equal((await step(person, codeOf(person.secret))).status, 200);
    const { rows } = await on.app.database.query(
      'SELECT wrong_codes, codes_again_at FROM people WHERE id = $1',
      [person.personId],
    );
    assert.deepEqual(rows, [{ wrong_codes: 0, codes_again_at: null }]);
  });
});
