import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs } from '../../../../test/harness/sign-in.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { inviteMember } from '../../../hosts/invitations/invite-member.ts';
import { makeToken } from '../../../people/sessions/session-token.ts';
import type { Role } from '../../../powers.ts';
import { openEntrance, PASSWORD, SESSION, type Entrance, type Visitor } from './entrance.fixture.ts';

suite('a link that invites', () => {
  let entrance: Entrance;
  let host: TestHost;
  const endings: (() => unknown)[] = [];
  before(async () => {
    // Nobody signs up here by themselves.
    entrance = await openEntrance(
      { after: (end) => void endings.push(end as () => unknown) },
      { SIGN_UP: 'invited' },
    );
    host = await makeHost(entrance.on, { name: 'Lagos Nights' });
  });
  after(async () => {
    for (const end of endings) await end();
  });

  let count = 0;
  const invite = async (
    email: string,
    { role = 'manager', of = host }: { role?: Role; of?: TestHost } = {},
  ) => {
    await entrance.on.app.database.transaction((tx) =>
      inviteMember(tx, { hostId: of.hostId, actor: OPERATOR, email, role, eventIds: null }),
    );
    return entrance.linkTo(email, 'invitation');
  };
  const inviteNew = async () => {
    const email = `new-${++count}@mail.example`;
    return { email, link: await invite(email) };
  };
  const rolesOf = async (email: string): Promise<string[]> => {
    const { rows } = await entrance.on.app.database.query<{ role: string }>(
      `SELECT m.role FROM members AS m JOIN people AS p ON p.id = m.person_id
        WHERE p.email = $1 AND m.host_id = $2`,
      [email, host.hostId],
    );
    return rows.map(({ role }) => role);
  };
  const signIn = async (visitor: Visitor, email: string): Promise<void> => {
    const { status } = await visitor.send('/sign-in', { email, password: PASSWORD });
    assert.equal(status, 303);
  };
  const join = { name: 'Ada Obi', password: PASSWORD };

  test('lets somebody new in, with a name and a password, though nobody signs up by themselves', async () => {
    const { email, link } = await inviteNew();
    const visitor = entrance.visitor();
    const page = await visitor.open(link);
    assert.equal(page.status, 200);
    assert.match(page.body, /Join Lagos Nights/);
    assert.match(page.body, /invited as a manager/);
    assert.equal(page.headers.get('cache-control')?.includes('no-store'), true);
    assert.deepEqual(await rolesOf(email), [], 'looking changes nothing');
    const joined = await visitor.send(link, join);
    assert.deepEqual([joined.status, joined.location], [303, `/dashboard/hosts/${host.hostId}`]);
    assert.deepEqual(await rolesOf(email), ['manager']);
    assert.equal((await visitor.open(`/hosts/${host.hostId}`)).status, 200);
    const { rows } = await entrance.on.app.database.query<{ name: string; confirmed: boolean }>(
      'SELECT name, email_confirmed_at IS NOT NULL AS confirmed FROM people WHERE email = $1',
      [email],
    );
    assert.deepEqual(rows, [{ name: 'Ada Obi', confirmed: true }]);
    await signIn(entrance.visitor(), email);
  });

  test('is good once: used, withdrawn, expired, replaced and invented ones are answered alike', async () => {
    const { database } = entrance.on.app;
    const used = await inviteNew();
    await entrance.visitor().send(used.link, join);
    const [withdrawn, expired, suspended] = [
      await inviteNew(),
      await inviteNew(),
      await invite('s@mail.example', { of: await makeSuspended() }),
    ];
    await database.query('UPDATE invitations SET withdrawn_at = now() WHERE email = $1', [withdrawn.email]);
    await database.query('UPDATE invitations SET expires_at = now() WHERE email = $1', [expired.email]);
    await database.query(
      `UPDATE hosts SET suspended_at = now() WHERE id = (SELECT host_id FROM invitations WHERE email = 's@mail.example')`,
    );
    const links = [
      used.link,
      withdrawn.link,
      expired.link,
      suspended,
      `/invitation/${makeToken()}`,
      '/invitation/x',
    ];
    const bodies = new Set<string>();
    for (const link of links) {
      const visitor = entrance.visitor();
      for (const page of [await visitor.open(link), await visitor.send(link, join)]) {
        assert.equal(page.status, 404, link);
        bodies.add(page.body.replaceAll(/nonce-?="?[\w-]+"?/g, ''));
      }
      assert.equal(visitor.cookies.has(SESSION), false);
    }
    assert.equal(bodies.size, 1);
    assert.deepEqual(await rolesOf(withdrawn.email), []);
  });
  const makeSuspended = (): Promise<TestHost> => makeHost(entrance.on);

  test('asks somebody who has an account to sign in, and leads back', async () => {
    const { email } = await entrance.makeOwner();
    const link = await invite(email, { role: 'finance' });
    const visitor = entrance.visitor();
    const page = await visitor.open(link);
    assert.match(page.body, /has an account here/);
    assert.doesNotMatch(page.body, /name="password"/);
    // A form that somebody made up sets no new password for the account.
    const forged = await visitor.send(link, join);
    assert.equal(forged.status, 409);
    assert.deepEqual(await rolesOf(email), []);
    const signedIn = await visitor.send('/sign-in', { email, password: PASSWORD, next: `/dashboard${link}` });
    assert.equal(signedIn.location, `/dashboard${link}`);
    assert.match((await visitor.open(link)).body, /Accept invitation/);
    const oldToken = visitor.cookies.get(SESSION);
    const accepted = await visitor.send(link, {});
    assert.deepEqual([accepted.status, accepted.location], [303, `/dashboard/hosts/${host.hostId}`]);
    assert.deepEqual(await rolesOf(email), ['finance']);
    assert.notEqual(visitor.cookies.get(SESSION), oldToken, 'new powers, a new token');
    assert.equal((await visitor.open(`/hosts/${host.hostId}`)).status, 200);
  });

  test('tells who is signed in as somebody else, and signs them out if they wish', async () => {
    const { email, link } = await inviteNew();
    const other = await entrance.makeOwner();
    const visitor = entrance.visitor();
    await signIn(visitor, other.email);
    const page = await visitor.open(link);
    assert.ok(page.body.includes(other.email) && page.body.includes(email));
    assert.equal((await visitor.send(link, {})).status, 409);
    assert.deepEqual([await rolesOf(other.email), await rolesOf(email)], [[], []]);
    const out = await visitor.send(link, { deed: 'sign_out' });
    assert.deepEqual([out.status, out.location], [303, `/dashboard${link}`]);
    assert.equal(visitor.cookies.has(SESSION), false);
    assert.match((await visitor.open(link)).body, /name="password"/);
  });

  test('a session before its second step is not in yet', async () => {
    const person = await signInAs(entrance.on, await makeHost(entrance.on), { hasFactor: true });
    const link = await invite(person.email);
    await entrance.on.app.database.query('UPDATE sessions SET passed_factor_at = NULL WHERE person_id = $1', [
      person.personId,
    ]);
    const visitor = entrance.visitor();
    visitor.cookies.set(SESSION, person.cookie.split('=')[1] ?? '');
    assert.match((await visitor.open(link)).body, /has an account here/);
    assert.equal((await visitor.send(link, {})).status, 409);
    assert.deepEqual(await rolesOf(person.email), []);
  });

  test('says at the field what is wrong with a name or a password, and keeps the name', async () => {
    const { email, link } = await inviteNew();
    const visitor = entrance.visitor();
    for (const [fields, words] of [
      [{ name: 'Ada', password: 'short' }, /at least 12 characters/],
      [{ name: 'Ada', password: 'Lagos Nights 2026' }, /easy to guess/],
      [{ name: '', password: PASSWORD }, /Enter your name/],
      [{ name: 'https://evil.example', password: PASSWORD }, /without a web or e-mail address/],
    ] as const) {
      const page = await visitor.send(link, fields);
      assert.equal(page.status, 422, JSON.stringify(fields));
      assert.match(page.body, words);
      assert.ok(!page.body.includes(PASSWORD));
    }
    assert.match(
      (await visitor.send(link, { name: 'Ada Kept', password: 'short' })).body,
      /value="Ada Kept"/,
    );
    assert.deepEqual(await rolesOf(email), []);
  });

  test('changes nothing at another site’s wish', async () => {
    const { email, link } = await inviteNew();
    const visitor = entrance.visitor();
    const refused = await visitor.send(link, join, { 'sec-fetch-site': 'cross-site' });
    assert.equal(refused.status, 403);
    assert.deepEqual(await rolesOf(email), []);
  });

  test('shows a host’s name as text, whatever it is', async () => {
    for (const [at, text] of HOSTILE_TEXTS.entries()) {
      const of = await makeHost(entrance.on, { name: text.replaceAll('\0', '').slice(0, 200) });
      const page = await entrance.visitor().open(await invite(`hostile-${at}@mail.example`, { of }));
      assert.equal(page.status, 200);
      assert.ok(!/<script>(?!\s*<)|<img|<iframe|<svg onload/.test(page.body), text);
    }
  });
});

test('while sign-up is closed an invitation is for people who have an account', async (t) => {
  const entrance = await openEntrance(t, { SIGN_UP: 'closed' });
  const { database } = entrance.on.app;
  const host = await makeHost(entrance.on, { name: 'Lagos Nights' });
  const { hostId } = host;
  const owner = await signInAs(entrance.on, host, { hasFactor: true });
  const team = await askDashboard(entrance.on, `/hosts/${hostId}/team`, { as: owner });
  assert.equal(team.body.data.invitesAccountsOnly, true, 'the page for inviting says so');
  const known = await entrance.makeOwner();
  const invite = async (email: string): Promise<string> => {
    await database.transaction((tx) =>
      inviteMember(tx, { hostId, actor: OPERATOR, email, role: 'manager', eventIds: null }),
    );
    return entrance.linkTo(email, 'invitation');
  };
  const link = await invite('new@mail.example');
  const stranger = entrance.visitor();
  for (const page of [
    await stranger.open(link),
    await stranger.send(link, { name: 'Ada Obi', password: PASSWORD }),
  ]) {
    assert.equal(page.status, 403);
    assert.match(page.body, /You need an account first/);
    assert.match(page.body, /You are invited to Lagos Nights, but new@mail\.example has no account yet/);
  }
  const { rows } = await database.query(`SELECT 1 FROM people WHERE email = 'new@mail.example'`);
  assert.equal(rows.length, 0);
  const visitor = entrance.visitor();
  await visitor.send('/sign-in', { email: known.email, password: PASSWORD });
  const joined = await visitor.send(await invite(known.email), {});
  assert.deepEqual([joined.status, joined.location], [303, `/dashboard/hosts/${hostId}`]);
});
