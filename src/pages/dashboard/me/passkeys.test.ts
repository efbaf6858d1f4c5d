import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import {
  makeAuthenticator,
  type Authenticator,
  type Mischief,
} from '../../../../test/harness/authenticator.ts';
import type { Answer } from '../../../../test/harness/client.ts';
import { cookieFrom } from '../../../../test/harness/factors.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';

type WithPasskey = SignedIn & { passkey: Authenticator };

suite('passkeys, and what is no passkey', () => {
  let on: TestApp;
  let host: TestHost;
  let origin: string;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    // DASHBOARD_URL, where nothing is configured.
    origin = on.publicUrl.replace('127.0.0.1', 'localhost');
  });
  after(() => on.close());

  const post = (path: string, as: SignedIn | null, body: object = {}): Promise<Answer> =>
    askDashboard(on, path, { ...(as && { as }), method: 'POST', body });

  async function add(as: SignedIn, passkey: Authenticator, mischief: Mischief = {}): Promise<Answer> {
    const { body: options } = await post('/me/passkeys/options', as);
    return post('/me/passkeys', as, { name: 'My phone', ...passkey.create(options, mischief) });
  }
  async function withPasskey(): Promise<WithPasskey> {
    const person = await signInAs(on, host);
    const passkey = makeAuthenticator({ origin });
    const added = await add(person, passkey);
    assert.equal(added.status, 200, JSON.stringify(added.body));
    return { ...person, cookie: cookieFrom(added.headers), passkey };
  }
  async function step(as: WithPasskey, mischief: Mischief = {}): Promise<Answer> {
    const { body: options } = await post('/second-step/passkey/options', as);
    return post('/second-step/passkey', as, as.passkey.get(options, mischief));
  }
  async function signIn(passkey: Authenticator, mischief: Mischief = {}): Promise<Answer> {
    const { body: options } = await post('/sign-in/passkey/options', null);
    assert.deepEqual(options.allowCredentials, []);
    return post('/sign-in/passkey', null, passkey.get(options, mischief));
  }
  const noPasskey = ({ status, body, headers }: Answer, what: string): void => {
    assert.deepEqual([status, body.error_code], [400, 'validation_failed'], what);
    assert.equal(headers.get('set-cookie'), null, what);
  };

  test('one is added with its first recovery codes, signs in with nothing else, and passes a second step', async () => {
    const person = await signInAs(on, host);
    const passkey = makeAuthenticator({ origin });
    const added = await add(person, passkey);
    assert.equal(added.body.recoveryCodes.length, 10);
    const signedIn = await signIn(passkey);
    assert.equal(signedIn.status, 200);
    const fresh = { ...person, passkey, cookie: cookieFrom(signedIn.headers) };
    const path = `/hosts/${host.hostId}/keys/private/reveal`;
    assert.equal((await post(path, fresh)).status, 200, 'a passkey is both factors');

    await on.app.database.query(
      `UPDATE sessions SET passed_factor_at = now() - interval '1 hour' WHERE person_id = $1`,
      [person.personId],
    );
    assert.equal((await post(path, fresh)).body.error_code, 'second_step_required');
    const stepped = await step(fresh);
    assert.equal(stepped.status, 200);
    assert.equal((await post(path, { ...fresh, cookie: cookieFrom(stepped.headers) })).status, 200);
    assert.equal((await post(path, fresh)).status, 401, 'the token before the step is dead');
  });

  const MISCHIEF: [string, Mischief][] = [
    ['made for another site', { rpId: 'evil.example' }],
    ['made on a page of another origin', { origin: 'https://evil.example' }],
    ['of this host at another port', { origin: 'http://localhost:1' }],
    ['with a challenge that we did not make', { challenge: randomBytes(32).toString('base64url') }],
    ['of nobody who has proved to be there', { isUnverified: true }],
    ['for another deed', { type: 'webauthn.nothing' }],
  ];
  for (const [what, mischief] of MISCHIEF) {
    test(`one ${what} is not taken: not added, no sign-in, no second step`, async () => {
      const person = await withPasskey();
      noPasskey(await add(person, makeAuthenticator({ origin }), mischief), 'add');
      noPasskey(await signIn(person.passkey, mischief), 'sign in');
      noPasskey(await step(person, mischief), 'second step');
    });
  }

  test('an answer is good once, for five minutes, for what it was asked for, and in the session that asked', async () => {
    const person = await withPasskey();
    const { body: options } = await post('/sign-in/passkey/options', null);
    const answer = person.passkey.get(options);
    noPasskey(await post('/second-step/passkey', person, answer), 'for another purpose');
    assert.equal((await post('/sign-in/passkey', null, answer)).status, 200);
    noPasskey(await post('/sign-in/passkey', null, answer), 'a second time');

    const { body: late } = await post('/sign-in/passkey/options', null);
    await on.app.database.query(`UPDATE passkey_challenges SET expires_at = now() WHERE challenge = $1`, [
      late.challenge,
    ]);
    noPasskey(await post('/sign-in/passkey', null, person.passkey.get(late)), 'too late');

    const elsewhere = { ...person, cookie: cookieFrom((await signIn(person.passkey)).headers) };
    const { body: asked } = await post('/second-step/passkey/options', elsewhere);
    noPasskey(await post('/second-step/passkey', person, person.passkey.get(asked)), 'in another session');
  });

  test('another person’s passkey passes nobody’s second step, and can’t be added again', async () => {
    const [person, stranger] = [await withPasskey(), await withPasskey()];
    noPasskey(await step({ ...person, passkey: stranger.passkey }), 'second step');
    noPasskey(await add(person, stranger.passkey), 'add');
    const unknown = makeAuthenticator({ origin });
    noPasskey(await signIn(unknown), 'sign in');
  });

  test('one that counts back is a copy, and not taken', async () => {
    const person = await withPasskey();
    assert.equal((await signIn(person.passkey, { signCount: 7 })).status, 200);
    noPasskey(await signIn(person.passkey, { signCount: 7 }), 'the same count');
    noPasskey(await signIn(person.passkey, { signCount: 3 }), 'a lower count');
    assert.equal((await signIn(person.passkey, { signCount: 8 })).status, 200);
  });

  test('one is renamed, and removed by its owner alone', async () => {
    const [person, stranger] = [await withPasskey(), await withPasskey()];
    const { body } = await askDashboard(on, '/me/security', { as: person });
    const [{ passkeyId }] = body.data.passkeys;
    const at = `/me/passkeys/${passkeyId}`;
    const rename = (as: SignedIn): Promise<Answer> =>
      askDashboard(on, at, { as, method: 'PATCH', body: { name: 'The old phone' } });
    assert.equal((await rename(stranger)).status, 404);
    assert.equal((await askDashboard(on, at, { as: stranger, method: 'DELETE' })).status, 404);
    assert.equal((await rename(person)).status, 200);
    const renamed = await askDashboard(on, '/me/security', { as: person });
    assert.equal(renamed.body.data.passkeys[0].name, 'The old phone');
    const removed = await askDashboard(on, at, { as: person, method: 'DELETE' });
    assert.equal(removed.status, 200);
    noPasskey(await signIn(person.passkey), 'removed');
  });

  test('in production the site is that of DASHBOARD_URL, whatever the request calls itself', async () => {
    const production = await startTestApp({
      on,
      environment: {
        ENVIRONMENT: 'production',
        PUBLIC_URL: 'https://tickets.example',
        DASHBOARD_URL: 'https://hosts.example/dashboard',
        SMTP_URL: 'smtp://127.0.0.1:9',
      },
    });
    try {
      const { body } = await askDashboard(production, '/sign-in/passkey/options', {
        method: 'POST',
        body: {},
        headers: { host: 'localhost' },
      });
      assert.equal(body.error_code, 'not_found', 'another host is not answered at all');
      const response = await production.app.http.inject({
        method: 'POST',
        url: '/dashboard/sign-in/passkey/options',
        headers: { host: 'hosts.example', 'sec-fetch-site': 'same-origin' },
      });
      assert.equal(response.json().rpId, 'hosts.example');
    } finally {
      await production.close();
    }
  });
});
