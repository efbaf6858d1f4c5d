import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import {
  orderHeld,
  takeTransfers,
  waiting,
  type WaitingOrder,
} from '../../src/orders/bank-transfer/bank-transfer.fixture.ts';
import { held } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { toMajorUnits } from '../../src/values/major-units.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { until } from '../harness/until.ts';
import { openStage, stuckAt, type Course, type Stage } from './stage.fixture.ts';

const COURSES: Course[] = ['undone', 'committed'];

suite('killed at any step of bank transfers, the program sells once and takes no money twice', () => {
  let stage: Stage;
  const ends: (() => unknown)[] = [];

  type Till = {
    host: TestHost;
    owner: SignedIn;
    cart: { slug: string; token: string; quoteReference: string; email: string; key: string };
    marked: WaitingOrder;
    /** Of one statement; the program is stopped at the second. */
    listed: [WaitingOrder, WaitingOrder];
  };
  const tills = new Map<Course, Till>();

  /** One host for each course: transfers of one host are opened one after the other. */
  async function openTill(course: Course): Promise<Till> {
    const { on } = stage;
    const host = await makeHost(on);
    const owner = await signInAs(on, host, { hasFactor: true });
    await takeTransfers(on, host);
    const sale = async () => {
      const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 2 }] });
      return { slug, sku: skus[0] };
    };
    const token = randomUUID();
    const { slug, sku = '' } = await sale();
    const { quoteReference } = await held(on, slug, { items: [{ sku, quantity: 1 }] }, token);
    const both = await sale();
    return {
      host,
      owner,
      cart: { slug, token, quoteReference, email: stuckAt('open', course), key: randomUUID() },
      marked: await waiting(on, { ...(await sale()), email: `${course}.mark@example.com` }),
      listed: [
        await waiting(on, { ...both, email: 'first@example.com' }),
        await waiting(on, {
          ...both,
          email: course === 'undone' ? stuckAt('issue', course) : `${course}.line@example.com`,
        }),
      ],
    };
  }

  const order = ({ cart }: Till) => orderHeld(stage.on, cart);
  const mark = ({ host, owner, marked }: Till) =>
    askDashboard(stage.on, `/hosts/${host.hostId}/orders/${marked.reference}/mark-paid`, {
      as: owner,
      method: 'POST',
    });
  const confirm = ({ host, owner, listed }: Till) => {
    const lines = listed.map(({ reference, total }) => `${reference},${toMajorUnits(total, 2)}`);
    return askDashboard(stage.on, `/hosts/${host.hostId}/bank-transfers/statement`, {
      as: owner,
      method: 'POST',
      body: { text: ['reference,amount', ...lines].join('\n'), columns: {}, lines: [2, 3] },
    });
  };

  before(async () => {
    stage = await openStage({ after: (end) => void ends.push(end as () => unknown) });
    // At the end of the transaction, when all is written: what waits here is undone, or committed with nobody to hear of it.
    for (const step of ['mark', 'line'])
      await stage.on.app.database.query(
        `CREATE CONSTRAINT TRIGGER stop_at_${step} AFTER INSERT ON tickets DEFERRABLE INITIALLY DEFERRED
           FOR EACH ROW EXECUTE FUNCTION wait_at_failpoint('${step}', 'email')`,
      );
    await stage.start();
    for (const course of COURSES) tills.set(course, await openTill(course));
    await stage.arm();
    const answers = [...tills.values()].flatMap((till) =>
      [order(till), mark(till), confirm(till)].map((answer) =>
        answer.then(
          ({ status }) => `answered ${status}`,
          () => 'dead',
        ),
      ),
    );
    await stage.untilStuck(answers.length);
    await stage.kill();
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['dead']));
    await stage.start();
  });
  after(async () => {
    for (const end of ends) await end();
  });

  const countsOf = async (orderId: string): Promise<Record<string, number>> => {
    const { rows } = await stage.on.app.database.query<Record<string, number>>(
      `SELECT (SELECT count(*)::integer FROM payments WHERE order_id = $1) AS payments,
              (SELECT count(*)::integer FROM tickets WHERE order_id = $1) AS tickets,
              (SELECT count(*)::integer FROM audit_log WHERE action = 'order.mark_paid' AND subject_id = $1::text) AS lines
         `,
      [orderId],
    );
    return rows[0] ?? {};
  };
  const ONCE = { payments: 1, tickets: 1, lines: 1 };
  const NEVER = { payments: 0, tickets: 0, lines: 0 };
  const said = ({ status, body }: Answer): unknown[] => [status, body];

  for (const course of COURSES) {
    const isThere = course === 'committed';
    const till = (): Till => tills.get(course) ?? assert.fail();

    test(`an order that was ${course} is ${isThere ? 'there, and waits' : 'made when the buyer asks again'}: one, with its mail`, async () => {
      const { cart } = till();
      const { database } = stage.on.app;
      const made = async () => {
        const { rows } = await database.query<{ status: string; mails: number }>(
          `SELECT status, (SELECT count(*)::integer FROM jobs AS j WHERE j.unique_key = 'transfer_reminder ' || o.id) AS mails
             FROM orders AS o WHERE quote_reference = $1`,
          [cart.quoteReference],
        );
        return rows;
      };
      const waits = [{ status: 'pending_payment', mails: 1 }];
      assert.deepEqual(await made(), isThere ? waits : []);
      const again = await order(till());
      assert.equal(again.status, 201, JSON.stringify(again.body));
      assert.deepEqual(await made(), waits);
    });

    test(`a mark that was ${course} is ${isThere ? 'there' : 'made when it is pressed again'}: paid once`, async () => {
      const { marked } = till();
      assert.deepEqual(await countsOf(marked.orderId), isThere ? ONCE : NEVER);
      assert.deepEqual(said(await mark(till())), [200, { outcome: isThere ? 'already_paid' : 'settled' }]);
      assert.deepEqual(await countsOf(marked.orderId), ONCE);
    });

    test(`a statement that was ${isThere ? 'committed' : 'taken half-way'} has paid ${isThere ? 'all' : 'none'} of its orders, and each once after the next try`, async () => {
      const { listed } = till();
      for (const { orderId } of listed) assert.deepEqual(await countsOf(orderId), isThere ? ONCE : NEVER);
      assert.deepEqual(said(await confirm(till())), [
        200,
        isThere ? { paid: 0, leftOut: 2 } : { paid: 2, leftOut: 0 },
      ]);
      for (const { orderId } of listed) assert.deepEqual(await countsOf(orderId), ONCE);
    });
  }

  test('nothing contradicts anything', async () => {
    const { database } = stage.on.app;
    await until('the invariants to hold', async () => (await checkInvariants(database)).length === 0);
  });
});
