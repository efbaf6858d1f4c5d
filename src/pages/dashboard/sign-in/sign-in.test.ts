import assert from 'node:assert/strict';
import { argon2Sync, randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { openEntrance, PASSWORD, SESSION, type Entrance } from './entrance.fixture.ts';

suite('signing in', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });
  const audit = async (action: string) =>
    (
      await entrance.on.app.database.query<Record<string, unknown>>(
        `SELECT host_id, actor_kind, person_id, subject_id, subject_name, host(client_address) AS address
           FROM audit_log WHERE action = $1 ORDER BY id`,
        [action],
      )
    ).rows;

  test('unknown e-mail and wrong password get the same answer, byte for byte', async () => {
    const { email } = await entrance.makeOwner();
    const visitor = entrance.visitor();
    const wrong = await visitor.send('/sign-in', { email, password: 'not it at all' });
    const unknown = await visitor.send('/sign-in', {
      email: 'nobody@mail.example',
      password: 'not it at all',
    });
    assert.deepEqual([wrong.status, unknown.status], [401, 401]);
    assert.ok(wrong.body.includes(`value="${email}"`), 'what was typed is kept');
    assert.ok(!wrong.body.includes('not it at all'), 'but for the password');
    assert.equal(
      wrong.body.replaceAll(email, 'TYPED'),
      unknown.body.replaceAll('nobody@mail.example', 'TYPED'),
    );
    const names = ({ headers }: { headers: Headers }) =>
      [...headers.keys()].filter((name) => name !== 'content-length').toSorted();
    assert.deepEqual(names(wrong), names(unknown));
    assert.deepEqual(visitor.cookies.size, 0);
  });

  test('a failed sign-in is on record: whose account, from where, and nothing that was typed', async () => {
    const { email, personId } = await entrance.makeOwner();
    const visitor = entrance.visitor('203.0.113.9');
    await visitor.send('/sign-in', { email: email.toUpperCase(), password: 'a canary of a password' });
    await visitor.send('/sign-in', { email: 'a.canary@mail.example', password: 'x' });
    const lines = (await audit('person.sign_in_failed')).filter(({ address }) => address === '203.0.113.9');
    assert.deepEqual(
      lines.map(({ actor_kind, host_id, subject_id, subject_name }) => ({
        actor_kind,
        host_id,
        subject_id,
        subject_name,
      })),
      [
        { actor_kind: 'stranger', host_id: null, subject_id: personId, subject_name: email },
        { actor_kind: 'stranger', host_id: null, subject_id: null, subject_name: '' },
      ],
    );
  });

  test('the right password opens the dashboard, by a cookie that no script reads', async () => {
    const { email, hostId, personId } = await entrance.makeOwner();
    const visitor = entrance.visitor();
    const entered = await visitor.send('/sign-in', { email: ` ${email.toUpperCase()} `, password: PASSWORD });
    assert.deepEqual([entered.status, entered.location], [303, '/dashboard']);
    for (const cookie of entered.headers.getSetCookie()) assert.match(cookie, /; HttpOnly; SameSite=Lax/);
    assert.equal((await visitor.open(`/hosts/${hostId}`)).status, 200);
    assert.ok((await audit('person.sign_in')).some((line) => line['person_id'] === personId));
    const again = await visitor.open('/sign-in?next=%2Fdashboard%2Fme');
    assert.deepEqual([again.status, again.location], [303, '/dashboard/me'], 'who is in is sent on');
  });

  test('a session is new at every sign-in: a token that was planted before opens nothing', async () => {
    const [owner, attacker] = [await entrance.makeOwner(), await entrance.makeOwner()];
    const planted = entrance.visitor();
    await planted.send('/sign-in', { email: attacker.email, password: PASSWORD });
    const theirs = planted.cookies.get(SESSION) ?? '';
    for (const token of [theirs, randomBytes(32).toString('base64url'), "x' OR 1=1", '']) {
      const victim = entrance.visitor();
      victim.cookies.set(SESSION, token);
      assert.equal((await victim.send('/sign-in', { email: owner.email, password: PASSWORD })).status, 303);
      const own = victim.cookies.get(SESSION) ?? '';
      assert.match(own, /^[\w-]{43}$/);
      assert.notEqual(own, token);
      assert.equal((await victim.open(`/hosts/${owner.hostId}`)).status, 200);
      const spy = entrance.visitor();
      spy.cookies.set(SESSION, token);
      assert.equal(await spy.isIn(), false, 'the planted one opens nothing');
    }
    assert.equal(await planted.isIn(), false);
  });

  test('after it people go on at an address of the dashboard and at no other', async () => {
    const { email } = await entrance.makeOwner();
    for (const [next, to] of [
      ['/dashboard/me/security?x=1', '/dashboard/me/security?x=1'],
      ['https://evil.example/', '/dashboard'],
      ['//evil.example', '/dashboard'],
      ['/\\evil.example', '/dashboard'],
      ['\\\\evil.example', '/dashboard'],
      ['/%2F%2Fevil.example', '/dashboard'],
      ['/dashboard/../../evil', '/dashboard'],
      ['/\t/evil.example', '/dashboard'],
      ['javascript:alert(1)', '/dashboard'],
      ['/checkout', '/dashboard'],
    ] as const) {
      const visitor = entrance.visitor();
      const { location } = await visitor.send('/sign-in', { email, password: PASSWORD, next });
      assert.equal(location, to, next);
      const page = await entrance.visitor().open(`/sign-in?next=${encodeURIComponent(next)}`);
      assert.ok(page.body.includes(`name="next" value="${to.replaceAll('&', '&amp;')}"`), next);
    }
  });

  test('with a factor the session is unfinished: it opens the second step and nothing else', async () => {
    const { email, hostId, personId } = await entrance.makeOwner();
    await entrance.on.app.database.query(
      `INSERT INTO passkeys (id, person_id, credential_id, public_key, name) VALUES (new_id(), $1, $2, '', 'A test key')`,
      [personId, `test-${personId}`],
    );
    const visitor = entrance.visitor();
    const next = `/dashboard/hosts/${hostId}/keys`;
    const entered = await visitor.send('/sign-in', { email, password: PASSWORD, next });
    assert.equal(entered.location, `/dashboard/second-step?next=${encodeURIComponent(next)}`);
    const opened = await visitor.open(`/hosts/${hostId}/keys`);
    assert.match(opened.location ?? '', /^\/dashboard\/second-step/);
    assert.equal((await visitor.open('/sign-in')).status, 200, 'another account may be meant');
  });

  test('signing out ends the session in the database, wherever its token was copied to', async () => {
    const { email, personId } = await entrance.makeOwner();
    const visitor = entrance.visitor();
    await visitor.send('/sign-in', { email, password: PASSWORD });
    const copy = entrance.visitor();
    copy.cookies.set(SESSION, visitor.cookies.get(SESSION) ?? '');
    assert.equal(await copy.isIn(), true);
    const out = await visitor.send('/sign-out', {});
    assert.deepEqual([out.status, out.location], [303, '/dashboard/sign-in']);
    assert.ok(!visitor.cookies.has(SESSION));
    assert.equal(await copy.isIn(), false);
    assert.ok((await audit('person.sign_out')).some((line) => line['person_id'] === personId));
    assert.equal((await visitor.send('/sign-out', {})).status, 303, 'twice does no harm');
    assert.equal((await visitor.open('/sign-out')).status, 404, 'nobody is signed out by a link');
  });

  test('a hash by other parameters is made anew while the password is known', async () => {
    const { email, personId } = await entrance.makeOwner();
    const nonce = randomBytes(16);
    const cost = { memory: 8_192, passes: 1, parallelism: 1 };
    const hash = argon2Sync('argon2id', { message: PASSWORD, nonce, tagLength: 32, ...cost });
    const stored = `argon2id$8192$1$1$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
    const { database } = entrance.on.app;
    await database.query('UPDATE people SET password_hash = $2 WHERE id = $1', [personId, stored]);
    const hashNow = async () =>
      (
        await database.query<{ password_hash: string }>('SELECT password_hash FROM people WHERE id = $1', [
          personId,
        ])
      ).rows[0]?.password_hash;
    await entrance.visitor().send('/sign-in', { email, password: 'not it at all' });
    assert.equal(await hashNow(), stored, 'not by a wrong one');
    for (const _ of [1, 2])
      assert.equal((await entrance.visitor().send('/sign-in', { email, password: PASSWORD })).status, 303);
    assert.match((await hashNow()) ?? '', /^argon2id\$19456\$/);
  });

  test('a missing field is told at the field', async () => {
    const { status, body } = await entrance.visitor().send('/sign-in', { email: 'ada at mail' });
    assert.equal(status, 422);
    assert.match(body, /<a href="#email">Enter a valid e-mail address/);
    assert.match(body, /<a href="#password">Enter a password/);
    assert.match(body, /id="email" aria-invalid="true" aria-describedby="email-about"/);
    assert.match(body, /role="alert"/);
    for (const fields of [{}, { 'email[]': 'x' }, { __proto__: 'x', constructor: 'y' }])
      assert.equal((await entrance.visitor().send('/sign-in', fields as Record<string, string>)).status, 422);
  });

  test('no other site signs anybody in', async () => {
    const { email } = await entrance.makeOwner();
    const visitor = entrance.visitor();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status } = await visitor.send(
        '/sign-in',
        { email, password: PASSWORD },
        { 'sec-fetch-site': site },
      );
      assert.equal(status, 403, site);
    }
    assert.equal(visitor.cookies.size, 0);
  });

  test('an e-mail that was never confirmed gets another link for the right password, and nobody in', async () => {
    const { email, personId } = await entrance.makeOwner();
    await entrance.on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [
      personId,
    ]);
    const visitor = entrance.visitor();
    const wrong = await visitor.send('/sign-in', { email, password: 'not it at all' });
    assert.equal(wrong.status, 401);
    const { status, body } = await visitor.send('/sign-in', { email, password: PASSWORD });
    assert.equal(status, 200);
    assert.match(body, /Check your inbox/);
    assert.ok(!visitor.cookies.has(SESSION));
    const path = await entrance.linkTo(email, 'confirm-email');
    assert.equal((await visitor.send(path, {})).location, '/dashboard');
    assert.ok(visitor.cookies.has(SESSION));
  });
});
