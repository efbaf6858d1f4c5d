import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import fc from 'fast-check';
import { OPERATOR } from '../../src/audit/actor.ts';
import { eraseBuyer } from '../../src/buyer-data/erase-buyer.ts';
import { giveTicketsBack } from '../../src/cancelling/give-tickets-back.ts';
import { followDisputes } from '../../src/orders/disputes/follow-disputes.ts';
import { recordDisputes } from '../../src/orders/disputes/record-disputes.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { retryRefund } from '../../src/orders/retry-refund.ts';
import { refundWholeOrder } from '../../src/orders/refund-whole-order.ts';
import type { FoundDispute } from '../../src/payments/gateway.ts';
import { Refusal } from '../../src/refusal.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { historyOf, storedOrder } from '../harness/buy.ts';
import {
  withBadSignature,
  withoutSignature,
  type SignedCallback,
  type SimulatedDispute,
} from '../harness/gateways/simulator.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import {
  assertNothingWrong,
  openSale,
  openShop,
  SIMULATED,
  untilQuiet,
  type Shop,
  type Simulated,
} from './payments-shop.fixture.ts';

expectNothingUnhandled();

// Mollie has no open disputes: see the last test.
const DISPUTING = SIMULATED.filter((name) => name !== 'mollie');

type Stored = { state: string; amount: number; ended: boolean; host: string };

suite('a payment that a buyer’s bank claims back', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
    // Jobs that were done are forgotten.
    await shop.on.app.database.query(`
      CREATE TABLE kept_person_mails (id uuid, payload jsonb);
      CREATE FUNCTION keep_person_mail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        INSERT INTO kept_person_mails VALUES (new.id, new.payload);
        RETURN new;
      END $$;
      CREATE TRIGGER keep_person_mail AFTER INSERT ON jobs FOR EACH ROW WHEN (new.kind = 'send_person_mail') EXECUTE FUNCTION keep_person_mail();
      INSERT INTO people (id, email, password_hash) VALUES (new_id(), 'finance@test.example', 'x'),
        (new_id(), 'manager@test.example', 'x'), (new_id(), 'elsewhere@test.example', 'x');
      INSERT INTO members (id, host_id, person_id, role, has_all_events)
      SELECT new_id(), h.id, p.id, r.role, p.email <> 'elsewhere@test.example'
        FROM hosts AS h, people AS p JOIN (VALUES ('finance@test.example', 'finance'),
             ('manager@test.example', 'manager'), ('elsewhere@test.example', 'finance')) AS r (email, role) ON r.email = p.email`);
  });
  after(() => shop.close());

  /** An order that is bought and paid for. */
  async function sell(name: Simulated) {
    const till = shop.tills[name];
    const sale = await openSale(shop.on, till);
    const made = await sale.order(2);
    await till.send(await till.takeMoney(made));
    await untilQuiet(shop.on);
    const { id, total_minor: totalMinor } = await storedOrder(shop.on, made.reference);
    return { ...made, till, id, totalMinor };
  }

  async function disputesOf(orderId: string): Promise<Stored[]> {
    const { rows } = await shop.on.app.database.query<Stored>(
      `SELECT state, amount_minor AS amount, ended_at IS NOT NULL AS ended, host_id AS host FROM payment_disputes
        WHERE order_id = $1 ORDER BY opened_at, id`,
      [orderId],
    );
    return rows;
  }

  async function linesAbout(orderId: string): Promise<string[]> {
    const { rows } = await shop.on.app.database.query<{ action: string }>(
      `SELECT action FROM audit_log WHERE subject_id = $1 AND action LIKE 'order.dispute%' ORDER BY id`,
      [orderId],
    );
    return rows.map(({ action }) => action);
  }

  /** The mails to members about the order, in turn. */
  async function mailsAbout(orderId: string): Promise<string[]> {
    const { rows } = await shop.on.app.database.query<{ what: string }>(
      `SELECT payload ->> 'what' AS what FROM kept_person_mails
        WHERE payload ->> 'mail' = 'dispute' AND payload ->> 'orderId' = $1 ORDER BY id`,
      [orderId],
    );
    return rows.map(({ what }) => what);
  }

  const disputedIn = async (reference: string): Promise<string[]> =>
    (await historyOf(shop.on, reference)).map(({ cause }) => cause).filter((cause) => /disput/.test(cause));

  for (const name of DISPUTING) {
    test(`${name}: a callback a hundred times, at the same moment, is one dispute; so is its end`, async () => {
      const { simulators } = shop;
      const { till, reference, id, totalMinor } = await sell(name);
      const opened = simulators[name].dispute(reference);
      const send = (callback: typeof opened.callback) =>
        Promise.all(Array.from({ length: 100 }, () => till.send(callback)));
      assert.deepEqual(new Set(await send(opened.callback)), new Set([200]));
      await untilQuiet(shop.on);
      const open = { state: 'open', amount: totalMinor, ended: false, host: till.host.hostId };
      assert.deepEqual(await disputesOf(id), [open]);
      const closed = simulators[name].moveDispute(opened.id, 'lost');
      // The first one once more, late: what it says is asked, and not believed.
      await Promise.all([send(closed), send(opened.callback)]);
      await untilQuiet(shop.on);
      assert.deepEqual(await disputesOf(id), [{ ...open, state: 'lost', ended: true }]);
      assert.deepEqual(await linesAbout(id), ['order.dispute_open', 'order.dispute_lost']);
      assert.equal((await disputedIn(reference)).length, 2);
      // The owner and a finance member each; no manager, and nobody of other events.
      assert.deepEqual(await mailsAbout(id), ['open', 'open', 'lost', 'lost']);
      await assertNothingWrong(shop.on);
    });

    test(`${name}: the end is told of before the beginning, and a lost one is opened again and won`, async () => {
      const { simulators } = shop;
      const { till, reference, id } = await sell(name);
      const opened = simulators[name].dispute(reference);
      const closed = simulators[name].moveDispute(opened.id, 'lost');
      for (const callback of [closed, opened.callback]) {
        assert.equal(await till.send(callback), 200);
        await untilQuiet(shop.on);
        assert.deepEqual(
          (await disputesOf(id)).map(({ state }) => state),
          ['lost'],
        );
      }
      for (const state of ['open', 'won'] as const) {
        await till.send(simulators[name].moveDispute(opened.id, state));
        await untilQuiet(shop.on);
        assert.deepEqual(
          (await disputesOf(id)).map((dispute) => dispute.state),
          [state],
        );
      }
      const lines = ['order.dispute_lost', 'order.dispute_open', 'order.dispute_won'];
      assert.deepEqual(await linesAbout(id), lines);
    });

    test(`${name}: a callback with a wrong signature, or none, sets nothing off`, async () => {
      const { simulators } = shop;
      const { till, reference, id } = await sell(name);
      const { callback } = simulators[name].dispute(reference);
      for (const wrong of [withBadSignature(callback), withoutSignature(callback)])
        assert.equal(await till.send(wrong), 401);
      await untilQuiet(shop.on);
      assert.deepEqual(await disputesOf(id), []);
    });

    test(`${name}: a dispute whose callback never came is listed, and one that ends unheard is asked about`, async () => {
      const { simulators, worker, on } = shop;
      const { reference, id } = await sell(name);
      const { id: disputeId } = simulators[name].dispute(reference);
      await worker.listDisputes();
      assert.deepEqual(
        (await disputesOf(id)).map(({ state }) => state),
        ['open'],
      );
      simulators[name].moveDispute(disputeId, 'won');
      await worker.askDisputes();
      assert.equal((await disputesOf(id))[0]?.state, 'open', 'it is not due');
      await on.app.database.query(
        `UPDATE payment_disputes SET next_look_up_at = now() - interval '1 second' WHERE order_id = $1`,
        [id],
      );
      // A gateway that does not answer is asked another time.
      simulators[name].faultNext('list_disputes', 'unavailable');
      await worker.askDisputes();
      assert.equal((await disputesOf(id))[0]?.state, 'open');
      await on.app.database.query(
        `UPDATE payment_disputes SET next_look_up_at = now() - interval '1 second' WHERE order_id = $1`,
        [id],
      );
      await worker.askDisputes();
      assert.equal((await disputesOf(id))[0]?.state, 'won');
    });
  }

  const found = (state: FoundDispute['state'], id = 'dp-1'): FoundDispute => ({
    gatewayDisputeId: id,
    amountMinor: 1_000,
    currency: 'NGN',
    reason: 'chargeback',
    state,
    isRefundable: false,
    dueAt: null,
    openedAt: new Date(),
    endedAt: null,
  });

  async function paymentOf(orderId: string): Promise<string> {
    const { rows } = await shop.on.app.database.query<{ id: string }>(
      'SELECT id FROM payments WHERE order_id = $1',
      [orderId],
    );
    return rows[0]?.id ?? '';
  }

  test('an answer to an earlier question that comes late changes nothing', async () => {
    const { database } = shop.on.app;
    const { id: orderId } = await sell('paystack');
    const paymentId = await paymentOf(orderId);
    const record = (asOf: string, state: FoundDispute['state']) =>
      database.transaction((tx) =>
        recordDisputes(tx, { orderId, paymentId, asOf, found: [found(state, `late-${orderId}`)] }),
      );
    await record('2026-11-01 10:00:00.000002+00', 'won');
    await record('2026-11-01 10:00:00.000001+00', 'open');
    assert.equal((await disputesOf(orderId))[0]?.state, 'won');
    await record('2026-11-01 10:00:00.000003+00', 'open');
    assert.equal((await disputesOf(orderId))[0]?.state, 'open', 'later, the gateway has opened it again');
  });

  test('more than was paid, or another currency, disputes the whole payment and no more', async () => {
    const { database } = shop.on.app;
    const { id: orderId, totalMinor } = await sell('paystack');
    const paymentId = await paymentOf(orderId);
    const asOf = '2026-11-01 10:00:00+00';
    const much = { ...found('open', `much-${orderId}`), amountMinor: totalMinor + 1 };
    const foreign = { ...found('open', `foreign-${orderId}`), currency: 'USD', reason: 'x'.repeat(1_000) };
    for (const one of [much, foreign]) {
      await database.transaction((tx) => recordDisputes(tx, { orderId, paymentId, asOf, found: [one] }));
      assert.deepEqual(
        (await disputesOf(orderId)).map(({ amount }) => amount),
        [totalMinor],
      );
    }
  });

  test('one dispute that the gateway tells of by two ids is one: an inquiry, and the claim that it became', async () => {
    const { simulators, on } = shop;
    const { reference, id, till, totalMinor } = await sell('paypal');
    const asked = simulators.paypal.dispute(reference, { state: 'asked' });
    await till.send(asked.callback);
    await untilQuiet(on);
    const [asking] = await disputesOf(id);
    const claimed = simulators.paypal.dispute(reference);
    await Promise.all(Array.from({ length: 20 }, (_, nr) => till.send((nr % 2 ? asked : claimed).callback)));
    await untilQuiet(on);
    assert.deepEqual(await disputesOf(id), [asking]);
    assert.equal(asking?.amount, totalMinor);
    assert.deepEqual(await mailsAbout(id), ['asked', 'asked', 'open', 'open']);
    await assert.rejects(refund(id, null), /a refund now would pay it back twice/);
    // The inquiry is closed, and the claim is lost: told in any order.
    const closed = simulators.paypal.moveDispute(asked.id, 'won');
    const lost = simulators.paypal.moveDispute(claimed.id, 'lost');
    await Promise.all([till.send(lost), till.send(closed)]);
    await untilQuiet(on);
    assert.deepEqual(
      (await disputesOf(id)).map(({ state }) => state),
      ['lost'],
    );
    assert.deepEqual(await mailsAbout(id), ['asked', 'asked', 'open', 'open', 'lost', 'lost']);
    await assertNothingWrong(on);
  });

  test('a dispute of the second payment, which goes back by itself, leaves the refund of the first alone', async () => {
    const { on } = shop;
    const { till, reference, id: orderId, totalMinor, ...made } = await sell('flutterwave');
    await till.send(await till.takeMoney({ reference, ...made }));
    await untilQuiet(on);
    const { rows } = await on.app.database.query<{ id: string }>(
      `SELECT id FROM payments WHERE order_id = $1 AND use = 'surplus'`,
      [orderId],
    );
    const second = { ...found('open', `second-${orderId}`), amountMinor: totalMinor };
    await on.app.database.transaction((tx) =>
      recordDisputes(tx, {
        orderId,
        paymentId: rows[0]?.id ?? '',
        asOf: '2026-11-01 10:00:00+00',
        found: [second],
      }),
    );
    assert.equal((await refund(orderId, null)).amountMinor, totalMinor);
    await untilQuiet(on);
    await assertNothingWrong(on);
  });

  test('a dispute stays with its payment: the same id for another order of the account, or another host’s order, is not taken over', async () => {
    const { database } = shop.on.app;
    const [first, second] = [await sell('paystack'), await sell('paystack')];
    const stranger = await sell('flutterwave');
    const asOf = '2026-11-01 10:00:00+00';
    const same = found('open', `same-${first.id}`);
    const record = async (order: { id: string }, of: { id: string } = order) => {
      const paymentId = await paymentOf(of.id);
      return database.transaction((tx) =>
        recordDisputes(tx, { orderId: order.id, paymentId, asOf, found: [same] }),
      );
    };
    await record(first);
    await record(second);
    await record(stranger, first);
    assert.deepEqual(await disputesOf(second.id), []);
    assert.deepEqual(await disputesOf(stranger.id), []);
    // Of another gateway's account it is another dispute.
    await record(stranger);
    assert.equal((await disputesOf(stranger.id))[0]?.host, stranger.till.host.hostId);
    assert.equal((await disputesOf(first.id)).length, 1);
  });

  test('a payment made with an account that was replaced since is followed by that account', async () => {
    const { on, simulators } = shop;
    const { reference, id, till } = await sell('stripe');
    await on.app.database.transaction((tx) =>
      addPaymentAccount(
        tx,
        { secretKeys: on.secretKeys, refusesTestCredentials: false },
        { hostId: till.host.hostId, currency: 'NGN', ...simulators.stripe.account },
      ),
    );
    const { callback } = simulators.stripe.dispute(reference);
    assert.equal(await till.send(callback), 200);
    await untilQuiet(on);
    assert.equal((await disputesOf(id)).length, 1);
  });

  /** Asks for the amount, or for all that is left. */
  const refund = (orderId: string, amountMinor: number | null) =>
    shop.on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId,
        ticketIds: amountMinor === null ? null : [],
        amountMinor,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );

  test('disputed money is not refunded as well: not while it is open, and of a lost one only the rest', async () => {
    const { simulators, on } = shop;
    const { reference, id, till, totalMinor } = await sell('paystack');
    const half = totalMinor / 2;
    const opened = simulators.paystack.dispute(reference, { amountMinor: half });
    await till.send(opened.callback);
    await untilQuiet(on);
    for (const amount of [half, 1, null])
      await assert.rejects(refund(id, amount), /a refund now would pay it back twice/);
    const whole = { orderId: id, actor: OPERATOR, returnsStock: false, requestKey: randomUUID() };
    await assert.rejects(
      on.app.database.transaction((tx) => refundWholeOrder(tx, whole)),
      /a refund now would pay it back twice/,
    );
    // The event was moved, and its buyers may give their tickets back.
    await on.app.database.query(
      `INSERT INTO event_postponements (id, event_id, created_at, old_starts_at, old_closes_at, new_starts_at, new_closes_at, message,
                                        refund_until)
       SELECT new_id(), e.id, clock_timestamp(), starts_at, closes_at, starts_at, closes_at, '', clock_timestamp() + interval '1 day'
         FROM events AS e JOIN orders AS o ON o.event_id = e.id WHERE o.id = $1`,
      [id],
    );
    const giveBack = on.app.database.transaction((tx) => giveTicketsBack(tx, { orderId: id }));
    assert.equal(await giveBack, 'disputed', 'in the page’s words for buyers');
    await till.send(simulators.paystack.moveDispute(opened.id, 'lost'));
    await untilQuiet(on);
    await assert.rejects(refund(id, half + 1), /from 0 to/);
    const given = await on.app.database.transaction((tx) => refundWholeOrder(tx, whole));
    assert.equal(given?.amountMinor, half);
    await untilQuiet(on);
    assert.deepEqual(await till.refunds(reference), [half]);
    await assertNothingWrong(on);
  });

  /** The refunds of an order, by their state and their note. */
  async function refundsOf(orderId: string): Promise<{ id: string; status: string; note: string | null }[]> {
    const { rows } = await shop.on.app.database.query<{ id: string; status: string; note: string | null }>(
      'SELECT id, status, note FROM refunds WHERE order_id = $1 ORDER BY created_at, id',
      [orderId],
    );
    return rows;
  }

  const makeRefundsDue = (orderId: string) =>
    shop.on.app.database.query(
      `UPDATE refunds SET next_look_up_at = now() - interval '1 second' WHERE order_id = $1 AND next_look_up_at IS NOT NULL`,
      [orderId],
    );

  for (const name of DISPUTING) {
    test(`${name}: a refund that is under way when a dispute opens is not paid, nor tried again, until it has ended`, async () => {
      const { simulators, on, worker } = shop;
      const { database } = on.app;
      const { reference, id, till } = await sell(name);
      const retry = async () => {
        const refundId = (await refundsOf(id))[0]?.id ?? '';
        return database.transaction((tx) =>
          retryRefund(tx, { hostId: till.host.hostId, refundId, actor: OPERATOR, by: 'a test' }),
        );
      };
      // The gateway is down when it is asked.
      simulators[name].faultNext('refund', 'unavailable', 2);
      await refund(id, null);
      await untilQuiet(on);
      assert.equal((await refundsOf(id))[0]?.status, 'asking');
      simulators[name].forgetFaults();
      const opened = simulators[name].dispute(reference);
      await till.send(opened.callback);
      await untilQuiet(on);
      const asked = simulators[name].requests.length;
      await makeRefundsDue(id);
      await worker.sendRefunds();
      assert.deepEqual(simulators[name].requests.slice(asked), [], 'the gateway is not asked');
      const [held] = await refundsOf(id);
      assert.equal(held?.status, 'needs_attention');
      assert.match(held.note ?? '', /would pay it back twice/);
      await assert.rejects(retry, /would pay it twice/);
      await till.send(simulators[name].moveDispute(opened.id, 'lost'));
      await untilQuiet(on);
      await assert.rejects(retry, /would pay it twice/);
      await till.send(simulators[name].moveDispute(opened.id, 'won'));
      await untilQuiet(on);
      assert.equal((await retry()).status, 'asking');
      await untilQuiet(on);
      assert.equal((await refundsOf(id))[0]?.status, 'sent');
      assert.equal((await till.refunds(reference)).length, 1);
      await assertNothingWrong(on);
    });
  }

  for (const name of DISPUTING) {
    test(`${name}: however a payment is refunded and disputed, our books and the gateway's agree to the last unit`, async () => {
      const { simulators, on } = shop;
      const simulator = simulators[name];
      const step = fc.record({
        what: fc.constantFrom('refund', 'dispute', 'answered', 'won', 'lost', 'open'),
        part: fc.integer({ min: 1, max: 100 }),
        isHeard: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
          const { reference, id, till, totalMinor } = await sell(name);
          let disputeId: string | null = null;
          for (const { what, part, isHeard } of steps) {
            const amountMinor = Math.ceil((totalMinor * part) / 100);
            if (what === 'refund') {
              // The dispute may not be known yet: then the gateway says no.
              await refund(id, amountMinor).catch((error: unknown) => assert.ok(error instanceof Refusal));
              await untilQuiet(on);
              continue;
            }
            if (what === 'dispute' ? disputeId !== null : disputeId === null) continue;
            const taken: number[] = await till.refunds(reference);
            const left = totalMinor - taken.reduce((sum, one) => sum + one, 0);
            // Money that has gone back is not claimed as well.
            const known = disputeId === null ? null : simulator.disputes.get(disputeId);
            const needed = known ? (known.state === 'won' ? known.amountMinor : 0) : 1;
            if (left < needed) continue;
            const told: SignedCallback =
              disputeId === null
                ? simulator.dispute(reference, { amountMinor: Math.min(amountMinor, left) }).callback
                : simulator.moveDispute(disputeId, what as SimulatedDispute['state']);
            disputeId ??=
              [...simulator.disputes.values()].findLast((one) => one.reference === reference)?.id ?? null;
            if (isHeard) await till.send(told);
            await untilQuiet(on);
          }
          await followDisputes(shop.worker.parts, id);
          const { rows } = await on.app.database.query<{ kept: number }>(
            `SELECT p.amount_minor - coalesce((SELECT sum(r.amount_minor) FROM refunds AS r
                      WHERE r.payment_id = p.id AND r.status <> 'needs_attention'), 0)::bigint
                  - coalesce((SELECT sum(d.amount_minor) FROM payment_disputes AS d
                      WHERE d.payment_id = p.id AND d.state = 'lost'), 0)::bigint AS kept
               FROM payments AS p WHERE p.order_id = $1`,
            [id],
          );
          const back = [
            ...(await till.refunds(reference)),
            ...[...simulator.disputes.values()]
              .filter((one) => one.reference === reference && one.state === 'lost')
              .map((one) => one.amountMinor),
          ].reduce((sum, one) => sum + one, 0);
          assert.equal(rows[0]?.kept, totalMinor - back);
          assert.ok(totalMinor - back >= 0, 'nobody was paid twice');
          await assertNothingWrong(on);
        }),
        { numRuns: 3 },
      );
    });
  }

  test('a bank that asks at first is told of as that, and once more when it claims the money', async () => {
    const { simulators, on } = shop;
    const { reference, id, till } = await sell('stripe');
    const { id: disputeId, callback } = simulators.stripe.dispute(reference, { state: 'asked' });
    await till.send(callback);
    await untilQuiet(on);
    await till.send(simulators.stripe.moveDispute(disputeId, 'open'));
    await untilQuiet(on);
    assert.deepEqual(await mailsAbout(id), ['asked', 'asked', 'open', 'open']);
    assert.deepEqual(await disputedIn(reference), ['the buyer’s bank disputes the payment']);
    await till.send(simulators.stripe.moveDispute(disputeId, 'answered'));
    await untilQuiet(on);
    assert.equal((await mailsAbout(id)).length, 4, 'an answer is no news');
  });

  test('an inquiry is answered by a refund; tickets of disputed orders are cancelled without one', async () => {
    const { simulators, on } = shop;
    const asked = await sell('stripe');
    await asked.till.send(simulators.stripe.dispute(asked.reference, { state: 'asked' }).callback);
    const claimed = await sell('stripe');
    await claimed.till.send(simulators.stripe.dispute(claimed.reference).callback);
    await untilQuiet(on);
    assert.equal((await refund(asked.id, null)).amountMinor, asked.totalMinor);
    const { amountMinor } = await on.app.database.transaction((tx) =>
      refundOrder(tx, {
        actor: OPERATOR,
        orderId: claimed.id,
        ticketIds: null,
        amountMinor: 0,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
    assert.equal(amountMinor, 0);
    await untilQuiet(on);
    await assertNothingWrong(on);
  });

  test('a buyer is erased once the dispute has ended, with what the bank wrote of them', async () => {
    const { database } = shop.on.app;
    const { id: orderId, till, reference } = await sell('paystack');
    const { email } = await storedOrder(shop.on, reference);
    const paymentId = await paymentOf(orderId);
    const record = (asOf: string, state: FoundDispute['state']) => {
      const dispute = { ...found(state, `erased-${orderId}`), reason: `${email} says no` };
      return database.transaction((tx) => recordDisputes(tx, { orderId, paymentId, asOf, found: [dispute] }));
    };
    const erase = () =>
      database.transaction((tx) =>
        eraseBuyer(tx, { hostId: till.host.hostId, email, actor: OPERATOR, alsoAhead: true }),
      );
    await record('2026-11-01 10:00:00+00', 'open');
    await assert.rejects(erase, /is disputed by the buyer’s bank: wait until the dispute has ended/);
    await record('2026-11-01 11:00:00+00', 'lost');
    assert.equal((await erase()).orders, 1);
    const { rows } = await database.query<{ reason: string }>(
      'SELECT reason FROM payment_disputes WHERE order_id = $1',
      [orderId],
    );
    assert.doesNotMatch(rows[0]?.reason ?? email, new RegExp(email));
    // The bank still says it, and the next look-up does not bring it back.
    await record('2026-11-01 12:00:00+00', 'won');
    const { rows: kept } = await database.query<{ texts: string }>(
      `SELECT (SELECT string_agg(reason, ' ') FROM payment_disputes WHERE order_id = $1)
           || (SELECT string_agg(coalesce(after::text, ''), ' ') FROM audit_log WHERE subject_id = $2) AS texts`,
      [orderId, orderId],
    );
    assert.doesNotMatch(kept[0]?.texts ?? email, new RegExp(email));
  });

  test('an order without a payment at a gateway has no disputes to ask for', async () => {
    const { worker } = shop;
    const sale = await openSale(shop.on, shop.tills.paystack);
    const { reference } = await sale.order(1);
    const { id } = await storedOrder(shop.on, reference);
    assert.equal(await followDisputes(worker.parts, id), 0);
  });

  test('mollie: a chargeback has taken the money by the time that it is told of, and one that is reversed is won', async () => {
    const { mollie } = shop.simulators;
    const { till, reference, id, totalMinor } = await sell('mollie');
    const { id: disputeId, callback } = mollie.dispute(reference);
    assert.deepEqual(new Set(await Promise.all([till.send(callback), till.send(callback)])), new Set([200]));
    await untilQuiet(shop.on);
    const lost = { state: 'lost', amount: totalMinor, ended: true, host: till.host.hostId };
    assert.deepEqual(await disputesOf(id), [lost]);
    assert.deepEqual(await mailsAbout(id), ['lost', 'lost']);
    await till.send(mollie.moveDispute(disputeId, 'won'));
    await untilQuiet(shop.on);
    assert.deepEqual(await disputesOf(id), [{ ...lost, state: 'won' }]);
    await assertNothingWrong(shop.on);
  });

  test('mollie: a chargeback whose callback never came is listed', async () => {
    const { reference, id } = await sell('mollie');
    shop.simulators.mollie.dispute(reference);
    await shop.worker.listDisputes();
    assert.deepEqual(
      (await disputesOf(id)).map(({ state }) => state),
      ['lost'],
    );
  });
});
