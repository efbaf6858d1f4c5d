import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { lapse } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { createHoldEngine, type HoldLine, type HoldRequest } from './hold-engine.ts';

export const ADDRESS_LIMIT = 10;
export const PRICE_MINOR = 1_000_000;

export type Cart = Partial<Omit<HoldRequest, 'lines'>> & { lines: Omit<HoldLine, 'priceMinor'>[] };

/** A buyer of their own, at an address of their own, unless told otherwise. */
export function makeHoldRequest({ lines, ...rest }: Cart & { eventId: string }): HoldRequest {
  const priced = lines.map((line) => ({ ...line, priceMinor: PRICE_MINOR }));
  const items = lines.map(({ quantity }) => ({ quantity, price: PRICE_MINOR, fee: 0, discount: 0 }));
  return {
    token: randomUUID(),
    address: randomUUID(),
    isExempt: false,
    seatIds: [],
    promoCodeId: null,
    quoteReference: 'q_test',
    quote: { total: items.reduce((sum, item) => sum + item.quantity * item.price, 0), items },
    ...rest,
    lines: priced,
  };
}

/** For what is promised without the sweeper. */
export async function stopSweeper(on: TestApp): Promise<void> {
  await on.app.database.query(
    `CREATE OR REPLACE FUNCTION give_back_lapsed(most integer) RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 0; END'`,
  );
}

/** An event with so many general tickets, and the way to ask for some. */
async function openSale(on: TestApp, host: TestHost, capacity: number) {
  const { eventId, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity }] });
  const [sku = ''] = skus;
  return {
    eventId,
    sku,
    ask: (quantity: number, rest: Partial<Cart> = {}) =>
      makeHoldRequest({ eventId, ...rest, lines: quantity ? [{ sku, quantity }] : [] }),
  };
}

/** An event with so many seats to look at and some to spare, and the way to ask for some by their indexes. */
async function openSeatSale(on: TestApp, host: TestHost, shown: number) {
  const capacity = shown + 10;
  const { eventId, skus, seatIds } = await makeHall(on, host, {
    seatsPerType: capacity,
    event: { ticketTypes: [{ kind: 'SEATED', capacity }] },
  });
  const [sku = ''] = skus;
  return {
    eventId,
    idsOf: (indexes: number[]) => indexes.map((at) => seatIds[at] ?? '').sort(),
    ask: (indexes: number[], rest: Partial<Cart> = {}) =>
      makeHoldRequest({
        eventId,
        ...rest,
        lines: indexes.length > 0 ? [{ sku, quantity: indexes.length }] : [],
        seatIds: indexes.map((at) => seatIds[at] ?? ''),
      }),
    /** The tokens of those who hold each seat now, by index. */
    holders: async (): Promise<(string | null)[]> => {
      const { rows: seats } = await on.app.database.query<{ token: string | null }>(
        `SELECT r.token FROM seats AS s LEFT JOIN reservations AS r ON r.id = s.held_by AND s.held_until > now()
          WHERE s.event_id = $1 ORDER BY s.x LIMIT $2`,
        [eventId, shown],
      );
      return seats.map(({ token }) => token);
    },
  };
}

/** An engine of the test's own beside the product, with nobody sweeping. */
export async function startHoldEngine() {
  const on = await startTestApp();
  await stopSweeper(on);
  const host = await makeHost(on);
  const { database } = on.app;
  const engine = createHoldEngine({ database, addressLimit: ADDRESS_LIMIT });

  /** Decided together: what is asked for in one breath is one batch. */
  const together = (...requests: HoldRequest[]) => Promise.all(requests.map((one) => engine.hold(one)));

  return {
    on,
    host,
    engine,
    together,

    outcomes: async (...requests: HoldRequest[]): Promise<string[]> =>
      (await together(...requests)).map(({ outcome }) => outcome),

    sale: (capacity: number) => openSale(on, host, capacity),
    seatSale: (shown: number) => openSeatSale(on, host, shown),

    makeCode: (eventId: string, code: string, maximumUses: number): Promise<string> =>
      database.transaction((tx) =>
        createPromoCode(tx, {
          eventId,
          code,
          discount: { amountMinor: 1 },
          maximumUses,
          ticketTypeIds: [],
        }),
      ),

    lapse: ({ token }: HoldRequest): Promise<void> => {
      assert.ok(token, 'a shared cart has no token of its own');
      return lapse(on, token);
    },

    heldOf: async (sku: string): Promise<number> => {
      const { rows } = await database.query<{ held: number }>(
        `SELECT coalesce(sum(quantity), 0) AS held FROM holds WHERE ticket_type_id = $1 AND expires_at > now()`,
        [sku],
      );
      return rows[0]?.held ?? -1;
    },

    check: async (): Promise<void> => assert.deepEqual(await checkInvariants(database), []),

    close: async (): Promise<void> => {
      await engine.close();
      await on.close();
    },
  };
}
