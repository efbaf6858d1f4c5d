import { addressText, ALL_ADDRESSES, byType, type Stage } from './world.ts';

/** A live cart as the database has it. */
export type KeptCart = {
  /** As `cartName` of the model calls it. */
  name: string;
  address: string;
  quoteReference: string;
  lines: { type: number; quantity: number }[];
  quoted: { type: number; quantity: number }[];
  seats: number[];
  /** Those that are held at their further price. */
  children: number[];
  promo: number | null;
};

export async function readCarts(stage: Stage): Promise<KeptCart[]> {
  const { rows } = await stage.world.owner.app.database.query<{
    token: string;
    is_shared: boolean;
    client_address: string;
    quote_reference: string;
    promo_code_id: string | null;
    quoted: { sku: string; quantity: number }[];
    lines: { sku: string; quantity: number }[];
    seats: string[];
    children: string[];
  }>(
    `SELECT token, is_shared, client_address, quote_reference, promo_code_id, quote -> 'items' AS quoted,
            ARRAY(SELECT jsonb_build_object('sku', ticket_type_id, 'quantity', quantity) FROM holds
                   WHERE reservation_id = r.id) AS lines,
            ARRAY(SELECT id FROM seats WHERE held_by = r.id)::text[] AS seats,
            ARRAY(SELECT id FROM seats WHERE held_by = r.id AND held_as IS NOT NULL)::text[] AS children
       FROM reservations AS r WHERE event_id = $1 AND ended_at IS NULL AND expires_at > now()`,
    [stage.eventId],
  );
  const toLines = (items: { sku: string; quantity: number }[]) =>
    byType(items.map(({ sku, quantity }) => ({ type: stage.skus.indexOf(sku), quantity })));
  const toSeats = (ids: string[]) => ids.map((id) => stage.seatIds.indexOf(id)).sort((a, b) => a - b);
  return rows
    .map((row) => ({
      name: row.is_shared
        ? `address ${ALL_ADDRESSES.findIndex((address) => addressText(address) === row.client_address)}`
        : `token ${stage.tokens.indexOf(row.token)}`,
      address: row.client_address,
      quoteReference: row.quote_reference,
      lines: toLines(row.lines),
      quoted: toLines(row.quoted),
      seats: toSeats(row.seats),
      children: toSeats(row.children),
      promo: row.promo_code_id === null ? null : stage.promoIds.indexOf(row.promo_code_id),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
