import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const OWNER = 'owner@test.example';

let on: TestApp;
let host: TestHost;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { email: OWNER });
});
after(() => on.close());

const members = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['members', ...words]);

test('a member is added with a link to choose a password, gets another role and events, and is removed', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Opening night' });
  const email = 'chi@test.example';
  const said = saidBy(await members('add', OWNER, email, 'door', '--name', 'Chi Eze', '--events', slug));
  assert.match(said, /^ {2}http:\/\/localhost:3000\/dashboard\/reset-password\/[\w-]{43}$/m);
  assert.match(
    said,
    /^ {2}door {5}chi@test\.example {2}Chi Eze\n {11}Opening night; no second factor, never there$/m,
  );
  assert.match(
    saidBy(await members('role', OWNER, 'CHI@test.example', 'manager')),
    /manager {2}chi@[^]*Opening night;/,
  );
  assert.match(
    saidBy(await members('role', OWNER, email, 'manager', '--all-events')),
    /manager {2}chi@[^]*all events;/,
  );
  assert.match(saidBy(await members('role', host.hostId, email, 'owner')), /owner {4}chi@/);
  assert.match(saidBy(await members('role', host.hostId, OWNER, 'finance')), /finance {2}owner@/);
  assert.match(refusalOf(await members('remove', email, email)), /always has an owner/);
  assert.match(refusalOf(await members('role', email, email, 'door')), /always has an owner/);
  assert.match(saidBy(await members('role', host.hostId, OWNER, 'owner')), /owner {4}owner@/);
  assert.doesNotMatch(saidBy(await members('remove', OWNER, email)), /chi@/);

  const again = saidBy(await members('add', OWNER, email, 'finance'));
  assert.doesNotMatch(again, /reset-password/, 'an account that is there keeps its password');
  const { rows } = await on.app.database.query<{ action: string }>(
    `SELECT action FROM audit_log WHERE actor_kind = 'operator' AND host_id = $1 AND action LIKE 'member.%' ORDER BY id`,
    [host.hostId],
  );
  assert.deepEqual(
    rows.map(({ action }) => action.slice('member.'.length)),
    ['add', 'add', 'change', 'change', 'change', 'change', 'change', 'remove', 'add'],
  );
});

test('who loses a role at the terminal is signed out of the running program at once', async () => {
  const manager = await signInAs(on, host, { role: 'manager' });
  const path = `/hosts/${host.hostId}/keys`;
  assert.equal((await askDashboard(on, path, { as: manager })).status, 200);
  saidBy(await members('role', OWNER, manager.email, 'door'));
  assert.equal((await askDashboard(on, path, { as: manager })).status, 401);
});

test('what can’t be meant is refused in a line', async () => {
  assert.match(refusalOf(await members('add', OWNER, 'no address', 'door')), /is no e-mail address/);
  assert.match(
    refusalOf(await members('add', OWNER, 'x@test.example', 'boss')),
    /A role is one of owner, manager/,
  );
  assert.match(refusalOf(await members('add', OWNER, OWNER, 'door')), /already/);
  assert.match(
    refusalOf(await members('add', OWNER, 'x@test.example', 'door', '--events', 'nothing')),
    /no event "nothing"/,
  );
  assert.match(refusalOf(await members('remove', OWNER, 'nobody@test.example')), /is no member of this host/);
  assert.match(refusalOf(await members('list', 'nobody@test.example')), /No host has/);
  assert.match(refusalOf(await members('list')), /takes a host/);
  assert.match(saidBy(await members('help')), /^tessera members/);
});
