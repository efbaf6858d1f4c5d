import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';

export type NewTicketType = {
  /** Of the demo's; others get a new one. */
  id?: string;
  eventId: string;
  name: string;
  description: string;
  kind: 'GENERAL' | 'SEATED';
  priceMinor: number;
  capacity: number;
  maximumPerOrder: number;
  saleStartsAt: Date | null;
  saleEndsAt: Date | null;
  position: number;
  /** Null or left out: the host's usual one. */
  taxRateId?: string | null | undefined;
  /** Of one that has no seats of its own: whose, by which pool, and how many at most. */
  furtherPrice?: { seatsOf: string; poolId: string; ownLimit: number | null };
};

export async function createTicketType(tx: Transaction, ticketType: NewTicketType): Promise<string> {
  const id = ticketType.id ?? randomUUIDv7();
  await tx.query(
    `INSERT INTO ticket_types (id, event_id, name, description, kind, price_minor, capacity, maximum_per_order,
                               sale_starts_at, sale_ends_at, position, seats_of, pool_id, own_limit, tax_rate_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      ticketType.eventId,
      ticketType.name,
      ticketType.description,
      ticketType.kind,
      ticketType.priceMinor,
      ticketType.capacity,
      ticketType.maximumPerOrder,
      ticketType.saleStartsAt,
      ticketType.saleEndsAt,
      ticketType.position,
      ticketType.furtherPrice?.seatsOf,
      ticketType.furtherPrice?.poolId,
      ticketType.furtherPrice?.ownLimit,
      ticketType.taxRateId,
    ],
  );
  return id;
}
