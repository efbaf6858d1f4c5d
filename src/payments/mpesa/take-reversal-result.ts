import type { Database } from '../../db/database.ts';
import { fieldAt, textAt } from '../exact-json.ts';
import { readCallbackBody } from '../read-callback.ts';
import { hashOf } from './mpesa-tokens.ts';

const ALREADY_REVERSED = 'R000001';

/** The result of a reversal, by the token of its address, which M-Pesa alone was told. Answers the payment's reference; null: it is nobody's. */
export async function takeReversalResult(
  database: Database,
  { token, body }: { token: string; body: Buffer },
): Promise<string | null> {
  const result = fieldAt(readCallbackBody(body), 'Result');
  const code = textAt(result, 'ResultCode');
  // A time-out in M-Pesa's queue has another form: nothing is known then.
  if (code === null) return null;
  const isDone = code === '0' || code === ALREADY_REVERSED;
  const words = (textAt(result, 'ResultDesc') ?? 'no reason given').replace(/\p{Cc}+/gu, ' ').slice(0, 200);
  const { rows } = await database.query<{ reference: string }>(
    `UPDATE mpesa_reversals SET state = $2, note = $3 WHERE token_sha256 = $1 AND state = 'sent' RETURNING reference`,
    [hashOf(token), isDone ? 'succeeded' : 'failed', isDone ? null : `M-Pesa says: ${words}`],
  );
  return rows[0]?.reference ?? null;
}
