import assert from 'node:assert/strict';
import { after, describe, test, type TestContext } from 'node:test';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { openRaw } from '../harness/raw-socket.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import type { Transaction } from '../../src/db/database.ts';
import { allowVisit } from '../../src/hosts/support/allow-visit.ts';
import { OPEN_ASK } from '../../src/hosts/support/open-visit.ts';
import { askHost, letIn, makeSupporter } from '../harness/support.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

const on = await startTestApp();
const second = await startTestApp({ on });
after(async () => {
  await second.close();
  assert.equal(await on.closeAndCountDeadlocks(), 0, 'deadlocks');
});

// A race that is lost by chance is won by chance as well: often enough to be seen.
const ROUNDS = 12;

const { database } = on.app;
const countOf = async (sql: string, values: unknown[]): Promise<number> =>
  (await database.query<{ count: number }>(`SELECT count(*) FROM ${sql}`, values)).rows[0]?.count ?? 0;

async function furnish(): Promise<{ host: TestHost; owners: [SignedIn, SignedIn]; supporter: SignedIn }> {
  const host = await makeHost(on);
  const owners: [SignedIn, SignedIn] = [
    await signInAs(on, host, { hasFactor: true }),
    await signInAs(on, host, { hasFactor: true }),
  ];
  return { host, owners, supporter: await makeSupporter(on) };
}

const press = (
  at: typeof on,
  host: TestHost,
  { as, visitId, button, hours = 1 }: { as: SignedIn; visitId: string; button: string; hours?: number },
) =>
  askDashboard(at, `/hosts/${host.hostId}/support/${visitId}/${button}`, {
    as,
    method: 'POST',
    body: button === 'allow' ? { hours } : {},
  });

/** Holds whatever reads or writes a table, until it is let go. */
async function hold(t: TestContext, table: string): Promise<() => Promise<void>> {
  let release = (): void => {};
  let holding = (): void => {};
  const isHeld = new Promise<void>((resolve) => (holding = resolve));
  const held = database.transaction(async (tx) => {
    await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    holding();
    await new Promise<void>((resolve) => (release = resolve));
  });
  t.after(() => release());
  await isHeld;
  return async () => {
    release();
    await held;
  };
}

const waits = (table: string) =>
  until(
    `something to wait for ${table}`,
    async () => (await countOf(`pg_locks WHERE NOT granted AND relation = $1::regclass`, [table])) > 0,
  );

describe('an owner’s answer', () => {
  test('two owners allow at once: one of them does, and there is one visit', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners, supporter } = await furnish();
      const visitId = await askHost(on, host, supporter);
      const answers = await Promise.all([
        press(on, host, { as: owners[0], visitId, button: 'allow', hours: 1 }),
        press(second, host, { as: owners[1], visitId, button: 'allow', hours: 24 }),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 409],
      );
      const line = `audit_log WHERE subject_id = $1 AND action = 'support.allow'`;
      assert.equal(await countOf(line, [visitId]), 1);
      assert.equal(
        await countOf(`jobs WHERE kind = 'end_support_visits' AND payload ->> 'hostId' = $1`, [host.hostId]),
        2,
      );
    }
  });

  test('the control: without the condition, both allow', async () => {
    const { host, owners, supporter } = await furnish();
    const visitId = await askHost(on, host, supporter);
    /** The same statements, but for the condition that it is open. */
    const unguarded = (tx: Transaction): Transaction => ({
      isTransaction: true,
      query: (text, values) => tx.query<never>(text.replace(`AND ${OPEN_ASK}`, ''), values),
    });
    const answers = await Promise.all(
      owners.map((owner, at) =>
        (at ? second : on).app.database.transaction((tx) =>
          allowVisit(unguarded(tx), {
            hostId: host.hostId,
            visitId,
            actor: { kind: 'member', ...owner, role: 'owner', address: '127.0.0.1' },
            hours: 1,
          }),
        ),
      ),
    );
    assert.equal(answers.length, 2);
    assert.equal(await countOf(`audit_log WHERE subject_id = $1 AND action = 'support.allow'`, [visitId]), 2);
  });

  test('one allows and the other refuses at once: one of them is heard', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners, supporter } = await furnish();
      const visitId = await askHost(on, host, supporter);
      const [allowed, refused] = await Promise.all([
        press(on, host, { as: owners[0], visitId, button: 'allow' }),
        press(second, host, { as: owners[1], visitId, button: 'refuse' }),
      ]);
      const sees = (await askDashboard(on, `/hosts/${host.hostId}`, { as: supporter })).status === 200;
      assert.deepEqual([allowed.status === 200, refused.status === 200], [sees, !sees]);
    }
  });

  test('an owner who is removed at the same moment has allowed it before, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { host, owners, supporter } = await furnish();
      const visitId = await askHost(on, host, supporter);
      const { rows } = await database.query<{ id: string }>('SELECT id FROM members WHERE person_id = $1', [
        owners[0].personId,
      ]);
      const [allowed, removed] = await Promise.all([
        press(on, host, { as: owners[0], visitId, button: 'allow' }),
        askDashboard(second, `/hosts/${host.hostId}/team/members/${rows[0]?.id}`, {
          as: owners[1],
          method: 'DELETE',
        }),
      ]);
      assert.equal(removed.status, 200);
      assert.ok([200, 403, 404].includes(allowed.status), JSON.stringify(allowed.body));
      const { rows: lines } = await database.query<{ action: string }>(
        `SELECT action FROM audit_log WHERE host_id = $1 AND action IN ('support.allow', 'member.remove') ORDER BY id`,
        [host.hostId],
      );
      assert.deepEqual(
        lines.map(({ action }) => action),
        allowed.status === 200 ? ['support.allow', 'member.remove'] : ['member.remove'],
      );
    }
  });
});

describe('the end of a visit', () => {
  /** A page is asked for, and stands still after its visitor was found. */
  async function askSlowly(
    t: TestContext,
    { host, as, meanwhile }: { host: TestHost; as: SignedIn; meanwhile: () => Promise<unknown> },
  ) {
    const release = await hold(t, 'payment_accounts');
    const answer = askDashboard(on, `/hosts/${host.hostId}/payment-accounts`, { as });
    await waits('payment_accounts');
    await meanwhile();
    await release();
    return answer;
  }
  async function visit() {
    const { host, owners, supporter } = await furnish();
    const visitId = await letIn(on, host, { supporter, owner: owners[0] });
    return { host, owner: owners[1], as: supporter, visitId };
  }

  test('a page that is on its way when an owner ends the visit is not sent', async (t) => {
    const { host, owner, as, visitId } = await visit();
    const meanwhile = async () =>
      assert.equal((await press(second, host, { as: owner, visitId, button: 'end' })).status, 200);
    const { status, body } = await askSlowly(t, { host, as, meanwhile });
    assert.deepEqual([status, body.error_code], [404, 'not_found']);
    assert.ok(!JSON.stringify(body).includes('context'), 'nothing of the host');
  });

  test('nor when its time is up meanwhile', async (t) => {
    const { host, as, visitId } = await visit();
    const meanwhile = () =>
      database.query(`UPDATE support_visits SET ends_at = now() WHERE id = $1`, [visitId]);
    assert.equal((await askSlowly(t, { host, as, meanwhile })).status, 404);
  });

  test('the controls: the same page is sent without an end, and to a member, who is not looked at again', async (t) => {
    const { host, owner, as } = await visit();
    const calm = await askSlowly(t, { host, as, meanwhile: async () => {} });
    assert.deepEqual([calm.status, calm.body.view], [200, 'paymentAccounts']);
    const meanwhile = () => database.query('DELETE FROM members WHERE person_id = $1', [owner.personId]);
    assert.equal((await askSlowly(t, { host, as: owner, meanwhile })).status, 200);
  });

  test('streams end with the visit, in every process, and no new one begins', async (t) => {
    const { host, owners, supporter } = await furnish();
    const visitId = await letIn(on, host, { supporter, owner: owners[0] });
    const listen = (as: SignedIn, at = on) => {
      const raw = openRaw(at.publicUrl);
      t.after(() => raw.socket.destroy());
      raw.socket.write(
        `GET /dashboard/hosts/${host.hostId}/live HTTP/1.1\r\nHost: a\r\nCookie: ${as.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
      );
      let isClosed = false;
      void raw.closed.then(() => (isClosed = true));
      return { text: raw.received, isClosed: () => isClosed };
    };
    const [here, there, owner] = [listen(supporter), listen(supporter, second), listen(owners[0])];
    for (const stream of [here, there, owner])
      await until('the first figures', () => stream.text().includes('event: figures'));
    const looked = `audit_log WHERE subject_id = $1 AND action = 'support.look' AND after ->> 'page' = '/live'`;
    assert.equal(await countOf(looked, [visitId]), 1);
    assert.equal((await press(on, host, { as: owners[1], visitId, button: 'end' })).status, 200);
    for (const stream of [here, there]) await until('the stream to end', stream.isClosed);
    assert.equal(owner.isClosed(), false, 'the control: a member goes on');
    const late = listen(supporter);
    await until('an answer', () => late.text().includes('\r\n\r\n'));
    assert.match(late.text(), /^HTTP\/1\.1 404 /);
  });

  test('a stream ends when the visit’s time is up', async (t) => {
    const { host, owners, supporter } = await furnish();
    const visitId = await letIn(on, host, { supporter, owner: owners[0] });
    const raw = openRaw(on.publicUrl);
    t.after(() => raw.socket.destroy());
    raw.socket.write(
      `GET /dashboard/hosts/${host.hostId}/live HTTP/1.1\r\nHost: a\r\nCookie: ${supporter.cookie}\r\nAccept: text/event-stream\r\n\r\n`,
    );
    await until('the first figures', () => raw.received().includes('event: figures'));
    await database.query(`UPDATE support_visits SET ends_at = now() WHERE id = $1`, [visitId]);
    let isClosed = false;
    void raw.closed.then(() => (isClosed = true));
    await until('the stream to end', () => isClosed);
  });
});
