import type { Transaction } from '../db/database.ts';

type Left = { ticketTypeId: string; left: number; quantity: number };

/**
 * Holds so many of these ticket types, all or nothing, for an order that is confirmed in the same transaction. The caller has locked them
 * with the others of their pools (lockToTake). Answers the first of which there are too few, and how many are left for it.
 */
export async function takeStock(
  tx: Transaction,
  lines: readonly { ticketTypeId: string; quantity: number }[],
): Promise<Left | null> {
  const values = [lines.map(({ ticketTypeId }) => ticketTypeId), lines.map(({ quantity }) => quantity)];
  // Lapsed holds are free, swept up or not.
  await tx.query(
    `SELECT give_back_stock(of_carts => '{}', of_types => with_pool_types($1::uuid[]), lapsed_by => clock_timestamp())`,
    [values[0]],
  );
  // Earlier lines have taken their share of a pool from later ones.
  const { rows } = await tx.query<Left>(
    `SELECT t.id AS "ticketTypeId", line.quantity, least(t.capacity - t.sold - t.held, (pools_left(ARRAY[t.pool_id]))[1] - coalesce(
              sum(line.quantity) OVER (PARTITION BY t.pool_id ORDER BY line.nr ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)
            )::integer AS left
       FROM unnest($1::uuid[], $2::integer[]) WITH ORDINALITY AS line (id, quantity, nr) JOIN ticket_types AS t ON t.id = line.id
      ORDER BY line.nr`,
    values,
  );
  const short = rows.find(({ left, quantity }) => left < quantity);
  if (short) return short;
  await tx.query(
    `UPDATE ticket_types AS t SET held = t.held + line.quantity
       FROM unnest($1::uuid[], $2::integer[]) AS line (id, quantity) WHERE t.id = line.id`,
    values,
  );
  return null;
}
