import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import pg from 'pg';
import { buy, historyOf, mailsAbout, pay, quantityLeft, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until } from '../../../../test/harness/until.ts';
import { untilWaiting } from '../../../../test/harness/waiting-for-locks.ts';
import { checkInvariants } from '../../../invariants/check-invariants.ts';
import { onOrderPage, sellOrder } from './order-page.fixture.ts';

suite('refunds on the page of an order', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let finance: SignedIn;
  let page: ReturnType<typeof onOrderPage>;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
    finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    page = onOrderPage(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const refundsOf = async (orderId: string) => {
    const { rows } = await on.app.database.query<{ amount_minor: number; status: string; id: string }>(
      'SELECT id, amount_minor, status FROM refunds WHERE order_id = $1 ORDER BY created_at, id',
      [orderId],
    );
    return rows;
  };
  const refund = (as: SignedIn, reference: string, body: object) =>
    page.send(as, reference, '/refunds', body);

  test('of all: the tickets are void and for sale again, the money follows, and the reason is in the history', async () => {
    const { reference, slug, total } = await sellOrder(on, host);
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    const body = { ...(await page.planned(owner, reference)), reason: 'The buyer\n is ill.' };
    const { status, body: answer } = await refund(owner, reference, body);
    assert.deepEqual([status, answer.amountMinor], [200, total]);
    assert.deepEqual(await quantityLeft(on, host, slug), [10]);
    await untilStatus(on, reference, 'refunded');
    const view = await page.view(owner, reference);
    const asked = view.changes.find(({ cause }) => cause.startsWith('a refund was asked for'));
    assert.equal(asked?.cause, 'a refund was asked for: The buyer is ill.');
    assert.deepEqual(asked?.by?.kind, 'member');
    const { rows } = await on.app.database.query<{ after: object }>(
      `SELECT after FROM audit_log WHERE action = 'order.refund' AND subject_name = $1`,
      [reference],
    );
    assert.ok(!JSON.stringify(rows).includes('ill'), 'what members write of buyers is not in the log');
  });

  test('money for a free ticket is taken off another type: both are locked at once, in the order of all locks', async (t) => {
    // Ids that are made within a millisecond have any order.
    const { slug, skus } = await until('the free type is locked last', async () => {
      const made = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 1_000_000 }, { priceMinor: 0 }] });
      const [first = '', last = ''] = made.skus;
      return first < last && made;
    });
    const [paid = '', free = ''] = skus;
    const { reference, checkoutUrl } = await buy(on, host, {
      slug,
      items: skus.map((sku) => ({ sku, quantity: 1 })),
    });
    await pay(checkoutUrl);
    await untilStatus(on, reference, 'confirmed');
    const all = await page.planned(owner, reference);
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM tickets WHERE ticket_type_id = $1',
      [free],
    );
    const seller = new pg.Client({ connectionString: on.testDatabase.url });
    await seller.connect();
    t.after(() => seller.end());
    await seller.query('BEGIN');
    const lock = 'SELECT 1 FROM ticket_types WHERE id = $1 FOR NO KEY UPDATE';
    await seller.query(lock, [paid]);
    const asked = refund(owner, reference, {
      ...all,
      ticketIds: rows.map(({ id }) => id),
      amountMinor: 100,
    });
    await untilWaiting(on.app.database);
    // Would not be had, and the two would wait for each other.
    await seller.query(`${lock} NOWAIT`, [free]);
    await seller.query('COMMIT');
    assert.equal((await asked).status, 200);
    await untilStatus(on, reference, 'partially_refunded');
  });

  test('pressed twice, at once and later, is made once', async () => {
    const { reference, orderId, total } = await sellOrder(on, host);
    const body = await page.planned(owner, reference);
    const answers = await Promise.all([1, 2, 3].map(() => refund(owner, reference, body)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    assert.equal(answers.filter((answer) => answer.body.isNew === true).length, 1);
    await untilStatus(on, reference, 'refunded');
    const late = await refund(owner, reference, body);
    assert.deepEqual([late.status, late.body.isNew, late.body.amountMinor], [200, false, total]);
    assert.deepEqual(
      (await refundsOf(orderId)).map((made) => made.amount_minor),
      [total],
    );
    const { rows } = await on.app.database.query(
      `SELECT FROM audit_log WHERE action = 'order.refund' AND subject_name = $1`,
      [reference],
    );
    assert.equal(rows.length, 1);
  });

  test('by two members at one moment is made by one of them; the other is asked to look again', async () => {
    const { reference, orderId, total, ticketIds } = await sellOrder(on, host);
    const [mine, theirs] = await Promise.all([
      page.planned(owner, reference),
      page.planned(finance, reference),
    ]);
    // Together less than was paid: only the outdated view stops the second.
    const answers = await Promise.all([
      refund(owner, reference, { ...mine, ticketIds: [], amountMinor: Math.floor(total / 3) }),
      refund(finance, reference, { ...theirs, ticketIds: [], amountMinor: Math.floor(total / 4) }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 409],
    );
    const refused = answers.find(({ status }) => status === 409);
    assert.equal(refused?.body.error_code, 'changed_meanwhile');
    assert.equal((await refundsOf(orderId)).length, 1);
    // Also where a ticket went and no money did.
    const seen = await page.planned(finance, reference);
    const some = { ...seen, amountMinor: 0, ticketIds: ticketIds.slice(0, 1), requestKey: randomUUID() };
    assert.equal((await refund(owner, reference, some)).status, 200);
    const late = await refund(finance, reference, { ...seen, ticketIds: [], amountMinor: 1 });
    assert.deepEqual([late.status, late.body.error_code], [409, 'changed_meanwhile']);
  });

  test('of tickets alone gives no money back; the stock may stay off sale; and the key is not shown', async () => {
    const { reference, orderId, slug, ticketIds } = await sellOrder(on, host);
    const planned = await page.planned(owner, reference);
    const body = {
      ...planned,
      ticketIds: ticketIds.slice(0, 1),
      amountMinor: 0,
      returnsStock: false,
      reason: 'Lost bet.',
    };
    for (const isNew of [true, false])
      assert.partialDeepStrictEqual((await refund(owner, reference, body)).body, { isNew, amountMinor: 0 });
    assert.deepEqual(await quantityLeft(on, host, slug), [8]);
    assert.deepEqual(await refundsOf(orderId), []);
    const { tickets, changes, status } = await page.view(owner, reference);
    assert.deepEqual(
      tickets.map(({ voidedAt }) => voidedAt !== null),
      [true, false],
    );
    assert.equal(status, 'partially_refunded');
    assert.equal(changes.at(-1)?.cause, 'its tickets were cancelled: Lost bet.');
  });

  test('of tickets alone tells the buyer which no longer admit, once, where that is wished and only then', async () => {
    const sold = await sellOrder(on, host, { quantity: 3 });
    const mails = async (): Promise<string[]> => {
      const { rows } = await on.app.database.query<{ recipient: string }>(
        `SELECT recipient FROM mails WHERE order_id = $1 AND kind = 'voided' AND sent_at IS NOT NULL`,
        [sold.orderId],
      );
      return rows.map(({ recipient }) => recipient);
    };
    const voidOf = async (ticketId: string | undefined, more: object) => ({
      ...(await page.planned(owner, sold.reference)),
      ticketIds: [ticketId],
      amountMinor: 0,
      ...more,
    });
    const quiet = await voidOf(sold.ticketIds[0], { tellsBuyer: false });
    assert.equal((await refund(owner, sold.reference, quiet)).status, 200);
    const told = await voidOf(sold.ticketIds[1], { tellsBuyer: true });
    for (const _ of [1, 2]) assert.equal((await refund(owner, sold.reference, told)).status, 200);
    await until('the buyer is told', async () => (await mails()).length > 0);
    // With money, the mail of the refund says it.
    const paid = { ...(await page.planned(owner, sold.reference)), tellsBuyer: true };
    assert.equal((await refund(owner, sold.reference, paid)).status, 200);
    await untilStatus(on, sold.reference, 'refunded');
    assert.deepEqual(await mails(), ['ada@example.com']);
  });

  test('of more than is left is refused, and of a ticket of another order', async () => {
    const { reference, total } = await sellOrder(on, host);
    const other = await sellOrder(on, host);
    const body = await page.planned(owner, reference);
    for (const wrong of [{ amountMinor: total + 1 }, { ticketIds: other.ticketIds }])
      assert.equal((await refund(owner, reference, { ...body, ...wrong })).status, 400);
    assert.equal((await page.view(owner, reference)).status, 'confirmed');
  });

  test('is for owners and finance, with a second step; a manager sees, and sends again', async () => {
    const { reference, orderId } = await sellOrder(on, host);
    const body = await page.planned(owner, reference);
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    const bare = await signInAs(on, host, { role: 'finance' });
    const elsewhere = await signInAs(on, host, {
      role: 'finance',
      hasFactor: true,
      eventIds: [],
    });
    const answers = [];
    for (const as of [manager, bare, elsewhere]) {
      const { status, body: said } = await refund(as, reference, body);
      answers.push(`${status} ${said.error_code}`);
    }
    assert.deepEqual(answers, ['403 not_allowed', '403 factor_required', '404 not_found']);
    assert.deepEqual(await refundsOf(orderId), []);
    assert.equal((await page.send(manager, reference, '/resend')).status, 200);
  });

  test('that the gateway refuses is tried again, or settled by hand with its reason', async () => {
    const { reference, orderId } = await sellOrder(on, host);
    const gone = await on.app.database.query<{ row: object }>(
      'DELETE FROM sandbox_payments WHERE reference = $1 RETURNING id',
      [reference],
    );
    assert.equal(gone.rowCount, 1);
    await refund(owner, reference, await page.planned(owner, reference));
    const refused = () =>
      until('the gateway to refuse', async () => {
        const { refunds } = await page.view(finance, reference);
        return refunds[0]?.status === 'needs_attention' && refunds[0];
      });
    const { id, hasFailed, note } = await refused();
    assert.equal(hasFailed, true);
    assert.match(note ?? '', /refused/);
    const retried = await page.send(finance, reference, `/refunds/${id}/retry`);
    assert.deepEqual([retried.status, retried.body.isNew], [200, true]);
    await refused();
    const other = await sellOrder(on, host);
    assert.equal((await page.send(finance, other.reference, `/refunds/${id}/retry`)).status, 404);
    const settle = (reason: string) =>
      page.send(finance, reference, `/refunds/${id}/settle`, { reason, evenIfUnderWay: false });
    assert.equal((await settle('')).status, 400);
    assert.deepEqual((await settle('Cash at the desk.')).body, { isNew: true });
    assert.deepEqual((await settle('Cash at the desk.')).body, { isNew: false });
    const settledOnes = await refundsOf(orderId);
    assert.deepEqual(
      settledOnes.map(({ status }) => status),
      ['settled_by_hand'],
    );
    const last = (await historyOf(on, reference)).at(-1);
    assert.deepEqual(last, {
      status: 'refunded',
      cause: 'a refund was settled by hand, says the host: Cash at the desk.',
    });
    assert.ok((await mailsAbout(on, reference)).includes('refunded'));
  });
});
