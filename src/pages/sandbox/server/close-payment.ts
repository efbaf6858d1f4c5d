import type { Database } from '../../../db/database.ts';

/** Takes no new money from now on. A transfer that is under way can't be called back, nor one that has arrived. */
export async function closePayment(database: Database, reference: string): Promise<void> {
  await database.query(
    `UPDATE sandbox_payments SET status = 'closed' WHERE reference = $1 AND status IN ('open', 'declined', 'left')`,
    [reference],
  );
}
