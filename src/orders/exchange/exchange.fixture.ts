import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { BUYER, pay, untilStatus } from '../../../test/harness/buy.ts';
import type { Answer } from '../../../test/harness/client.ts';
import type { TestHost } from '../../../test/harness/make-catalog.ts';
import type { SignedIn } from '../../../test/harness/sign-in.ts';
import type { TestApp } from '../../../test/harness/test-app.ts';
import { askEmbed, held, makeHall } from '../../pages/checkout/embed/embed.fixture.ts';
import type { TaxRate } from '../../rules/taxes.ts';
import { setRates } from '../taxes.fixture.ts';
import { onOrderPage } from '../../pages/dashboard/order/order-page.fixture.ts';

export const BACK_MINOR = 1_000_000;
export const FRONT_MINOR = 3_000_000;

export type SeatedSale = {
  eventId: string;
  slug: string;
  orderId: string;
  reference: string;
  /** The ticket types: the cheap one of the back rows, and the dear one. */
  back: string;
  front: string;
  backSeats: string[];
  frontSeats: string[];
  /** For the first seats of the back rows. */
  ticketIds: string[];
};

const SEATS = 6;

/**
 * A hall of two prices, and an order of tickets for the first seats of the cheaper one, bought in the embed and paid for; with the last seat of the
 * dear one where that is asked for.
 */
export async function sellSeats(
  on: TestApp,
  host: TestHost,
  {
    quantity = 2,
    alsoLastFront = false,
    backMinor = BACK_MINOR,
    frontMinor = FRONT_MINOR,
    backRate = null as TaxRate | null,
  } = {},
): Promise<SeatedSale> {
  const hall = await makeHall(on, host, {
    seatsPerType: SEATS,
    event: {
      ticketTypes: [
        { kind: 'SEATED', name: 'Back', priceMinor: backMinor, capacity: SEATS },
        { kind: 'SEATED', name: 'Front', priceMinor: frontMinor, capacity: SEATS },
      ],
    },
  });
  await setRates(on, hall.skus, [backRate]);
  const [backSeats, frontSeats] = [hall.seatIds.slice(0, SEATS), hall.seatIds.slice(SEATS)];
  const token = randomUUID();
  const { quoteReference } = await held(
    on,
    hall.slug,
    { items: [], seatIds: [...backSeats.slice(0, quantity), ...(alsoLastFront ? frontSeats.slice(-1) : [])] },
    token,
  );
  const { status, body } = await askEmbed(on, `/${hall.slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: { quoteReference, query: '', ...BUYER },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { reference, checkoutUrl } = body.data as { reference: string; checkoutUrl?: string };
  if (checkoutUrl) await pay(checkoutUrl);
  const { id: orderId } = await untilStatus(on, reference, 'confirmed');
  const { rows } = await on.app.database.query<{ id: string }>(
    'SELECT id FROM tickets WHERE order_id = $1 ORDER BY position',
    [orderId],
  );
  const [back = '', front = ''] = hall.skus;
  const { eventId, slug } = hall;
  const ticketIds = rows.map(({ id }) => id);
  return { eventId, slug, orderId, reference, back, front, backSeats, frontSeats, ticketIds };
}

/** Changes a seat like a member on the order's page, as its script would. */
export function onSeats(on: TestApp, host: TestHost) {
  const page = onOrderPage(on, host);
  const seatOf = async (ticketId: string): Promise<string> => {
    const { rows } = await on.app.database.query<{ seatId: string }>(
      'SELECT seat_id AS "seatId" FROM tickets WHERE id = $1',
      [ticketId],
    );
    return rows[0]?.seatId ?? assert.fail('there is no such ticket');
  };
  return {
    ...page,
    seatOf,
    exchange: async (
      as: SignedIn,
      sale: Pick<SeatedSale, 'reference'>,
      { ticketId, ...asked }: { ticketId: string; toSeatId: string } & Record<string, unknown>,
    ): Promise<Answer> =>
      page.send(as, sale.reference, `/tickets/${ticketId}/seat`, {
        fromSeatId: await seatOf(ticketId),
        ticketTypeId: null,
        takesHouseSeat: false,
        asksDifference: false,
        seenDifferenceMinor: 0,
        ...asked,
      }),
    /** `sold` and `held` of ticket types. */
    countsOf: async (...ids: string[]): Promise<[sold: number, held: number][]> => {
      const { rows } = await on.app.database.query<{ id: string; sold: number; held: number }>(
        'SELECT id, sold, held FROM ticket_types WHERE id = ANY ($1)',
        [ids],
      );
      return ids.map((id) => {
        const type = rows.find((row) => row.id === id) ?? assert.fail('there is no such ticket type');
        return [type.sold, type.held];
      });
    },
    isFree: async (seatId: string): Promise<boolean> => {
      const { rows } = await on.app.database.query<{ isFree: boolean }>(
        'SELECT seat_owner(s, clock_timestamp()) IS NULL AS "isFree" FROM seats AS s WHERE id = $1',
        [seatId],
      );
      return rows[0]?.isFree ?? assert.fail('there is no such seat');
    },
  };
}

/** The cost of one ticket, fees included, by the rule of a test's host: 5 % and 100, up to 2,500. */
export const costOf = (priceMinor: number): number =>
  priceMinor + Math.min(Math.floor((priceMinor * 500 + 5_000) / 10_000) + 10_000, 250_000);
