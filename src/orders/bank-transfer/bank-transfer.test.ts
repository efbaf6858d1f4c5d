import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  endPaymentWindow,
  historyOf,
  mailsAbout,
  quantityLeft,
  runSoon,
  storedOrder,
  untilStatus,
} from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { giveUpDeliveries, switchOnReceiver } from '../../../test/harness/switch-on-receiver.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { checkInvariants } from '../../invariants/check-invariants.ts';
import { askEmbed } from '../../pages/checkout/embed/embed.fixture.ts';
import { refundOrder } from '../refund-order.ts';
import { orderByTransfer, takeTransfers, waiting } from './bank-transfer.fixture.ts';
import { cancelTransfer } from './cancel-transfer.ts';
import { markTransferPaid } from './mark-paid.ts';

const PRICE_MINOR = 1_000_000;

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  host = await makeHost(on);
  await takeTransfers(on, host);
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const event = (capacity = 10, of = host) =>
  makeEvent(on, of, { ticketTypes: [{ capacity, priceMinor: PRICE_MINOR }] });

const mark = (orderId: string) =>
  on.app.database.transaction((tx) => markTransferPaid(tx, { orderId, actor: OPERATOR }));

describe('an order by bank transfer', () => {
  test('waits for days with its tickets kept, and says in the state and by mail how to pay', async () => {
    const { slug, skus } = await event(3);
    const order = await waiting(on, { slug, sku: skus[0], quantity: 2 });
    const stored = await storedOrder(on, order.reference);
    assert.equal(stored.status, 'pending_payment');
    const days = ((stored.pay_by?.getTime() ?? 0) - Date.now()) / 86_400_000;
    assert.ok(days > 4.9 && days < 5.1, `kept for ${days} days`);
    assert.deepEqual(await historyOf(on, order.reference), [
      { status: 'processing', cause: 'the buyer ordered' },
      { status: 'pending_payment', cause: 'it waits for a bank transfer' },
    ]);
    assert.equal((await quantityLeft(on, host, slug))[0], 1);
    const { body } = await askEmbed(on, `/orders/${order.receiptToken}/state`);
    assert.equal(body.payment, null);
    assert.deepEqual(
      { ...body.transfer, payBy: '' },
      {
        accountHolder: 'Lagos Nights Ltd',
        bankName: 'First Bank',
        accountNumber: '0123456789',
        branchCode: '011',
        bic: '',
        amountMinor: order.total,
        currency: 'NGN',
        reference: order.reference,
        payBy: '',
      },
    );
    assert.deepEqual(await mailsAbout(on, order.reference), ['transfer_due', 'transfer_reminder']);
    const page = await askEmbed(on, `/orders/${order.receiptToken}`);
    assert.match(String(page.body), /Waiting for your bank transfer/);
    assert.match(String(page.body), /0123456789/);
  });

  test('is confirmed once a member has marked it paid: tickets, and only now the webhook', async () => {
    const { slug, skus, eventId } = await event();
    await switchOnReceiver(on, eventId);
    const order = await waiting(on, { slug, sku: skus[0] });
    const deliveries = async () =>
      (await on.app.database.query('SELECT 1 FROM webhook_deliveries WHERE order_id = $1', [order.orderId]))
        .rowCount;
    assert.equal(await deliveries(), 0);
    assert.deepEqual(await mark(order.orderId), { outcome: 'settled' });
    assert.deepEqual(await mark(order.orderId), { outcome: 'already_paid' });
    assert.equal((await storedOrder(on, order.reference)).status, 'confirmed');
    assert.equal(await deliveries(), 1);
    const { rows } = await on.app.database.query(
      'SELECT gateway, use, amount_minor FROM payments WHERE order_id = $1',
      [order.orderId],
    );
    assert.deepEqual(rows, [{ gateway: 'bank_transfer', use: 'order', amount_minor: order.total }]);
    await giveUpDeliveries(on, order.reference);
  });

  test('marked by two members at once, is paid once', async () => {
    const { slug, skus } = await event();
    const order = await waiting(on, { slug, sku: skus[0] });
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => mark(order.orderId)));
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'settled').length, 1);
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'already_paid').length, 5);
  });

  test('lapses by itself at the end: its tickets are for sale, and its buyer is told', async () => {
    const { slug, skus } = await event(2);
    const order = await waiting(on, { slug, sku: skus[0], quantity: 2 });
    await endPaymentWindow(on, order.reference);
    await runSoon(on, 'ask_gateways');
    await untilStatus(on, order.reference, 'expired');
    assert.equal((await quantityLeft(on, host, slug))[0], 2);
    await until('the mail that says so', async () => {
      const { rowCount } = await on.app.database.query(
        `SELECT 1 FROM mails WHERE order_id = $1 AND kind = 'transfer_lapsed'`,
        [order.orderId],
      );
      return rowCount === 1;
    });
  });

  test('paid late, is confirmed while its tickets are there, and else the host owes the money', async () => {
    const { slug, skus } = await event(1);
    const order = await waiting(on, { slug, sku: skus[0] });
    await endPaymentWindow(on, order.reference);
    await runSoon(on, 'ask_gateways');
    await untilStatus(on, order.reference, 'expired');
    const other = await waiting(on, { slug, sku: skus[0] });
    assert.deepEqual(await mark(order.orderId), { outcome: 'refunded' });
    const { rows } = await on.app.database.query(
      'SELECT status, reason, amount_minor FROM refunds WHERE order_id = $1',
      [order.orderId],
    );
    assert.deepEqual(rows, [{ status: 'settled_by_hand', reason: 'late', amount_minor: order.total }]);
    await on.app.database.transaction((tx) => cancelTransfer(tx, { orderId: other.orderId }));
    assert.equal((await quantityLeft(on, host, slug))[0], 1);
    assert.deepEqual(await mark(other.orderId), { outcome: 'settled' });
  });

  test('is given up by its buyer from the page: the tickets are for sale at once', async () => {
    const { slug, skus } = await event(1);
    const order = await waiting(on, { slug, sku: skus[0] });
    const { status } = await askEmbed(on, `/orders/${order.receiptToken}/cancel`, { method: 'POST' });
    assert.equal(status, 200);
    assert.equal((await storedOrder(on, order.reference)).status, 'cancelled');
    assert.equal((await quantityLeft(on, host, slug))[0], 1);
  });

  test('is refunded by the host itself, on record', async () => {
    const { slug, skus } = await event();
    const order = await waiting(on, { slug, sku: skus[0], quantity: 2 });
    await mark(order.orderId);
    await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId: order.orderId,
        actor: OPERATOR,
        ticketIds: null,
        amountMinor: null,
        returnsStock: true,
        requestKey: 'one',
      }),
    );
    assert.equal((await storedOrder(on, order.reference)).status, 'refunded');
  });
});

describe('a bank transfer is not waited for', () => {
  test('of a host that takes none, for an event that takes none, or one that is too near', async () => {
    const other = await makeHost(on);
    const none = await event(5, other);
    const refusal = await orderByTransfer(on, { slug: none.slug, sku: none.skus[0] });
    assert.deepEqual([refusal.status, refusal.body.transferProblem], [409, 'transfer_not_offered']);
    await takeTransfers(on, other, { eventsOff: [none.eventId] });
    const off = await orderByTransfer(on, { slug: none.slug, sku: none.skus[0] });
    assert.equal(off.body.transferProblem, 'transfer_not_offered');
    await takeTransfers(on, other, { eventsOff: [], endsBeforeDays: 60 });
    const near = await orderByTransfer(on, { slug: none.slug, sku: none.skus[0] });
    assert.equal(near.body.transferProblem, 'transfer_not_offered');
  });

  test('for more orders of one e-mail than the host allows, even at once', async () => {
    const strict = await makeHost(on);
    await takeTransfers(on, strict, { mostPerEmail: 2 });
    const { slug, skus } = await event(50, strict);
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => orderByTransfer(on, { slug, sku: skus[0], email: 'one@example.com' })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 2);
    assert.equal(answers.find(({ status }) => status === 400)?.body.transferProblem, 'transfers_unpaid');
  });

  test('for more orders of one address than the host allows', async () => {
    const strict = await makeHost(on);
    await takeTransfers(on, strict, { mostPerAddress: 3 });
    const { slug, skus } = await event(50, strict);
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => orderByTransfer(on, { slug, sku: skus[0] })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 3);
  });

  test('for more of a ticket type than its share, and never keeps the rest from the gateway’s buyers', async () => {
    const strict = await makeHost(on);
    await takeTransfers(on, strict, { mostSharePercent: 25 });
    const { slug, skus } = await event(20, strict);
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => orderByTransfer(on, { slug, sku: skus[0] })),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 5);
    assert.equal(answers.find(({ status }) => status === 400)?.body.transferProblem, 'transfers_full');
  });

  test('for ever more orders that are given up again, each of which mails somebody', async () => {
    const strict = await makeHost(on);
    await takeTransfers(on, strict, { mostPerEmail: 2, mostPerAddress: 5 });
    const { slug, skus } = await event(50, strict);
    const giveUp = async (email?: string): Promise<string> => {
      const answer = await orderByTransfer(on, { slug, sku: skus[0], ...(email !== undefined && { email }) });
      if (answer.status !== 201) return String(answer.body.transferProblem);
      const { rows } = await on.app.database.query<{ id: string }>(
        'SELECT id FROM orders WHERE reference = $1',
        [(answer.body.data as { reference: string }).reference],
      );
      return on.app.database.transaction((tx) => cancelTransfer(tx, { orderId: rows[0]?.id ?? '' }));
    };
    const ofOne: string[] = [];
    for (let count = 0; count < 5; count += 1) ofOne.push(await giveUp('Stranger@example.com'));
    assert.deepEqual(ofOne, [...Array<string>(4).fill('cancelled'), 'transfers_unpaid']);
    const ofOthers: string[] = [];
    for (let count = 0; count < 7; count += 1) ofOthers.push(await giveUp());
    assert.deepEqual(ofOthers, [...Array<string>(6).fill('cancelled'), 'transfers_unpaid']);
    // The next day.
    await on.app.database.query(
      `UPDATE orders SET created_at = created_at - interval '25 hours' WHERE host_id = $1`,
      [strict.hostId],
    );
    assert.equal(await giveUp(), 'cancelled');
  });
});
