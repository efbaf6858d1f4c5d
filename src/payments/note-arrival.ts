import type { Queryable } from '../db/database.ts';

/** The first of each that an account sees, from which its host knows whether callbacks arrive. */
const COLUMNS = {
  payment: 'first_payment_at',
  callback: 'first_callback_at',
  refused_callback: 'refused_callback_at',
} as const;

export type Arrival = keyof typeof COLUMNS;

/** Keeps the time of the first one. */
export async function noteArrival(database: Queryable, arrival: Arrival, accountId: string): Promise<void> {
  const column = COLUMNS[arrival];
  await database.query(
    `UPDATE payment_accounts SET ${column} = clock_timestamp() WHERE id = $1 AND ${column} IS NULL`,
    [accountId],
  );
}
