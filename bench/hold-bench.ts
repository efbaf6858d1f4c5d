import type { Load } from './load.ts';
import { onDatabase, type BenchEvent } from './make-event.ts';
import type { Options } from './options.ts';
import type { Product } from './start-product.ts';

/** The product and its competitors, for the measurements of holds. */
export type HoldBench = {
  product: Product;
  postmaster: number;
  events: { hot: BenchEvent; many: BenchEvent; storm: BenchEvent };
  options: Options;
  onProgress: (line: string) => void;
  /** A load of carts for a server; by default the product's. */
  loadOf(
    event: BenchEvent,
    input: { bodies: string[]; connections: number; server?: Server },
  ): { pid: number; load: Omit<Load, 'seconds'> };
  clear(): Promise<void>;
};
export type Server = { url: string; pid: number };

/** Carts of one ticket, of each ticket type in turn. */
export const oneOf = ({ skus }: BenchEvent): string[] =>
  skus.map((sku) => JSON.stringify({ items: [{ sku, quantity: 1 }] }));

/** Carts that differ: one to three ticket types, one to four of each. */
export function varied({ skus }: BenchEvent): string[] {
  return Array.from({ length: 2 * skus.length }, (_, cart) => {
    const items = Array.from({ length: 1 + (cart % 3) }, (_line, line) => ({
      sku: skus[(cart * 7 + line * 31) % skus.length],
      quantity: 1 + ((cart + line) % 4),
    }));
    return JSON.stringify({ items });
  });
}

/** Nobody has a cart any more, and no dead row is left of those that were there. */
export async function clearCarts(databaseUrl: string, events: BenchEvent[]): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const ids = events.map(({ eventId }) => eventId);
    await client.query('BEGIN');
    await client.query(
      'DELETE FROM holds USING reservations AS r WHERE r.id = reservation_id AND r.event_id = ANY($1)',
      [ids],
    );
    await client.query('DELETE FROM reservations WHERE event_id = ANY($1)', [ids]);
    await client.query('UPDATE ticket_types SET held = 0 WHERE event_id = ANY($1)', [ids]);
    await client.query('COMMIT');
    await client.query('VACUUM holds, reservations, ticket_types');
  });
}
