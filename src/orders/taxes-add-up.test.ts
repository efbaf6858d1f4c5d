import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { OPERATOR } from '../audit/actor.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { readTaxes } from '../reports/read-taxes.ts';
import { priceCart, type PricedCart } from '../reservations/price-cart.ts';
import { CURRENCIES } from '../rules/gateway-currencies.ts';
import { newOrderReference } from './order-reference.ts';
import { refundOrder } from './refund-order.ts';
import { rate, setRates, setTaxes, taxesOf } from './taxes.fixture.ts';

let on: TestApp;
before(async () => {
  on = await startTestApp();
});
after(() => on.close());

const USUAL = 750;
const [reduced, zero, exempt, fees] = [
  rate('Reduced', 'reduced', 500),
  rate('Zero', 'zero'),
  rate('Books', 'exempt'),
  rate('Fees', 'standard', 2_000),
];

type Show = { host: TestHost; eventId: string; skus: string[]; currency: string };

/** One show per currency: four ticket types, one for each rate, and fees at another rate than any. */
const shows = new Map<string, Promise<Show>>();
const countryOf = (currency: string): Country | undefined =>
  (Object.keys(COUNTRIES) as Country[]).find((country) => COUNTRIES[country].currency === currency);
// Gateways take some that no country has any longer.
const SOLD_IN = CURRENCIES.filter((currency) => countryOf(currency) !== undefined);

async function makeShow(currency: string): Promise<Show> {
  const country = countryOf(currency);
  assert.ok(country);
  const host = await makeHost(on, { country });
  await setTaxes(on, host, {
    vatBasisPoints: USUAL,
    taxRates: [reduced, zero, exempt, fees].map((one) => ({ ...one, id: randomUUID() })),
  });
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tax_rates WHERE host_id = $1 ORDER BY position',
    [host.hostId],
  );
  await on.app.database.query('UPDATE tax_rates SET is_for_fees = true WHERE id = $1', [rows[3]?.id]);
  const { eventId, skus } = await makeEvent(on, host, {
    country,
    ticketTypes: [1, 2, 3, 4].map(() => ({ capacity: 1_000_000 })),
  });
  await setRates(on, skus, [null, ...rows.slice(0, 3).map(({ id }) => ({ ...reduced, id }))]);
  return { host, eventId, skus, currency };
}

/** An order of this cart that the host was paid for itself, with the buyer's fees and discount. */
async function sellCart({ host, eventId, currency }: Show, cart: PricedCart): Promise<string> {
  const reference = newOrderReference();
  await on.app.database.transaction(async (tx) => {
    const orderId = randomUUID();
    for (const { sku, quantity } of cart.items)
      await tx.query('UPDATE ticket_types SET held = held + $2 WHERE id = $1', [sku, quantity]);
    await tx.query(
      `INSERT INTO orders (id, reference, event_id, host_id, source, status, quote_reference, quote, total_minor, currency, email,
                           first_name, last_name, gateway, paid_by, created_at)
       VALUES ($1, $2, $3, $4, 'host', 'processing', $2, $5, $6, $7, 'ada@example.com', 'Ada', 'Obi', 'by_hand', 'cash', clock_timestamp())`,
      [
        orderId,
        reference,
        eventId,
        host.hostId,
        JSON.stringify({ ...cart, currency, promoCode: null }),
        cart.total,
        currency,
      ],
    );
    if (cart.total > 0)
      await tx.query(
        `INSERT INTO payments (id, order_id, gateway, gateway_payment_id, amount_minor, currency, use, paid_at, recorded_at)
         VALUES (new_id(), $1, 'by_hand', $2, $3, $4, 'order', now(), now())`,
        [orderId, reference, cart.total, currency],
      );
    await tx.query(
      'SELECT confirm_orders(ids => ARRAY[$1::uuid], cause => $2, at_time => clock_timestamp())',
      [orderId, 'a test'],
    );
  });
  return reference;
}

/** Some tickets at their price, then some money without tickets, then all the rest. */
async function refundInParts(reference: string, parts: { tickets: number; percent: number }): Promise<void> {
  const { rows } = await on.app.database.query<{ id: string; ticketId: string; status: string }>(
    `SELECT o.id, t.id AS "ticketId" FROM orders AS o JOIN tickets AS t ON t.order_id = o.id WHERE o.reference = $1 ORDER BY t.position DESC`,
    [reference],
  );
  const orderId = rows[0]?.id ?? '';
  const refund = (ticketIds: string[] | null, amountMinor: number | null): Promise<unknown> =>
    on.app.database.transaction((tx) =>
      refundOrder(tx, {
        orderId,
        actor: OPERATOR,
        ticketIds,
        amountMinor,
        returnsStock: true,
        requestKey: randomUUID(),
      }),
    );
  const left = async (): Promise<number> => {
    const { rows: paid } = await on.app.database.query<{ left: number }>(
      'SELECT amount_minor - refunded_minor AS left FROM payments WHERE order_id = $1',
      [orderId],
    );
    return paid[0]?.left ?? 0;
  };
  const some = rows.slice(0, Math.min(parts.tickets, rows.length - 1)).map(({ ticketId }) => ticketId);
  if (some.length > 0) await refund(some, null);
  const goodwill = Math.floor(((await left()) * parts.percent) / 100);
  if (goodwill > 0) await refund([], goodwill);
  await refund(null, await left());
}

const taxIn = (amountMinor: number, basisPoints: number): number =>
  Math.floor((2 * amountMinor * basisPoints + 10_000 + basisPoints) / (2 * (10_000 + basisPoints)));
const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0);

const cartOf = fc.record({
  quantities: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.nat(3)),
  prices: fc.tuple(...[1, 2, 3, 4].map(() => fc.integer({ min: 0, max: 2_000_000 }))),
  fee: fc.integer({ min: 0, max: 2_000 }),
  // Up to all of it.
  percent: fc.constantFrom(0, 333, 5_000, 10_000),
  refund: fc.record({ tickets: fc.nat(4), percent: fc.nat(90) }),
});

test('in every currency quote, discount, fee, tax, refunds and report add up, and a wholly refunded order leaves no tax', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SOLD_IN), cartOf, async (currency, typed) => {
      const show = await (shows.get(currency) ?? shows.set(currency, makeShow(currency)).get(currency));
      assert.ok(show);
      const lines = show.skus.flatMap((sku, nr) => {
        const [quantity = 0, priceMinor = 0] = [typed.quantities[nr], typed.prices[nr]];
        return quantity > 0 ? [{ sku, name: sku, quantity, priceMinor }] : [];
      });
      if (lines.length === 0) return;
      const rule = { basisPoints: typed.fee, flatMinor: 7, capMinor: null, isAbsorbed: false };
      const cart = priceCart(lines, rule, { percentBasisPoints: typed.percent, skus: null });
      const reportOf = async () =>
        readTaxes(on.app.database, {
          hostId: show.host.hostId,
          eventIds: null,
          from: null,
          to: null,
          by: null,
        });
      const earlier = await reportOf();
      const reference = await sellCart(show, cart);

      const { order } = await taxesOf(on, reference);
      const byRate = new Map<number | string, number>();
      for (const { sku, quantity, price, discount, fee } of cart.items) {
        const key = [USUAL, 500, 'Zero', 'Books'][show.skus.indexOf(sku)] ?? '';
        byRate.set(key, (byRate.get(key) ?? 0) + quantity * price - discount);
        byRate.set(2_000, (byRate.get(2_000) ?? 0) + quantity * fee);
      }
      assert.equal(sum(order.map(([, , amount]) => amount)), cart.total);
      for (const [name, basisPoints, amount, tax] of order)
        assert.deepEqual(
          [amount, tax],
          [byRate.get(basisPoints || name), basisPoints === 0 ? 0 : taxIn(amount, basisPoints)],
        );

      if (cart.total === 0) return;
      await refundInParts(reference, typed.refund);
      const { refunds } = await taxesOf(on, reference);
      for (const [name, basisPoints, amount, tax] of order) {
        const back = refunds.flat().filter(([other, points]) => other === name && points === basisPoints);
        assert.deepEqual(
          [sum(back.map(([, , one]) => one)), sum(back.map(([, , , one]) => one))],
          [amount, tax],
        );
      }
      const grown = (await reportOf()).map((row) => {
        const was = earlier.find(
          ({ name, basisPoints }) => name === row.name && basisPoints === row.basisPoints,
        );
        assert.equal(row.currency, show.currency);
        return [
          row.amountMinor - (was?.amountMinor ?? 0) - row.refundedMinor + (was?.refundedMinor ?? 0),
          row.taxMinor - (was?.taxMinor ?? 0) - row.refundedTaxMinor + (was?.refundedTaxMinor ?? 0),
        ];
      });
      assert.ok(grown.every(([amount, tax]) => amount === 0 && tax === 0));
    }),
    { numRuns: 60 },
  );
  assert.deepEqual(await checkInvariants(on.app.database), []);
});
