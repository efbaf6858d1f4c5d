import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { startTestApp } from '../../../../test/harness/test-app.ts';
import {
  makeVisitor,
  openEntrance,
  PASSWORD,
  SESSION,
  type Entrance,
  type Page,
} from './entrance.fixture.ts';

suite('guessing passwords', () => {
  let entrance: Entrance;
  const closing: (() => unknown)[] = [];
  before(async () => {
    entrance = await openEntrance({ after: (close) => void closing.push(close as () => unknown) });
  });
  after(async () => {
    for (const close of closing) await close();
  });
  const guess = (email: string, address: string) =>
    entrance.visitor(address).send('/sign-in', { email, password: 'not it at all' });
  const enter = (email: string, address: string) =>
    entrance.visitor(address).send('/sign-in', { email, password: PASSWORD });
  const waitOf = ({ headers }: Page) => Number(headers.get('retry-after'));
  /** As if everybody had waited. */
  const wait = () => entrance.on.app.database.query('UPDATE attempts SET wait_until = now()');
  const statuses = (pages: Page[]) => pages.map(({ status }) => status);

  test('from one address: after some guesses each one waits longer, and the wait ends', async () => {
    const { email } = await entrance.makeOwner();
    const address = '192.0.2.1';
    const first: Page[] = [];
    for (let n = 0; n < 7; n++) first.push(await guess(email, address));
    assert.deepEqual(statuses(first), [401, 401, 401, 401, 401, 401, 429]);
    const [, , , , , , limited] = first;
    assert(limited);
    assert.match(limited.body, /Too many attempts\. Try again in \d seconds/);
    assert.equal((await enter(email, address)).status, 429, 'nor is the right one read meanwhile');
    const waits: number[] = [];
    for (let n = 0; n < 12; n++) {
      await wait();
      assert.equal((await guess(email, address)).status, 401);
      waits.push(waitOf(await guess(email, address)));
    }
    assert.ok(
      waits.every((seconds, at) => seconds >= (waits[at - 1] ?? 0)),
      String(waits),
    );
    assert.equal(waits.at(-1), 15 * 60, 'never longer than a quarter of an hour');
    assert.equal((await enter(email, '192.0.2.2')).status, 303, 'another address is not concerned');
    await wait();
    assert.equal((await enter(email, address)).status, 303, 'nobody is locked out');
    assert.equal((await guess(email, address)).status, 401, 'and the count starts afresh');
  });

  test('an unknown e-mail is counted like a known one', async () => {
    const { email } = await entrance.makeOwner();
    const rows = await Promise.all(
      [email, 'nobody-at-all@mail.example'].map(async (typed, at) => {
        const pages: Page[] = [];
        for (let n = 0; n < 7; n++) pages.push(await guess(typed, `192.0.2.${10 + at}`));
        return statuses(pages);
      }),
    );
    assert.deepEqual(rows[0], rows[1]);
    assert.equal(rows[0]?.at(-1), 429);
  });

  test('all at the same moment are as many as one after the other', async () => {
    const { email } = await entrance.makeOwner();
    const answers = statuses(await Promise.all(Array.from({ length: 20 }, () => guess(email, '192.0.2.20'))));
    assert.equal(answers.filter((status) => status === 401).length, 6);
    assert.equal(answers.filter((status) => status === 429).length, 14);
  });

  test('a /64 of IPv6 is one address', async () => {
    const { email } = await entrance.makeOwner();
    const pages: Page[] = [];
    for (let n = 0; n < 7; n++) pages.push(await guess(email, `2001:db8:1:2::${n + 1}`));
    assert.equal(pages.at(-1)?.status, 429);
    assert.equal((await enter(email, '2001:db8:1:3::1')).status, 303);
  });

  test('from many addresses: strangers wait, and the owner gets in by a browser that was in before', async () => {
    const { email } = await entrance.makeOwner();
    const known = entrance.visitor('192.0.2.30');
    assert.equal((await known.send('/sign-in', { email, password: PASSWORD })).status, 303);
    await known.send('/sign-out', {});
    assert.ok(!known.cookies.has(SESSION));
    const pages: Page[] = [];
    for (let n = 0; n < 52; n += 4) {
      pages.push(...(await Promise.all([1, 2, 3, 4].map((m) => guess(email, `100.64.${n}.${m}`)))));
    }
    assert.ok(statuses(pages).includes(429), 'many addresses are one attack');
    assert.equal((await enter(email, '192.0.2.31')).status, 429, 'a browser that nobody knows waits');
    assert.equal((await known.send('/sign-in', { email, password: PASSWORD })).status, 303);
    await wait();
    assert.equal((await enter(email, '192.0.2.31')).status, 303, 'and gets in after the wait');
  });

  test('a known browser is limited by itself, and its cookie is for its own account', async () => {
    const [owner, other] = [await entrance.makeOwner(), await entrance.makeOwner()];
    const known = entrance.visitor('192.0.2.40');
    await known.send('/sign-in', { email: owner.email, password: PASSWORD });
    await known.send('/sign-out', {});
    const pages: Page[] = [];
    for (let n = 0; n < 10; n++)
      pages.push(await known.send('/sign-in', { email: owner.email, password: 'not it at all' }));
    assert.deepEqual(statuses(pages).slice(-2), [401, 429], 'eight are free');
    const others: Page[] = [];
    for (let n = 0; n < 7; n++)
      others.push(await known.send('/sign-in', { email: other.email, password: 'not it at all' }));
    assert.equal(others.at(-1)?.status, 429, 'five are free: as for any stranger');
    const forged = entrance.visitor('192.0.2.41');
    const [id = ''] = (known.cookies.get('tessera-device') ?? '').split('.');
    forged.cookies.set('tessera-device', `${id}.${'A'.repeat(43)}`);
    const guesses: Page[] = [];
    for (let n = 0; n < 7; n++)
      guesses.push(await forged.send('/sign-in', { email: other.email, password: 'not it at all' }));
    assert.equal(guesses.at(-1)?.status, 429);
  });

  test('one password tried on all accounts waits too', async () => {
    await guess('first@mail.example', '192.0.2.50');
    await entrance.on.app.database.query(
      `UPDATE attempts SET count = 100 WHERE name = 'sign-in from 192.0.2.50'`,
    );
    assert.equal((await guess('second@mail.example', '192.0.2.50')).status, 401);
    assert.equal((await guess('third@mail.example', '192.0.2.50')).status, 429);
    assert.equal((await guess('third@mail.example', '192.0.2.51')).status, 401);
  });

  test('two processes count together, and a restart forgets nothing', async () => {
    const { email } = await entrance.makeOwner();
    const second = await startTestApp({ on: entrance.on, environment: { TRUST_PROXY: 'loopback' } });
    try {
      const doors = [entrance.on, second, entrance.on, second, entrance.on, second, entrance.on];
      const pages: Page[] = [];
      for (const door of doors)
        pages.push(await makeVisitor(door, '192.0.2.60').send('/sign-in', { email, password: 'not it' }));
      assert.deepEqual(statuses(pages), [401, 401, 401, 401, 401, 401, 429]);
    } finally {
      await second.close();
    }
  });

  test('after an hour without an attempt a count starts afresh', async () => {
    const { email } = await entrance.makeOwner();
    for (let n = 0; n < 7; n++) await guess(email, '192.0.2.70');
    await entrance.on.app.database.query(
      `UPDATE attempts SET last_at = now() - interval '61 minutes', wait_until = now()`,
    );
    const pages: Page[] = [];
    for (let n = 0; n < 6; n++) pages.push(await guess(email, '192.0.2.70'));
    assert.deepEqual(statuses(pages), [401, 401, 401, 401, 401, 401]);
  });
});
