import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listChanges } from '../../src/audit/list-changes.ts';
import { unlinked } from '../../src/mail/unlinked.ts';
import { listFactors } from '../../src/people/factors/list-factors.ts';
import { makeRecoveryCodes } from '../../src/people/factors/recovery-codes.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs } from '../harness/sign-in.ts';
import { startSmtp, type TestSmtp } from '../harness/smtp.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

const OWNER = 'owner@test.example';
const EVERYTHING = {
  limit: 50,
  cursor: null,
  personId: null,
  kind: null,
  from: null,
  to: null,
  timezone: 'Africa/Lagos',
};

let smtp: TestSmtp;
let on: TestApp;
let host: TestHost;
before(async () => {
  smtp = await startSmtp();
  on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  host = await makeHost(on, { email: OWNER });
});
after(async () => {
  await on.close();
  await smtp.stop();
});

const members = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['members', ...words]);

test('a member is added with a link to choose a password, gets another role and events, and is removed', async () => {
  const { slug } = await makeEvent(on, host, { name: 'Opening night' });
  const email = 'chi@test.example';
  const said = saidBy(await members('add', OWNER, email, 'door', '--name', 'Chi Eze', '--events', slug));
  assert.match(said, /^ {2}http:\/\/localhost:3000\/dashboard\/reset-password\/[\w-]{43}$/m);
  assert.match(
    said,
    /^ {2}door {5}chi@test\.example {2}Chi Eze\n {11}Opening night; no second factor, never seen$/m,
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
  assert.match(refusalOf(await members('remove', email, email)), /needs an owner/);
  assert.match(refusalOf(await members('role', email, email, 'door')), /needs an owner/);
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

test('a member who loses a role at the terminal no longer has its powers in the running program', async () => {
  const manager = await signInAs(on, host, { role: 'manager' });
  const path = `/hosts/${host.hostId}/keys`;
  assert.equal((await askDashboard(on, path, { as: manager })).status, 200);
  saidBy(await members('role', OWNER, manager.email, 'door'));
  assert.equal((await askDashboard(on, path, { as: manager })).status, 403);
});

test('a member who has lost all factors is let in by the password again, and every owner hears of it', async () => {
  const { database } = on.app;
  const elsewhere = await makeHost(on);
  const person = await signInAs(on, host, { role: 'finance', hasFactor: true });
  const other = await signInAs(on, elsewhere, { hasFactor: true });
  await database.query(
    `INSERT INTO members (id, host_id, person_id, role) VALUES (new_id(), $1, $2, 'door')`,
    [elsewhere.hostId, person.personId],
  );
  await database.query(
    `UPDATE people SET totp_ciphertext = '\\x00', totp_sealed_by = 'x', totp_confirmed_at = now() WHERE id = ANY ($1)`,
    [[person.personId, other.personId]],
  );
  for (const { personId } of [person, other])
    await database.transaction((tx) => makeRecoveryCodes(tx, personId));

  assert.match(
    saidBy(await members('forget-factors', person.email.toUpperCase())),
    /authenticator app, passkeys: 1, all recovery codes\. Sessions ended: 1\./,
  );
  const left = async ({ personId }: { personId: string }) => {
    const { totpSince, passkeys, recoveryCodesLeft } = await listFactors(database, personId);
    return [totpSince !== null, passkeys.length, recoveryCodesLeft];
  };
  assert.deepEqual(await left(person), [false, 0, 0]);
  assert.deepEqual(await left(other), [true, 1, 10], 'nobody else loses anything');
  assert.equal((await askDashboard(on, '/me', { as: person })).status, 401);
  assert.equal((await askDashboard(on, '/me', { as: other })).status, 200);

  const owners = await database.query<{ email: string }>(
    `SELECT p.email FROM members AS m JOIN people AS p ON p.id = m.person_id
      WHERE m.role = 'owner' AND m.host_id = ANY ($1)`,
    [[host.hostId, elsewhere.hostId]],
  );
  const expected = [person.email, ...owners.rows.map(({ email }) => email)];
  assert.ok(expected.length >= 4);
  const told = () =>
    smtp.received.filter(({ mail }) => mail.subject?.endsWith('all second factors of a member were removed'));
  await until('all are told', () => Promise.resolve(told().length >= expected.length));
  assert.deepEqual(
    told()
      .flatMap(({ envelope }) => envelope.to)
      .toSorted(),
    expected.toSorted(),
  );
  const facts = `Whose: ${unlinked(person.email)}\nBy: the operator of this service\n`;
  assert.ok(told().every(({ mail }) => mail.text?.includes(facts)));
  for (const { hostId } of [host, elsewhere]) {
    const { lines } = await listChanges(database, { ...EVERYTHING, hostId, subjectId: person.personId });
    const line = lines.find(({ action }) => action === 'factor.forget');
    assert.deepEqual(
      [line?.actorKind, line?.subjectName, line?.before],
      ['operator', person.email, { app: true, passkeys: ['A test key'] }],
    );
  }

  assert.match(refusalOf(await members('forget-factors', person.email)), /has no second factor/);
  assert.match(
    refusalOf(await members('forget-factors', 'nobody@test.example')),
    /No account has the e-mail/,
  );
  assert.match(refusalOf(await members('forget-factors')), /takes an e-mail/);
});

test('words that can’t be meant are refused in a line', async () => {
  assert.match(refusalOf(await members('add', OWNER, 'no address', 'door')), /is not an e-mail address/);
  assert.match(
    refusalOf(await members('add', OWNER, 'x@test.example', 'boss')),
    /A role is one of owner, manager/,
  );
  assert.match(refusalOf(await members('add', OWNER, OWNER, 'door')), /already/);
  assert.match(
    refusalOf(await members('add', OWNER, 'x@test.example', 'door', '--events', 'nothing')),
    /no event "nothing"/,
  );
  assert.match(
    refusalOf(await members('remove', OWNER, 'nobody@test.example')),
    /is not a member of this host/,
  );
  assert.match(refusalOf(await members('list', 'nobody@test.example')), /No host has/);
  assert.match(refusalOf(await members('list')), /takes a host/);
  assert.match(saidBy(await members('help')), /^tessera members/);
});
