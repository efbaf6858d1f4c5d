import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { OPERATOR } from '../../src/audit/actor.ts';
import type { Country } from '../../src/money/countries.ts';
import { HOST_TABLES } from '../../src/host-data/host-tables.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { addPaymentAccount, type PaymentAccount } from '../../src/payments/payment-accounts.ts';
import { assertNothingWrong, openSale, SERVER, UNLIMITED } from '../faults/payments-shop.fixture.ts';
import { storedOrder, untilStatus } from '../harness/buy.ts';
import { openAccountSwitch } from '../harness/gateways/account-switch.ts';
import {
  gatewaySettings,
  ofEach,
  SIMULATED,
  SIMULATORS,
  type Simulated,
} from '../harness/gateways/all-simulators.ts';
import { startMpesaSimulator, type MpesaSimulator } from '../harness/gateways/mpesa-simulator.ts';
import type { GatewaySimulator } from '../harness/gateways/simulator.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { expectNothingUnhandled } from '../harness/unhandled.ts';
import { until } from '../harness/until.ts';
import { pagesOf, paidThrough, press } from './ways-to-pay.fixture.ts';

expectNothingUnhandled();

type Name = Simulated | 'mpesa';

/** One of a host's two accounts at the same gateway. */
type Account = {
  credentials: PaymentAccount;
  country: Country;
  currency: string;
  /** The buyer opens its page, and does all but to pay. Answers what pays, and tells the product. */
  begin(reference: string, page: string): Promise<() => Promise<void>>;
  /** Its page can be paid after the buyer has gone to another one. One of phones is ours, and takes no phone then. */
  isPaidWhenLeft: boolean;
  /** The sums that the account has been asked to give back. */
  refunds(): number[];
};

suite('a host with two accounts at one gateway, in one currency', () => {
  let on: TestApp;
  const accounts = new Map<Name, readonly [Account, Account]>();
  let mpesaHostId: string;
  const ends: (() => unknown)[] = [];

  before(async () => {
    const urls = ofEach(() => '');
    const simulators = new Map<Simulated, GatewaySimulator[]>();
    for (const name of SIMULATED) {
      const two = await Promise.all([SIMULATORS[name](), SIMULATORS[name]()]);
      for (const one of two) {
        one.settings.refundsBeginAs = 'succeeded';
        one.settings.capturesAtOnce = true;
      }
      const line = await openAccountSwitch(two);
      urls[name] = line.url;
      simulators.set(name, two);
      ends.push(line.close, ...two.map((one) => one.close));
    }
    const phones = await Promise.all([startMpesaSimulator(), startMpesaSimulator({ shortcode: '600999' })]);
    const line = await openAccountSwitch(phones);
    ends.push(line.close, ...phones.map((one) => one.close));
    on = await startTestApp({
      environment: { ...UNLIMITED, ...gatewaySettings(urls), MPESA_URL: line.url },
    });
    for (const [name, two] of simulators)
      accounts.set(name, two.map((one) => atSimulator(name, one)) as unknown as [Account, Account]);
    accounts.set('mpesa', phones.map(atMpesa) as unknown as [Account, Account]);
  });
  after(async () => {
    await on.close();
    for (const end of ends) await end();
  });

  const atSimulator = (name: Simulated, simulator: GatewaySimulator): Account => ({
    credentials: simulator.account,
    country: simulator.traits.country,
    currency: simulator.traits.currency,
    begin: (reference) =>
      Promise.resolve(async () => {
        simulator.callbackUrl = `${on.publicUrl}/payments/${name}/callback`;
        await simulator.pay(reference);
        assert.equal(simulator.sentCallbacks.at(-1)?.status, 200);
      }),
    isPaidWhenLeft: true,
    refunds: () => [...simulator.refunds.values()].map(({ amountMinor }) => amountMinor),
  });

  const atMpesa = (simulator: MpesaSimulator, at: number): Account => ({
    credentials: simulator.account,
    country: 'KENYA',
    currency: 'KES',
    async begin(_reference, page) {
      const form = new URLSearchParams({ phone: `072200000${at}` });
      const sent = await fetch(page, { method: 'POST', redirect: 'manual', body: form });
      assert.equal(sent.status, 303, 'the page takes the phone');
      const prompt = simulator.newest();
      return async () => {
        simulator.end(prompt, '0');
        assert.equal(await simulator.callBack(prompt), 200);
      };
    },
    isPaidWhenLeft: false,
    refunds: () => simulator.reversals.map(({ amount }) => Number(amount) * 100),
  });

  for (const name of [...SIMULATED, 'mpesa'] as const)
    test(`${name}: each takes what is paid to it and gives that back, and knows nothing of the other`, async () => {
      const [first, second] = accounts.get(name) ?? assert.fail();
      const { country, currency } = first;
      // M-Pesa takes whole shillings.
      const host = await makeHost(on, { country, feeBasisPoints: 0, feeFlatMinor: 0 }, SERVER);
      const add = (account: Account) =>
        on.app.database.transaction((tx) =>
          addPaymentAccount(
            tx,
            { secretKeys: on.secretKeys, refusesTestCredentials: false },
            { hostId: host.hostId, currency, isBeside: true, ...account.credentials },
          ),
        );
      if (name === 'mpesa') mpesaHostId = host.hostId;
      const ids = [await add(first), await add(second)] as const;
      const sale = await openSale(on, { country, host } as Parameters<typeof openSale>[1]);

      // One order by the second account alone. It shifts the ids of the second, which a gateway never gives twice.
      const plain = await sale.order(1);
      const plainPage = await press(plain.checkoutUrl, ids[1]);
      await (
        await second.begin(plain.reference, plainPage.location)
      )();
      await untilStatus(on, plain.reference, 'confirmed');
      assert.deepEqual(await paidThrough(on, plain.reference), { gateway: name, accountId: ids[1] });

      // Another whose buyer opens the page of the first, pays on that of the second, and then on the first all the same.
      const order = await sale.order(2);
      const left = await press(order.checkoutUrl, ids[0]);
      const taken = await press(order.checkoutUrl, ids[1]);
      assert.deepEqual(
        (await pagesOf(on, order.reference)).map(({ reference, accountId }) => [reference, accountId]),
        [
          [order.reference, ids[0]],
          [`${order.reference}-2`, ids[1]],
        ],
      );
      await (
        await second.begin(`${order.reference}-2`, taken.location)
      )();
      await untilStatus(on, order.reference, 'confirmed');
      assert.deepEqual(await paidThrough(on, order.reference), { gateway: name, accountId: ids[1] });
      const sentBack = first.isPaidWhenLeft ? [order.total] : [];
      if (first.isPaidWhenLeft) await (await first.begin(order.reference, left.location))();
      await until('a second payment to go back to the account that it came by', () =>
        Promise.resolve(first.refunds().length === sentBack.length),
      );
      assert.deepEqual(first.refunds(), sentBack);
      assert.deepEqual(second.refunds(), []);

      const { id: orderId } = await storedOrder(on, order.reference);
      await on.app.database.transaction((tx) =>
        refundOrder(tx, {
          actor: OPERATOR,
          orderId,
          ticketIds: null,
          amountMinor: null,
          returnsStock: true,
          requestKey: randomUUID(),
        }),
      );
      await until('the refund to be asked for', () => Promise.resolve(second.refunds().length > 0));
      assert.deepEqual(second.refunds(), [order.total]);
      assert.deepEqual(first.refunds(), sentBack);
      await assertNothingWrong(on);
    });

  test('the pages of M-Pesa beyond the first are among the data of their host, and go with it', async () => {
    const { rows } = await on.app.database.query<{ all: number; found: number }>(
      `SELECT count(*)::integer AS all, count(*) FILTER (WHERE ${HOST_TABLES['mpesa_payments']})::integer AS found FROM mpesa_payments`,
      [mpesaHostId],
    );
    assert.deepEqual(rows, [{ all: 3, found: 3 }]);
  });
});
