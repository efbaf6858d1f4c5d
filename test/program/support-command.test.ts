import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { makeSupporter } from '../harness/support.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { besideOf, refusalOf, runCommand, saidBy, type Run } from './run-command.ts';

let on: TestApp;
let host: TestHost;
let owner: SignedIn;
let supporter: SignedIn;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { name: 'Lagos Nights' });
  owner = await signInAs(on, host, { hasFactor: true });
  supporter = await makeSupporter(on);
});
after(() => on.close());

const support = (...words: string[]): Promise<Run> => runCommand(besideOf(on), ['support', ...words]);
const ask = () =>
  support('ask', host.hostId, '--as', supporter.email, '--reason', 'The sale\u001b[2J stands');

test('support ask, list and end, beside a running program', async () => {
  assert.match(saidBy(await support('list')), /Support has asked nobody yet/);
  assert.match(saidBy(await ask()), /^ {2}The owners of Lagos Nights are asked\. They can answer until 20/);
  assert.match(refusalOf(await ask()), /has already asked this host/);
  const waiting = saidBy(await support('list'));
  assert.match(waiting, new RegExp(`Lagos Nights {2}${supporter.email} {2}waits for an answer until`));
  assert.ok(!waiting.includes('\u001b[2J'), 'a reason draws nothing on the terminal');

  const { body } = await askDashboard(on, `/hosts/${host.hostId}`, { as: owner });
  const { visitId } = body.context.support[0];
  await askDashboard(on, `/hosts/${host.hostId}/support/${visitId}/allow`, {
    as: owner,
    method: 'POST',
    body: { hours: 1 },
  });
  const see = () => askDashboard(on, `/hosts/${host.hostId}`, { as: supporter });
  assert.equal((await see()).status, 200);
  const [listed] = JSON.parse((await support('list', '--json', '--limit', '1')).stdout);
  assert.partialDeepStrictEqual(listed, { visitId, state: 'under_way', email: supporter.email });
  const end = () => support('end', host.hostId, '--as', supporter.email.toUpperCase());
  assert.match(saidBy(await end()), /The visit has ended, in every process/);
  assert.equal((await see()).status, 404);
  assert.match(refusalOf(await end()), /no ask or visit open/);
  assert.match(saidBy(await support('list')), /ended 20.*, by operator/);

  saidBy(await ask());
  assert.match(saidBy(await end()), /The ask is withdrawn/);
  const { rows } = await on.app.database.query<{ line: string }>(
    `SELECT actor_kind || ' ' || action AS line FROM audit_log WHERE host_id = $1 AND action LIKE 'support.%' ORDER BY id`,
    [host.hostId],
  );
  assert.deepEqual(
    rows.map(({ line }) => line),
    [
      'operator support.ask',
      'member support.allow',
      'member support.look',
      'operator support.end',
      'operator support.ask',
      'operator support.withdraw',
    ],
  );
});

test('words that can’t be meant are refused in a line, and ask nobody', async () => {
  const { email } = supporter;
  assert.match(refusalOf(await support('ask', host.hostId, '--as', email)), /needs --reason/);
  assert.match(refusalOf(await support('ask', host.hostId, '--reason', 'x')), /needs --as/);
  assert.match(refusalOf(await support('ask', '--as', email, '--reason', 'x')), /takes one host/);
  assert.match(
    refusalOf(await support('ask', host.hostId, '--as', email, '--reason', 'x'.repeat(301))),
    /1 to 300 characters/,
  );
  assert.match(
    refusalOf(await support('ask', host.hostId, '--as', 'nobody@test.example', '--reason', 'x')),
    /^No account has the e-mail "nobody@test\.example"/,
  );
  assert.match(
    refusalOf(await support('end', host.hostId, '--as', email, '--reason', 'x')),
    /takes no --reason/,
  );
  assert.match(refusalOf(await support('list', host.hostId)), /takes nothing more/);
  assert.match((await support('allow', host.hostId)).stderr, /There is no such command\.\n\ntessera support/);
  assert.match(saidBy(await support('help')), /^tessera support <command>/);
});
