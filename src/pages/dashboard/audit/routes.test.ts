import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { recordChange } from '../../../audit/record-change.ts';
import { OPERATOR } from '../../../audit/actor.ts';

suite('the audit log of a host, in the dashboard', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(() => on.close());
  const read = (query = '', as = owner) => askDashboard(on, `/hosts/${host.hostId}/audit${query}`, { as });

  test('has what owners do, with who, from where and to what', async () => {
    await askDashboard(on, `/hosts/${host.hostId}/keys`, {
      as: owner,
      method: 'POST',
      body: { name: 'Our site' },
    });
    const { status, body } = await read();
    assert.equal(status, 200);
    assert.partialDeepStrictEqual(body.data.lines[0], {
      action: 'public_key.create',
      actorKind: 'member',
      personEmail: owner.email,
      subjectName: 'Our site',
      address: '127.0.0.1',
    });
  });

  test('says in which currency a change’s amounts are: of the event that it is about, or else the host’s', async () => {
    const { skus } = await makeEvent(on, host, { country: 'GHANA' });
    await on.app.database.transaction(async (tx) => {
      const change = { hostId: host.hostId, actor: OPERATOR, after: { priceMinor: 1_250 } };
      await recordChange(tx, {
        ...change,
        action: 'ticket_type.change',
        subject: { id: skus[0] ?? '', name: 'A' },
      });
      await recordChange(tx, { ...change, action: 'host.set_fees' });
    });
    const { body } = await read();
    assert.deepEqual(
      body.data.lines.slice(0, 2).map(({ action, currency }: Record<string, string>) => [action, currency]),
      [
        ['host.set_fees', 'NGN'],
        ['ticket_type.change', 'GHS'],
      ],
    );
  });

  test('is for owners alone', async () => {
    for (const role of ['manager', 'finance', 'door'] as const) {
      const member = await signInAs(on, host, { role, hasFactor: true });
      assert.equal((await read('', member)).body.error_code, 'not_allowed');
    }
  });

  test('has its filters in the address, empty ones too, and says them back', async () => {
    const { body } = await read(`?person=${owner.personId}&kind=keys&subject=&from=&to=`);
    assert.deepEqual(body.data.filters, {
      person: owner.personId,
      kind: 'keys',
      subject: '',
      from: '',
      to: '',
    });
    assert.deepEqual(
      body.data.lines.map(({ action }: { action: string }) => action),
      ['public_key.create'],
    );
  });

  test('refuses filters that are none', async () => {
    for (const query of [
      '?person=me',
      '?kind=everything',
      '?from=yesterday',
      '?from=0000-01-01',
      '?to=1969-12-31',
      '?to=2026-02-31',
      `?subject=${'x'.repeat(101)}`,
      '?subject=%00',
      '?cursor=x',
    ]) {
      assert.equal((await read(query)).status, 400, query);
    }
    for (const query of ['?from=2099-12-31', '?to=2000-01-01', '?subject=%27%3B--', '?kind=']) {
      assert.equal((await read(query)).status, 200, query);
    }
  });

  test('goes on where the page before ended', async () => {
    for (let at = 0; at < 60; at++) {
      await on.app.database.transaction((tx) =>
        recordChange(tx, {
          hostId: host.hostId,
          actor: OPERATOR,
          action: 'webhook.add',
          subject: { id: `w${at}`, name: '' },
        }),
      );
    }
    const first = await read('?kind=webhooks');
    const second = await read(`?kind=webhooks&cursor=${first.body.data.nextCursor}`);
    assert.deepEqual([first.body.data.lines.length, second.body.data.lines.length], [50, 10]);
    assert.equal(second.body.data.nextCursor, null);
  });
});
