import assert from 'node:assert/strict';
import { OPERATOR } from '../../src/audit/actor.ts';
import { takeTransfers, waiting } from '../../src/orders/bank-transfer/bank-transfer.fixture.ts';
import { confirmStatement } from '../../src/orders/bank-transfer/confirm-statement.ts';
import { markTransferPaid } from '../../src/orders/bank-transfer/mark-paid.ts';
import { keyOf } from '../../src/orders/bank-transfer/match-statement.ts';
import { readStatement } from '../../src/orders/bank-transfer/read-statement.ts';
import { addPaymentAccount } from '../../src/payments/payment-accounts.ts';
import { toMajorUnits } from '../../src/values/major-units.ts';
import { hostWithWays, press, WITH_EUROS, WITH_NAIRA } from '../contract/ways-to-pay.fixture.ts';
import { buy, storedOrder } from '../harness/buy.ts';
import { startMpesaSimulator } from '../harness/gateways/mpesa-simulator.ts';
import type { SimulatedPayment, SimulatedTransaction } from '../harness/gateways/simulator.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import {
  makeDue,
  openSale,
  openShop,
  SERVER,
  SIMULATED,
  type Shop,
  type Simulated,
} from './payments-shop.fixture.ts';

export type SellerName = Simulated | 'chosen' | 'chosen, in euros' | 'mpesa' | 'bank transfer';
export const SELLER_NAMES: readonly SellerName[] = [
  ...SIMULATED,
  'chosen',
  'chosen, in euros',
  'mpesa',
  'bank transfer',
];

export type Sold = {
  reference: string;
  checkoutUrl: string;
  id: string;
  totalMinor: number;
  /** The calls that the other side has not made yet. */
  calls: (() => Promise<unknown>)[];
  /** Given back by the host's own choice. */
  givenBackMinor: number;
};

/** A payment, its refunds and what disputes have taken of it, on one of the two sides. */
export type Line = { id: string; minor: number; currency: string; back: number; lost: number };

/** A host that sells by one of the ways, and the other side's books. */
export type Seller = {
  /** The other side gives back multiples of it. */
  stepMinor: number;
  order(): Promise<Sold>;
  /** A further page, or prompt, or a member's mark. */
  choose?(order: Sold, pick: number): Promise<void>;
  pay(order: Sold, how: { pick: number; amountMinor: number; isHeard: boolean }): Promise<void>;
  dispute?(
    order: Sold,
    how: { isNew: boolean; amountMinor: number; pick: number; isHeard: boolean },
  ): Promise<void>;
  /** The other side is asked, or its statement is read. */
  ask(order: Sold): Promise<void>;
  /** The other side goes on by itself. */
  goOn?(): Promise<void>;
  lines(order: Sold): Line[];
};

/** A shop with a host for each way to pay. */
export async function openSellers(): Promise<{
  shop: Shop;
  sellers: Record<SellerName, Seller>;
  close(): Promise<void>;
}> {
  const mpesa = await startMpesaSimulator();
  const shop = await openShop({ mpesaUrl: mpesa.url });
  const sellers: Partial<Record<SellerName, Seller>> = {};
  for (const name of SIMULATED) sellers[name] = await sellerAt(shop, [name]);
  sellers.chosen = await sellerAt(shop, WITH_NAIRA);
  sellers['chosen, in euros'] = await sellerAt(shop, WITH_EUROS);
  sellers.mpesa = await sellerAtMpesa(shop, mpesa);
  sellers['bank transfer'] = await sellerByTransfer(shop);
  return {
    shop,
    sellers: sellers as Record<SellerName, Seller>,
    async close() {
      await shop.close();
      await mpesa.close();
    },
  };
}

const openSold = async (
  { on }: Shop,
  { reference, checkoutUrl }: { reference: string; checkoutUrl: string },
): Promise<Sold> => {
  const { id, total_minor: totalMinor } = await storedOrder(on, reference);
  return { reference, checkoutUrl, id, totalMinor, calls: [], givenBackMinor: 0 };
};

const askGateways =
  ({ on, worker }: Shop) =>
  async ({ reference }: Sold): Promise<void> => {
    await makeDue(on, [reference]);
    await worker.ask();
  };

const sumOf = (list: { amountMinor: number }[]): number =>
  list.reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** At one gateway, or at several, among which the buyer chooses. */
async function sellerAt(shop: Shop, names: readonly Simulated[]): Promise<Seller> {
  const { on, simulators, tills } = shop;
  const [only] = names;
  assert(only);
  const ways = names.length > 1 ? await hostWithWays(shop, names) : null;
  const { country } = names.includes('mollie') ? tills.mollie : tills[only];
  const till = ways ? { ...tills[only], country, host: ways.host } : tills[only];
  const sale = await openSale(on, till);

  type Page = { name: Simulated; payment: SimulatedPayment };
  const pagesOf = ({ reference }: Sold): Page[] =>
    names.flatMap((name) =>
      [...simulators[name].payments.values()]
        .filter((payment) => payment.reference.startsWith(reference))
        .map((payment) => ({ name, payment })),
    );
  const taken = (order: Sold): (Page & { transaction: SimulatedTransaction })[] =>
    pagesOf(order).flatMap((page) =>
      page.payment.transactions
        .filter(({ status }) => status === 'success')
        .map((transaction) => ({ ...page, transaction })),
    );
  const refundsOf = (name: Simulated, { id }: SimulatedTransaction) =>
    [...simulators[name].refunds.values()].filter(
      (one) => one.transactionId === id && one.state !== 'failed',
    );
  const disputesOf = (name: Simulated, { id }: SimulatedTransaction) =>
    [...simulators[name].disputes.values()].filter(({ transactionId }) => transactionId === id);
  // At Mollie the money is away until it comes back.
  const isLost = (name: Simulated, state: string): boolean =>
    simulators[name].traits.openDispute === 'lost' ? state !== 'won' : state === 'lost';

  return {
    stepMinor: 1,
    order: async () => openSold(shop, await sale.order(2)),
    ...(ways && {
      async choose({ checkoutUrl }: Sold, pick: number) {
        await press(checkoutUrl, ways.accounts[names[pick % names.length] ?? only]);
      },
    }),
    async pay(order, { pick, amountMinor, isHeard }) {
      // Flutterwave alone lists several payments of one page.
      const payable = pagesOf(order).filter(
        ({ name, payment }) => name === 'flutterwave' || payment.transactions.length === 0,
      );
      const page = payable[pick % (payable.length || 1)];
      if (!page) return;
      const callback = await simulators[page.name].pay(page.payment.reference, {
        amountMinor,
        callback: 'hold',
      });
      const call = () => tills[page.name].send(callback);
      if (isHeard) await call();
      // Some calls come twice.
      else order.calls.push(call, ...(pick % 3 === 0 ? [call] : []));
    },
    async dispute(order, { isNew, amountMinor, pick, isHeard }) {
      const paid = taken(order);
      const one = paid[pick % (paid.length || 1)];
      if (!one) return;
      const { name, payment, transaction } = one;
      const known = disputesOf(name, transaction);
      const old = known[pick % (known.length || 1)];
      if (isNew ? payment.transactions.at(-1) !== transaction : !old) return;
      const others = known.filter((dispute) => dispute.state !== 'won' && (isNew || dispute !== old));
      const left = transaction.amountMinor - sumOf(refundsOf(name, transaction)) - sumOf(others);
      // Money that has gone back is not claimed as well.
      if (left < (isNew ? 1 : (old?.amountMinor ?? 0))) return;
      const state = (['answered', 'won', 'lost', 'open'] as const)[pick % 4] ?? 'won';
      const callback =
        isNew || !old
          ? simulators[name].dispute(payment.reference, { amountMinor: Math.min(amountMinor, left) }).callback
          : simulators[name].moveDispute(old.id, state);
      const call = () => tills[name].send(callback);
      if (isHeard) await call();
      else order.calls.push(call);
    },
    ask: askGateways(shop),
    lines: (order) =>
      taken(order).map(({ name, transaction }) => ({
        id: `${name} ${transaction.id}`,
        minor: transaction.amountMinor,
        currency: transaction.currency,
        back: sumOf(refundsOf(name, transaction)),
        lost: sumOf(disputesOf(name, transaction).filter(({ state }) => isLost(name, state))),
      })),
  };
}

/** Prompts on phones, of which several can be answered. It has no disputes. */
async function sellerAtMpesa(
  shop: Shop,
  mpesa: Awaited<ReturnType<typeof startMpesaSimulator>>,
): Promise<Seller> {
  const { on } = shop;
  const { database } = on.app;
  const host = await makeHost(on, { country: 'KENYA', feeBasisPoints: 0, feeFlatMinor: 0 }, SERVER);
  await database.transaction((tx) =>
    addPaymentAccount(
      tx,
      { secretKeys: on.secretKeys, refusesTestCredentials: false },
      { hostId: host.hostId, currency: 'KES', ...mpesa.account },
    ),
  );
  const { slug, skus } = await makeEvent(on, host, {
    country: 'KENYA',
    timezone: 'Africa/Nairobi',
    ticketTypes: [{ priceMinor: 150_000, capacity: 1_000 }],
  });
  const promptsOf = ({ reference }: Sold) =>
    [...mpesa.prompts.values()].filter(({ account }) => reference.replaceAll('-', '').includes(account));
  const told = new Set<object>();

  async function prompt({ checkoutUrl }: Sold): Promise<void> {
    // The time of the limits, and of prompts on phones, goes by.
    await database.query(
      `WITH old AS (UPDATE mpesa_prompts SET sent_at = sent_at - interval '3 minutes')
       DELETE FROM attempts WHERE name LIKE 'prompts %'`,
    );
    const sent = await fetch(checkoutUrl, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ phone: '0712345678' }),
    });
    await sent.arrayBuffer();
  }

  return {
    stepMinor: 100,
    async order() {
      return openSold(shop, await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 2 }] }));
    },
    choose: prompt,
    async pay(order, { pick, isHeard }) {
      if (promptsOf(order).length === 0) await prompt(order);
      const open = promptsOf(order).filter(({ code }) => code === null);
      const one = open[pick % (open.length || 1)];
      if (!one) return;
      mpesa.end(one, '0');
      const call = () => mpesa.callBack(one);
      if (isHeard) await call();
      else order.calls.push(call, ...(pick % 3 === 0 ? [call] : []));
    },
    ask: askGateways(shop),
    async goOn() {
      for (const reversal of mpesa.reversals) {
        if (told.has(reversal)) continue;
        told.add(reversal);
        await mpesa.tellResult(reversal, '0');
      }
    },
    lines: (order) =>
      promptsOf(order)
        .filter(({ receipt }) => receipt !== null)
        .map(({ receipt, amount }) => ({
          id: `mpesa ${receipt}`,
          minor: Number(amount) * 100,
          currency: 'KES',
          back: mpesa.reversals
            .filter((one) => one.receipt === receipt)
            .reduce((sum, one) => sum + Number(one.amount) * 100, 0),
          lost: 0,
        })),
  };
}

/** To the host's own account, whose statement is the other side. What fits no order is left to people, and is on no side. */
async function sellerByTransfer(shop: Shop): Promise<Seller> {
  const { on } = shop;
  const { database } = on.app;
  const host = await makeHost(on, {}, SERVER);
  await takeTransfers(on, host);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 1_000 }] });
  const amounts = new Map<string, number[]>();
  const booked = new Map<string, { id: string; minor: number }>();
  const amountsOf = ({ reference }: Sold): number[] => amounts.get(reference) ?? [];

  async function readLines(order: Sold): Promise<void> {
    const rows = amountsOf(order).map((minor) => `2026-11-19,${order.reference},${toMajorUnits(minor, 2)}`);
    const statement = readStatement(['date,reference,amount', ...rows].join('\n'));
    const fitting = amountsOf(order).findIndex((minor) => minor >= order.totalMinor);
    const line = statement.lines[fitting];
    if (line && !booked.has(order.reference)) {
      const minor = amountsOf(order)[fitting] ?? 0;
      booked.set(order.reference, { id: `line ${keyOf(line)}`, minor });
    }
    const lines = statement.lines.map((one) => one.line);
    // The same days again, in every file.
    for (let time = 0; time < 2; time++)
      await database.transaction((tx) =>
        confirmStatement(tx, { hostId: host.hostId, eventIds: null, actor: OPERATOR, statement, lines }),
      );
  }

  return {
    stepMinor: 1,
    async order() {
      const { reference } = await waiting(on, { slug, sku: skus[0], quantity: 2 });
      return openSold(shop, { reference, checkoutUrl: '' });
    },
    /** A member has seen the sum due, and marks the order. */
    async choose(order) {
      if (!amountsOf(order).includes(order.totalMinor)) return;
      if (!booked.has(order.reference))
        booked.set(order.reference, { id: 'by hand', minor: order.totalMinor });
      await database.transaction((tx) => markTransferPaid(tx, { orderId: order.id, actor: OPERATOR }));
    },
    async pay(order, { amountMinor, isHeard }) {
      amounts.set(order.reference, [...amountsOf(order), amountMinor]);
      if (isHeard) await readLines(order);
    },
    ask: readLines,
    lines(order) {
      const line = booked.get(order.reference);
      if (!line) return [];
      const { id, minor } = line;
      const back = minor - order.totalMinor + order.givenBackMinor;
      return [{ id: `bank_transfer ${id}`, minor, currency: 'NGN', back, lost: 0 }];
    },
  };
}
