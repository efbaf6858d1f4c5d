import type { Database } from '../db/database.ts';
import { GatewayAway } from './gateway.ts';

/** So many starts in a row without an answer, and the account goes to the end of the buyer's choice. */
const SILENCES_UNTIL_DOWN = 3;
/** So many good answers in a row, and it comes back to its place. */
export const ANSWERS_UNTIL_UP = 3;

/**
 * Counts a gateway that was down when a buyer chose it. In the database, so that every process counts on, and none has to ask a cache
 * that may be empty: only failures write, and only of hosts with several ways. Refusals and wrong keys say nothing of the gateway.
 */
export async function noteGatewaySilence(
  database: Database,
  accountId: string | null,
  error: unknown,
): Promise<void> {
  if (accountId === null || !(error instanceof GatewayAway)) return;
  await database.query(
    `UPDATE payment_accounts SET silences = silences + 1, answers = 0,
            down_since = CASE WHEN down_since IS NOT NULL THEN down_since WHEN silences + 1 >= $2 THEN clock_timestamp() END
      WHERE id = $1`,
    [accountId, SILENCES_UNTIL_DOWN],
  );
}

/** A good answer. Of one that is well nothing is written. */
export async function noteGatewayAnswer(database: Database, accountId: string | null): Promise<void> {
  if (accountId === null) return;
  await database.query(
    `UPDATE payment_accounts
        SET answers = CASE WHEN down_since IS NULL OR answers + 1 >= $2 THEN 0 ELSE answers + 1 END,
            silences = CASE WHEN down_since IS NULL OR answers + 1 >= $2 THEN 0 ELSE silences END,
            down_since = CASE WHEN answers + 1 < $2 THEN down_since END
      WHERE id = $1 AND (silences > 0 OR down_since IS NOT NULL)`,
    [accountId, ANSWERS_UNTIL_UP],
  );
}
