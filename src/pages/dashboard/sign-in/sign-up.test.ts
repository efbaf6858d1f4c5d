import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import {
  makeVisitor,
  openEntrance,
  PASSWORD,
  SESSION,
  type Entrance,
  type Page,
} from './entrance.fixture.ts';

const TYPED = { hostName: 'Moonlight Shows', country: 'GHANA', name: 'Ama Mensah' };
const OTHER_PASSWORD = 'seven quiet umbrellas leave';

suite('signing up', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });
  let count = 0;
  const newEmail = () => `ama-${process.pid}-${++count}@mail.example`;
  const form = (email: string, other: Record<string, string> = {}) => ({
    ...TYPED,
    email,
    password: PASSWORD,
    ...other,
  });
  type Account = {
    name: string;
    isConfirmed: boolean;
    hosts: { name: string; country: string; isConfirmed: boolean }[];
  };
  const accountOf = async (email: string): Promise<Account[]> =>
    (
      await entrance.on.app.database.query<Account>(
        `SELECT p.name, p.email_confirmed_at IS NOT NULL AS "isConfirmed",
                json_agg(json_build_object('name', h.name, 'country', h.country, 'isConfirmed', h.confirmed_at IS NOT NULL)) AS hosts
           FROM people AS p JOIN members AS m ON m.person_id = p.id JOIN hosts AS h ON h.id = m.host_id
          WHERE p.email = $1 AND m.role = 'owner' GROUP BY p.id`,
        [email],
      )
    ).rows;
  const enters = async (email: string, password: string): Promise<boolean> => {
    const visitor = entrance.visitor();
    await visitor.send('/sign-in', { email, password });
    return visitor.cookies.has(SESSION);
  };

  test('from the form by the link in the e-mail into the dashboard of the new host', async () => {
    const email = newEmail();
    const visitor = entrance.visitor();
    const sent = await visitor.send('/sign-up', form(email));
    assert.equal(sent.status, 200);
    assert.match(sent.body, /Check your inbox/);
    assert.ok(!visitor.cookies.has(SESSION), 'nobody is in before the link was used');
    const host = { name: TYPED.hostName, country: TYPED.country };
    assert.deepEqual(await accountOf(email), [
      { name: TYPED.name, isConfirmed: false, hosts: [{ ...host, isConfirmed: false }] },
    ]);
    const path = await entrance.linkTo(email, 'confirm-email');
    for (const _ of [1, 2]) {
      const page = await visitor.open(path);
      assert.equal(page.status, 200);
      assert.ok(!page.body.includes('type="password"'), 'it is the browser that signed up');
    }
    assert.equal((await accountOf(email))[0]?.isConfirmed, false, 'opening the link changes nothing');
    const entered = await visitor.send(path, {});
    assert.deepEqual([entered.status, entered.location], [303, '/dashboard']);
    assert.deepEqual(await accountOf(email), [
      { name: TYPED.name, isConfirmed: true, hosts: [{ ...host, isConfirmed: true }] },
    ]);
    const first = await visitor.open('');
    assert.equal((await visitor.open((first.location ?? '').replace('/dashboard', ''))).status, 200);
    assert.equal((await visitor.send(path, {})).status, 404, 'a link is good once');
    assert.ok(await enters(email, PASSWORD));
  });

  test('in another browser the link asks for the password', async () => {
    const email = newEmail();
    await entrance.visitor().send('/sign-up', form(email));
    const path = await entrance.linkTo(email, 'confirm-email');
    const other = entrance.visitor();
    assert.match((await other.open(path)).body, /type="password"/);
    assert.equal((await other.send(path, {})).status, 422);
    assert.equal((await other.send(path, { password: OTHER_PASSWORD })).status, 401);
    assert.equal((await accountOf(email))[0]?.isConfirmed, false);
    assert.equal((await other.send(path, { password: PASSWORD })).status, 303);
    assert.ok(other.cookies.has(SESSION));
  });

  test('guesses at that password are counted as anywhere', async () => {
    const email = newEmail();
    await entrance.visitor().send('/sign-up', form(email));
    const path = await entrance.linkTo(email, 'confirm-email');
    const other = entrance.visitor();
    const pages: Page[] = [];
    for (let n = 0; n < 7; n++) pages.push(await other.send(path, { password: OTHER_PASSWORD }));
    assert.equal(pages.at(-1)?.status, 429);
  });

  test('an e-mail that has an account gets the same answer, and its owner a mail', async () => {
    const { email, hostId } = await entrance.makeOwner();
    const unknown = newEmail();
    const [one, two] = [entrance.visitor(), entrance.visitor()];
    const known = await one.send('/sign-up', form(email, { password: OTHER_PASSWORD }));
    const fresh = await two.send('/sign-up', form(unknown, { password: OTHER_PASSWORD }));
    assert.deepEqual([known.status, fresh.status], [200, 200]);
    assert.equal(known.body.replaceAll(email, 'TYPED'), fresh.body.replaceAll(unknown, 'TYPED'));
    const shape = ({ headers }: Page) =>
      [...headers]
        .map(([name, value]) =>
          /^(date|content-length|ratelimit|x-request-id)$/.test(name)
            ? name
            : `${name}: ${value.replace(/[\w-]{22}\.[\w-]{43}/, 'SIGNED')}`,
        )
        .toSorted();
    assert.deepEqual(shape(known), shape(fresh));
    const [mail] = await entrance.mailsTo(email);
    assert.equal(mail?.mail.subject, 'You already have an account');
    assert.equal((await accountOf(email))[0]?.hosts.length, 1, 'no second host');
    assert.ok(!(await enters(email, OTHER_PASSWORD)), 'and no other password');
    assert.ok(await enters(email, PASSWORD));
    assert.ok(hostId);
  });

  test('a stranger who signs up with somebody’s e-mail gets nothing of it', async () => {
    const email = newEmail();
    const [stranger, owner] = [entrance.visitor(), entrance.visitor()];
    await stranger.send('/sign-up', form(email, { hostName: 'Not Theirs', password: OTHER_PASSWORD }));
    const early = await entrance.linkTo(email, 'confirm-email');
    assert.match(
      (await owner.open(early)).body,
      /type="password"/,
      'a link that nobody asked for is not enough',
    );
    assert.ok(!(await enters(email, OTHER_PASSWORD)), 'nor is the password without the mailbox');

    await owner.send('/sign-up', form(email));
    assert.deepEqual(
      (await accountOf(email))[0]?.hosts.map(({ name }) => name),
      [TYPED.hostName],
    );
    const path = await entrance.linkTo(email, 'confirm-email');
    assert.match((await stranger.open(path)).body, /type="password"/);
    // The stranger is quicker than the owner's press.
    await stranger.send('/sign-up', form(email, { password: OTHER_PASSWORD }));
    const newest = await entrance.linkTo(email, 'confirm-email');
    assert.match((await owner.open(newest)).body, /type="password"/, 'the account is another one by now');
    assert.equal((await owner.send(newest, { password: PASSWORD })).status, 401);

    assert.equal((await owner.send('/reset-password', { email })).status, 200);
    // Mails sent at once may arrive in any order, and only the newest link works.
    await entrance.mailsTo(email);
    await entrance.on.app.database.query('DELETE FROM attempts');
    await owner.send('/reset-password', { email });
    const reset = await entrance.linkTo(email, 'reset-password');
    assert.equal((await owner.send(reset, { password: 'a brand new umbrella stand' })).status, 303);
    assert.ok(!(await enters(email, OTHER_PASSWORD)));
    assert.ok(await enters(email, 'a brand new umbrella stand'));
  });

  test('a person who is a member somewhere is never taken over, confirmed or not', async () => {
    const { email, personId } = await entrance.makeOwner();
    await entrance.on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [
      personId,
    ]);
    await entrance.visitor().send('/sign-up', form(email, { password: OTHER_PASSWORD }));
    const [mail] = await entrance.mailsTo(email);
    assert.equal(mail?.mail.subject, 'You already have an account');
    assert.notEqual((await accountOf(email))[0]?.name, TYPED.name);
  });

  test('a missing or wrong field is told at the field, and typed text is kept', async () => {
    const typed = form('ama at mail', {
      hostName: 'See www.evil.ng',
      country: 'ATLANTIS',
      password: 'password1234',
    });
    const { status, body } = await entrance.visitor().send('/sign-up', typed);
    assert.equal(status, 422);
    for (const field of ['hostName', 'country', 'email', 'password']) {
      assert.match(body, new RegExp(`<a href="#${field}">`), field);
      assert.match(
        body,
        new RegExp(`id="${field}" aria-invalid="true" aria-describedby="${field}-about"`),
        field,
      );
    }
    assert.ok(body.includes('value="See www.evil.ng"') && body.includes('value="ama at mail"'));
    assert.ok(!body.includes('password1234'));
    assert.equal((await entrance.visitor().send('/sign-up', {})).status, 422);
    const own = form('moonlight@mail.example', { password: 'Moonlight2026' });
    assert.equal((await entrance.visitor().send('/sign-up', own)).status, 422, 'made of their own names');
  });

  test('hostile names are text on every page', async () => {
    for (const hostile of HOSTILE_TEXTS) {
      const { body } = await entrance.visitor().send('/sign-up', {
        hostName: hostile,
        name: hostile,
        email: hostile,
        country: hostile,
        password: '',
      });
      assert.doesNotMatch(
        body.replace(/<script type="module" src="[^"]*"><\/script>/, ''),
        /<(script|img|iframe|base|svg onload|meta http|link rel="stylesheet" href="http|object|embed|video)/i,
        hostile,
      );
    }
  });

  test('from one address not without end', async () => {
    const visitor = entrance.visitor();
    const pages: Page[] = [];
    for (let n = 0; n < 12; n++) pages.push(await visitor.send('/sign-up', form(newEmail())));
    assert.deepEqual(
      pages.map(({ status }) => status),
      [...Array.from({ length: 11 }, () => 200), 429],
    );
    assert.match(pages.at(-1)?.body ?? '', /Too many attempts/);
  });

  test('nobody’s mailbox is filled: three mails at once, whoever asks', async () => {
    const email = newEmail();
    for (let n = 0; n < 6; n++) await entrance.visitor().send('/sign-up', form(email));
    const mails = await entrance.mailsTo(email);
    assert.equal(mails.length, 4, 'three, and one before the first wait');
  });
});

suite('people who may sign up', () => {
  for (const [mode, words] of [
    ['invited', /need an invitation/],
    ['closed', /service operator/],
  ] as const) {
    test(`SIGN_UP=${mode}: nobody by the form`, async () => {
      const on = await startTestApp({ environment: { SIGN_UP: mode } });
      try {
        const visitor = makeVisitor(on);
        for (const page of [
          await visitor.open('/sign-up'),
          await visitor.send('/sign-up', { ...TYPED, email: 'ama@mail.example', password: PASSWORD }),
        ]) {
          assert.equal(page.status, 403);
          assert.match(page.body, words);
        }
        const { rows } = await on.app.database.query('SELECT 1 FROM people');
        assert.equal(rows.length, 0);
        assert.ok(!(await visitor.open('/sign-in')).body.includes('/sign-up'));
      } finally {
        await on.close();
      }
    });
  }
});
