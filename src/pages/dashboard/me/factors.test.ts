import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Answer } from '../../../../test/harness/client.ts';
import { codeOf, cookieFrom, forgetUsedCodes, setUpApp } from '../../../../test/harness/factors.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../../../../test/harness/smtp.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { addressOf, HOST_ROUTES } from '../../../../test/dashboard/good-requests.fixture.ts';
import { sealCurrent } from '../../../secrets/sealed.ts';
import { findSession, startSession } from '../../../people/sessions/sessions.ts';

// These ids are never looked up.
const idsOf = ({ hostId }: TestHost): Record<string, string> =>
  new Proxy<Record<string, string>>(
    {},
    { get: (_, name) => (name === 'hostId' ? hostId : '00000000-0000-7000-8000-000000000000') },
  );

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';

suite('setting up and removing a second factor', () => {
  let on: TestApp;
  let smtp: TestSmtp;
  let host: TestHost;
  before(async () => {
    smtp = await startSmtp();
    on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
    host = await makeHost(on);
  });
  after(async () => {
    await on.close();
    await smtp.stop();
  });

  const post = (path: string, as: SignedIn, body: object = {}): Promise<Answer> =>
    askDashboard(on, path, { as, method: 'POST', body });
  const remove = (path: string, as: SignedIn): Promise<Answer> =>
    askDashboard(on, path, { as, method: 'DELETE' });
  const security = async (as: SignedIn) => (await askDashboard(on, '/me/security', { as })).body.data;
  const ageBy = (as: SignedIn, column: string): Promise<unknown> =>
    on.app.database.query(
      `UPDATE sessions SET ${column} = now() - interval '11 minutes' WHERE person_id = $1`,
      [as.personId],
    );
  async function alsoSignedIn({ personId, email }: SignedIn): Promise<SignedIn> {
    const token = await on.app.database.transaction((tx) =>
      startSession(tx, { personId, hasPassedFactor: true, address: '127.0.0.1', userAgent: 'a test' }),
    );
    return { personId, email, cookie: `tessera-session=${token}` };
  }

  test('the first one needs a sign-in of the last ten minutes', async () => {
    const person = await signInAs(on, host);
    await ageBy(person, 'signed_in_at');
    for (const path of ['/me/authenticator-app/begin', '/me/passkeys/options']) {
      const { status, body } = await post(path, person);
      assert.deepEqual([status, body.error_code], [403, 'password_required'], path);
    }
    const typed = { setUp: 'AAAA', code: '123456' };
    assert.equal((await post('/me/authenticator-app', person, typed)).body.error_code, 'password_required');
  });

  test('a further one, the removal of one and new recovery codes need a second step of the last ten minutes', async () => {
    const person = await setUpApp(on, await signInAs(on, host));
    await ageBy(person, 'passed_factor_at');
    const answers = [
      await post('/me/authenticator-app/begin', person),
      await post('/me/passkeys/options', person),
      await post('/me/recovery-codes', person),
      await remove('/me/authenticator-app', person),
    ];
    for (const { body } of answers) assert.equal(body.error_code, 'second_step_required');
    const stepped = await post('/second-step', person, { code: codeOf(person.secret) });
    const fresh = { ...person, cookie: cookieFrom(stepped.headers) };
    assert.equal((await post('/me/passkeys/options', fresh)).status, 200);
  });

  test('an app counts after its first right code, and not before', async () => {
    const person = await signInAs(on, host);
    const { body: begun } = await post('/me/authenticator-app/begin', person);
    assert.equal((await security(person)).totpSince, null);
    const wrong = await post('/me/authenticator-app', person, { setUp: begun.setUp, code: '000000' });
    assert.deepEqual([wrong.status, wrong.body.field], [400, 'code']);
    assert.equal((await security(person)).totpSince, null);
    assert.match(begun.qr.path, /^M\d/);
  });

  /** A set-up as `begin` makes it, which has been good until then. */
  const setUpUntil = (as: SignedIn, sessionId: string, goodUntil: number): string =>
    sealCurrent(on.secretKeys, {
      purpose: 'authenticator-set-up',
      owner: `${as.personId} ${sessionId}`,
      secret: JSON.stringify({ secret: SECRET, goodUntil }),
    }).box.toString('base64url');

  test('a setup is good for its own session, and for half an hour', async () => {
    const [person, stranger] = [await signInAs(on, host), await signInAs(on, host)];
    const { body } = await post('/me/authenticator-app/begin', person);
    const typed = { setUp: body.setUp, code: codeOf(body.secret) };
    for (const as of [stranger, await alsoSignedIn(person)]) {
      const answer = await post('/me/authenticator-app', as, typed);
      assert.deepEqual([answer.status, answer.body.field], [400, 'setUp']);
    }
    const sessionId = await sessionIdOf(person);
    const nowSeconds = Math.floor(Date.now() / 1000);
    const late = await post('/me/authenticator-app', person, {
      setUp: setUpUntil(person, sessionId, nowSeconds - 5),
      code: codeOf(SECRET),
    });
    assert.deepEqual([late.status, late.body.field], [400, 'setUp']);
    const inTime = await post('/me/authenticator-app', person, {
      setUp: setUpUntil(person, sessionId, nowSeconds + 60),
      code: codeOf(SECRET),
    });
    assert.equal(inTime.status, 200);
  });

  async function sessionIdOf({ cookie }: SignedIn): Promise<string> {
    const session = await findSession(on.app.database, cookie.split('=')[1] ?? '');
    return session?.sessionId ?? '';
  }

  test('another app takes the place of the first, whose codes are dead; the recovery codes stay', async () => {
    const first = await setUpApp(on, await signInAs(on, host));
    const second = await setUpApp(on, first);
    assert.equal(second.recoveryCodes, null);
    const step = (code: string): Promise<Answer> => post('/second-step', second, { code });
    assert.equal((await step(codeOf(first.secret))).status, 400);
    assert.equal((await step(codeOf(second.secret))).status, 200);
    assert.equal((await security(await alsoSignedIn(first))).recoveryCodesLeft, 10);
  });

  test('every change ends the other sessions, gives this one a new token, is on record and mailed to the owners', async () => {
    const own = await makeHost(on);
    const owner = await signInAs(on, own);
    await on.app.database.query('DELETE FROM members WHERE person_id = $1', [own.personId]);
    const first = await signInAs(on, own, { role: 'manager' });
    const elsewhere = await alsoSignedIn(first);
    const opens = async (as: SignedIn): Promise<number> =>
      (await askDashboard(on, '/me/sessions', { as })).status;

    const person = await setUpApp(on, first);
    assert.deepEqual([await opens(first), await opens(elsewhere), await opens(person)], [401, 401, 200]);

    const other = await alsoSignedIn(person);
    const renewed = await post('/me/recovery-codes', person);
    assert.equal(renewed.body.recoveryCodes.length, 10);
    assert.notDeepEqual(renewed.body.recoveryCodes, person.recoveryCodes);
    assert.deepEqual([await opens(person), await opens(other)], [401, 401]);

    const next = { ...person, cookie: cookieFrom(renewed.headers) };
    const third = await alsoSignedIn(next);
    const removed = await remove('/me/authenticator-app', next);
    assert.equal(removed.status, 200);
    const last = { ...person, cookie: cookieFrom(removed.headers) };
    assert.deepEqual([await opens(next), await opens(third), await opens(last)], [401, 401, 200]);
    const { rows } = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE person_id = $1 ORDER BY id',
      [person.personId],
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['factor.add', 'factor.renew', 'factor.remove'],
    );
    await assertMailed(
      [owner.email, person.email],
      ['a second factor was added', 'new recovery codes were made', 'a second factor was removed'],
    );
  });

  /** Each of them has got each of these. */
  async function assertMailed(emails: string[], whats: string[]): Promise<void> {
    for (const email of emails) {
      const subjects = (): string[] =>
        smtp.received
          .filter(({ envelope }) => envelope.to.includes(email))
          .map(({ mail }) => mail.subject ?? '');
      await until(`${email} is told`, () => subjects().length === whats.length);
      for (const what of whats)
        assert.ok(
          subjects().some((subject) => subject.toLowerCase().includes(what)),
          `${what}: ${subjects().join(', ')}`,
        );
    }
  }

  test('with the last one go the recovery codes', async () => {
    const person = await setUpApp(on, await signInAs(on, host));
    const removed = await remove('/me/authenticator-app', person);
    const bare = { ...person, cookie: cookieFrom(removed.headers) };
    assert.deepEqual(
      await security(bare).then(({ totpSince, recoveryCodesLeft }) => [totpSince, recoveryCodesLeft]),
      [null, 0],
    );
    assert.equal((await remove('/me/authenticator-app', bare)).body.error_code, 'factor_required');
  });

  test('secrets, codes and tokens are in no table in plain text, and in no log', async () => {
    const person = await setUpApp(on, await signInAs(on, host));
    const used = person.recoveryCodes[0] ?? '';
    const stepped = await post('/second-step', person, { code: used });
    await forgetUsedCodes(on, person.personId);
    await post(
      '/second-step',
      { ...person, cookie: cookieFrom(stepped.headers) },
      { code: 'canary-wrong-code' },
    );
    const tokens = [person.cookie, cookieFrom(stepped.headers)].map((cookie) => cookie.split('=')[1] ?? '');
    const { rows: tables } = await on.app.database.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    let dump = on.logLines().join('\n');
    for (const { name } of tables) {
      const { rows } = await on.app.database.query<{ row: string }>(
        `SELECT t::text AS row FROM ${name} AS t`,
      );
      dump += rows.map(({ row }) => row).join('\n');
    }
    assert.ok(dump.includes(person.email), 'the dump is one');
    const canaries = [person.secret, ...person.recoveryCodes, ...tokens, 'canary-wrong-code'];
    for (const canary of canaries) {
      for (const text of [canary, canary.replaceAll('-', ''), Buffer.from(canary).toString('hex')])
        assert.equal(dump.includes(text), false, canary);
    }
    assert.equal(dump.includes(Buffer.from(tokens[0] ?? '', 'base64url').toString('hex')), false);
  });
});

suite('a second factor in production', () => {
  let on: TestApp;
  let host: TestHost;
  let at: Pick<TestApp, 'app' | 'publicUrl'>;
  before(async () => {
    on = await startTestApp({
      environment: { ENVIRONMENT: 'production', ALLOW_HTTP: 'on', SMTP_URL: 'smtp://127.0.0.1:9' },
    });
    host = await makeHost(on);
    at = { app: on.app, publicUrl: on.publicUrl.replace('127.0.0.1', 'localhost') };
  });
  after(() => on.close());

  for (const role of ['owner', 'manager', 'finance'] as const) {
    test(`somebody whose role is ${role} and who has none can do nothing in the host but set one up, and keeps the last one`, async () => {
      const person = await signInAs(on, host, { role });
      for (const route of HOST_ROUTES.filter(({ method }) => method === 'GET')) {
        const path = addressOf(route, idsOf(host));
        const { status, body } = await askDashboard(at, path, { as: person });
        assert.deepEqual([status, body.error_code], [403, 'factor_required'], path);
      }
      const page = await askDashboard(at, `/hosts/${host.hostId}`, {
        as: person,
        headers: { accept: 'text/html' },
      });
      assert.equal(page.status, 303);
      assert.match(page.headers.get('location') ?? '', /^\/dashboard\/me\/security\?next=/);

      const withApp = await setUpApp(at, person);
      assert.equal((await askDashboard(at, `/hosts/${host.hostId}`, { as: withApp })).status, 200);
      const kept = await askDashboard(at, '/me/authenticator-app', { as: withApp, method: 'DELETE' });
      assert.deepEqual([kept.status, kept.body.error_code], [403, 'not_allowed']);
      const { body } = await askDashboard(at, '/me/security', { as: withApp });
      assert.notEqual(body.data.totpSince, null);
      assert.equal(body.data.mustKeepOne, true);
    });
  }

  test('members at the doors may go without', async () => {
    const person = await signInAs(on, host, { role: 'door' });
    assert.equal((await askDashboard(at, `/hosts/${host.hostId}`, { as: person })).status, 200);
    const withApp = await setUpApp(at, person);
    const removed = await askDashboard(at, '/me/authenticator-app', { as: withApp, method: 'DELETE' });
    assert.equal(removed.status, 200);
  });
});
