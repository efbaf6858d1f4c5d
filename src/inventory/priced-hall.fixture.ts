import assert from 'node:assert/strict';
import { BUYER } from '../../test/harness/buy.ts';
import type { TestHost } from '../../test/harness/make-catalog.ts';
import type { TestApp } from '../../test/harness/test-app.ts';
import { addPrice, askEmbed, makeHall } from '../pages/checkout/embed/embed.fixture.ts';
import { makeHoldRequest, PRICE_MINOR, type Cart } from './hold-engine.fixture.ts';

/** A hall with one painted ticket type and another price for its seats; seats are asked for by their indexes, those for children apart. */
export async function makePricedHall(
  { on, host }: { on: TestApp; host: TestHost },
  seats: number,
  { ownLimit = null as number | null } = {},
) {
  const hall = await makeHall(on, host, {
    seatsPerType: seats,
    event: { ticketTypes: [{ kind: 'SEATED', name: 'Adult', priceMinor: PRICE_MINOR, capacity: seats }] },
  });
  const child = await addPrice(on, host, hall, { priceMinor: PRICE_MINOR, ownLimit });
  const { eventId, seatIds } = hall;
  const [adult = ''] = hall.skus;
  const idsOf = (indexes: number[]): string[] => indexes.map((at) => seatIds[at] ?? '');
  const ask = (adults: number[], children: number[], rest: Partial<Cart> = {}) =>
    makeHoldRequest({
      eventId,
      ...rest,
      lines: [
        { sku: adult, quantity: adults.length, poolMates: [child] },
        { sku: child, quantity: children.length, poolMates: [adult] },
      ].filter(({ quantity }) => quantity > 0),
      seatIds: idsOf([...adults, ...children]),
      seatTypes: new Map(idsOf(children).map((id) => [id, child])),
    });
  /** As what each seat is held now. */
  const heldAs = async (): Promise<(string | null)[]> => {
    const { rows } = await on.app.database.query<{ sku: string | null }>(
      `SELECT CASE WHEN held_until > now() THEN coalesce(held_as, ticket_type_id) END AS sku FROM seats WHERE event_id = $1 ORDER BY x`,
      [eventId],
    );
    return rows.map(({ sku }) => (sku === adult ? 'adult' : sku === child ? 'child' : sku));
  };
  return { ...hall, adult, child, ask, idsOf, heldAs };
}

/** Orders what was held, as the checkout does. */
export async function orderSeats(
  on: TestApp,
  { slug, token, quoteReference }: { slug: string; token: string; quoteReference: string },
) {
  const { status, body } = await askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: { quoteReference, ...BUYER, query: '' },
  });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data as { reference: string; checkoutUrl: string };
}
