import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { buy } from '../../test/harness/buy.ts';
import { HOSTILE_TEXTS } from '../../test/harness/hostile-texts.ts';
import { askDashboard, signInAs, type SignedIn } from '../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { listSharedHosts } from './list-hosts.ts';
import { suspendHost } from './suspend-host.ts';

let on: TestApp;
let host: TestHost;
let name = 0;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
});
after(() => on.close());

type Made = { hostId: string; error_code?: string; field?: string; message?: string };
const make = async (as: SignedIn, body: object = {}, at: TestApp = on) => {
  // Each test is at an address of its own.
  await on.app.database.query(`DELETE FROM attempts WHERE name LIKE 'sign-up%'`);
  const { status, body: answer } = await askDashboard(at, '/me/hosts', {
    as,
    method: 'POST',
    body: { name: `Company ${++name}`, country: 'GHANA', ...body },
  });
  return { status, ...(answer as Made) };
};
const made = async (as: SignedIn): Promise<string> => {
  const { status, hostId, message } = await make(as);
  assert.equal(status, 201, message);
  return hostId;
};
const suspend = (hostId: string): Promise<boolean> =>
  on.app.database.transaction((tx) => suspendHost(tx, { hostId, actor: OPERATOR, reason: null }));
const obstacleOf = async (as: SignedIn, at: TestApp = on): Promise<string | null> =>
  ((await askDashboard(at, '/me/new-host', { as })).body as { data: { obstacle: string | null } }).data
    .obstacle;
const yesterday = (as: SignedIn) =>
  on.app.database.query(`UPDATE hosts SET created_at = created_at - interval '25 hours' WHERE made_by = $1`, [
    as.personId,
  ]);

for (const role of ['owner', 'manager', 'finance', 'door'] as const) {
  test(`a member who is ${role} elsewhere makes a host, owns it alone, and may make its first event`, async () => {
    const person = await signInAs(on, host, { role });
    assert.equal(await obstacleOf(person), null);
    const hostId = await made(person);
    const { rows } = await on.app.database.query(
      `SELECT h.country, h.confirmed_at IS NOT NULL AS confirmed, h.fee_basis_points AS fee, h.made_by AS "madeBy",
              array_agg(m.person_id || ' ' || m.role) AS members
         FROM hosts AS h JOIN members AS m ON m.host_id = h.id WHERE h.id = $1 GROUP BY h.id`,
      [hostId],
    );
    const { personId } = person;
    assert.deepEqual(rows, [
      { country: 'GHANA', confirmed: true, fee: 0, madeBy: personId, members: [`${personId} owner`] },
    ]);
    assert.equal((await askDashboard(on, `/hosts/${hostId}/new-event`, { as: person })).status, 200);
    const lines = await on.app.database.query<{ action: string }>(
      'SELECT action FROM audit_log WHERE host_id = $1 AND person_id = $2 ORDER BY id',
      [hostId, personId],
    );
    assert.deepEqual(
      lines.rows.map(({ action }) => action),
      ['host.create', 'member.add', 'public_key.create'],
    );
    const other = await signInAs(on, host);
    assert.equal((await askDashboard(on, `/hosts/${hostId}`, { as: other })).status, 404);
  });
}

test('nobody makes a host while sign-up is by invitation or closed, and the page says so', async (t) => {
  const person = await signInAs(on, host);
  for (const SIGN_UP of ['invited', 'closed']) {
    const closed = await startTestApp({ on, environment: { SIGN_UP } });
    t.after(() => closed.close());
    assert.match((await obstacleOf(person, closed)) ?? '', /Only the operator of this service creates hosts/);
    const { status, error_code: code } = await make(person, {}, closed);
    assert.deepEqual([status, code], [403, 'not_allowed']);
  }
});

test('somebody whose address is not confirmed makes none', async () => {
  const person = await signInAs(on, host);
  await on.app.database.query('UPDATE people SET email_confirmed_at = NULL WHERE id = $1', [person.personId]);
  assert.match((await obstacleOf(person)) ?? '', /^Confirm your e-mail address first/);
  assert.equal((await make(person)).status, 403);
});

test('nobody gets round a suspension: neither its owners, nor whoever made it and left', async () => {
  const [own, maker] = [await makeHost(on), await signInAs(on, host)];
  const [owner, doorman] = [await signInAs(on, own), await signInAs(on, own, { role: 'door' })];
  const left = await made(maker);
  const heir = await signInAs(on, { ...own, hostId: left });
  const { status } = await askDashboard(on, `/hosts/${left}/team/leave`, {
    as: maker,
    method: 'POST',
    body: {},
  });
  assert.equal(status, 200);
  await suspend(own.hostId);
  await suspend(left);
  for (const person of [owner, maker, heir]) {
    assert.match((await obstacleOf(person)) ?? '', /suspended/);
    assert.deepEqual([(await make(person)).status], [403]);
  }
  assert.equal((await make(doorman)).status, 201, 'a doorman answers for nothing');
});

test('a suspension names the other hosts of its owners and of whoever made it', async () => {
  const maker = await signInAs(on, await makeHost(on), { role: 'door' });
  const [first, second] = [await made(maker), await made(maker)];
  assert.deepEqual(
    (await listSharedHosts(on.app.database, first)).map(({ hostId }) => hostId),
    [second],
  );
  await on.app.database.query('DELETE FROM members WHERE host_id = $1', [first]);
  assert.deepEqual(
    (await listSharedHosts(on.app.database, first)).map(({ hostId }) => hostId),
    [second],
    'also after they left',
  );
});

test('three hosts a day, also of those who ask for many at one moment', async () => {
  const person = await signInAs(on, host);
  const answers = await Promise.all(Array.from({ length: 8 }, () => make(person)));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 201, 201, 429, 429, 429, 429, 429],
  );
  assert.match((await obstacleOf(person)) ?? '', /up to 3 hosts a day/);
  await yesterday(person);
  assert.equal((await make(person)).status, 201);
});

test('ten that nobody has paid are enough; one that sold makes room for another', async () => {
  const person = await signInAs(on, host);
  const hosts: string[] = [];
  while (hosts.length < 10) {
    hosts.push(await made(person));
    await yesterday(person);
  }
  assert.equal((await make(person)).status, 403);
  assert.match((await obstacleOf(person)) ?? '', /10 hosts that no buyer has paid/);
  const own = await makeHost(on);
  const { slug, skus } = await makeEvent(on, own, { ticketTypes: [{ priceMinor: 0 }] });
  await buy(on, own, { slug, items: [{ sku: skus[0], quantity: 1 }] });
  await on.app.database.query(
    `UPDATE orders SET host_id = $1, gateway = 'paystack', total_minor = 100 WHERE host_id = $2`,
    [hosts[0], own.hostId],
  );
  assert.equal((await make(person)).status, 201);
});

test('a second press of the button makes no second host', async () => {
  const person = await signInAs(on, host);
  const answers = await Promise.all([1, 2].map(() => make(person, { name: 'Twice Ltd' })));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [201, 400],
  );
  const again = await make(person, { name: ' TWICE ltd ' });
  assert.deepEqual(
    [again.status, again.field, again.message],
    [400, 'name', 'You already have a host with this name. Choose another.'],
  );
  assert.equal(
    (await make(await signInAs(on, host), { name: 'Twice Ltd' })).status,
    201,
    'by another person',
  );
});

test('its name and country are held to the rules of sign-up', async () => {
  const person = await signInAs(on, host);
  const refused = [
    { name: '' },
    { name: '   ' },
    { name: 'Win at www.evil.example' },
    { name: 'x'.repeat(201) },
    { country: '' },
    { country: 'ATLANTIS' },
    { country: '__proto__' },
    { hostId: host.hostId },
    { isEmailConfirmed: true },
    ...HOSTILE_TEXTS.map((country) => ({ country })),
  ];
  for (const body of refused) assert.equal((await make(person, body)).status, 400, JSON.stringify(body));
});

test('they count with the sign-ups of their address', async () => {
  await on.app.database.query(`DELETE FROM attempts WHERE name LIKE 'sign-up%'`);
  const send = async () =>
    askDashboard(on, '/me/hosts', {
      as: await signInAs(on, host),
      method: 'POST',
      body: { name: `Company ${++name}`, country: 'GHANA' },
    });
  for (let n = 0; n < 11; n++) assert.equal((await send()).status, 201);
  const refused = await send();
  assert.equal(refused.status, 429);
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  await on.app.database.query(`DELETE FROM attempts WHERE name LIKE 'sign-up%'`);
});
