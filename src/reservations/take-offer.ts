import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import type { ListTokens } from '../waiting-list/list-tokens.ts';
import { PromoCodeRefused } from './hold-refusals.ts';
import type { Offer } from './offers.ts';
import { quoteCart, type QuotedCart } from './quote-cart.ts';
import type { ReservationBody } from './reservation-schema.ts';

/** Offers of waiting lists, as far as holds take them. */
export type OfferTaker = ReturnType<typeof createOfferTaker>;

type Taken = { cart: QuotedCart; hold: { token: string; expiresAt: Date }; isNew: boolean };

type Outcome = 'held' | 'refreshed' | 'over' | 'too_many' | 'other_price' | 'not_on_sale';

/**
 * Takes what a waiting list offers into the visitor's cart. The code is the proof: its owner has waited, so no waiting room and no cap of an
 * address is asked.
 */
export function createOfferTaker({
  database,
  tokens,
  checkoutUrl,
}: {
  database: Database;
  tokens: ListTokens;
  checkoutUrl: string;
}) {
  async function take(
    offer: Offer,
    entryId: string,
    cart: { items: ReservationBody['items']; token: string | null; address: string; quoteReference: string },
    isSecondTry = false,
  ): Promise<Taken> {
    const stamped = await readStamped(database, offer.eventId, entryId);
    const [item, ...others] = cart.items;
    if (!stamped) throw new PromoCodeRefused('not_now');
    if (!item || others.length > 0 || item.sku !== stamped.sku) throw new PromoCodeRefused('other_tickets');
    const quoted = quoteCart(atPrice(offer, stamped), cart.items, null);
    const token = cart.token ?? randomUUID();
    const { rows } = await database
      .query<{ outcome: Outcome; expiresAt: Date | null }>(
        `SELECT outcome, expires_at AS "expiresAt" FROM take_waiting_offer(
           entry => $1, of_event => $2, for_token => $3, address => $4, of_type => $5, wanted => $6, at_price => $7,
           with_reference => $8, with_quote => $9)`,
        [
          entryId,
          offer.eventId,
          token,
          cart.address,
          item.sku,
          item.quantity,
          stamped.priceMinor,
          cart.quoteReference,
          JSON.stringify(quoted.quote),
        ],
      )
      .catch((error: unknown) => {
        // The visitor's first cart was held in this instant.
        if (!isSecondTry && (error as { code?: string }).code === UNIQUE_VIOLATION) return { rows: [] };
        throw error;
      });
    const [row] = rows;
    if (!row) return take(offer, entryId, cart, true);
    if (row.outcome === 'over') throw new PromoCodeRefused('not_now');
    if (row.outcome === 'too_many')
      throw new Refusal('quantity_limit', 'More tickets are asked for than were offered.');
    if (row.outcome === 'not_on_sale')
      throw new Refusal('tickets_unavailable', `${stamped.name} is not on sale now.`);
    assert(row.expiresAt && row.outcome !== 'other_price', `an offer was ${row.outcome}`);
    return { cart: quoted, hold: { token, expiresAt: row.expiresAt }, isNew: row.outcome === 'held' };
  }

  return {
    /** The page on which people join the list of a ticket type. */
    listUrl: (slug: string, sku: string): string => `${checkoutUrl}/${slug}/waiting-list?ticket=${sku}`,
    /** The entry whose offer this code is; null: it is none, and may be a promo code. */
    readOffer: (code: string | undefined): string | null =>
      code === undefined ? null : tokens.readOffer(code),
    take: (offer: Offer, entryId: string, cart: Parameters<typeof take>[2]): Promise<Taken> =>
      take(offer, entryId, cart),
  };
}

const UNIQUE_VIOLATION = '23505';

type Stamped = { sku: string; name: string; priceMinor: number };

async function readStamped(database: Database, eventId: string, entryId: string): Promise<Stamped | null> {
  const { rows } = await database.query<Stamped>(
    `SELECT t.id AS sku, t.name, e.price_minor AS "priceMinor" FROM waiting_list_entries AS e JOIN ticket_types AS t ON t.id = e.ticket_type_id
      WHERE e.id = $1 AND e.event_id = $2 AND e.price_minor IS NOT NULL`,
    [entryId, eventId],
  );
  return rows[0] ?? null;
}

/** The event's offer with the price that was stamped on what the list offered. */
function atPrice(offer: Offer, { sku, name, priceMinor }: Stamped): Offer {
  const now = offer.ticketTypes.get(sku);
  const type = now ?? { name, kind: 'GENERAL' as const, maximumPerOrder: Number.MAX_SAFE_INTEGER };
  return { ...offer, ticketTypes: new Map([[sku, { ...type, priceMinor }]]) };
}
