import type { Database } from '../../db/database.ts';
import { textAt } from '../exact-json.ts';
import { GatewaySilent } from '../gateway.ts';
import { isYes, type openMpesa } from './mpesa-calls.ts';

type Looking = { database: Database; line: ReturnType<typeof openMpesa> };

// A prompt ends within a minute or so. One whose answer and callback never came is given up much later: nothing can be asked about it. So is one of
// which M-Pesa still knows nothing then, or no more. A callback that comes later brings either back.
const UNNAMED_FOR = '15 minutes';
const UNDECIDED_FOR = '1 hour';
// Its callback brings the receipt within seconds. Without it, the payment goes by M-Pesa's name of the prompt.
const RECEIPT_IN_TIME = '1 minute';

// Answered with status 200, and not in the documents. Public programs that poll the query (found by their code, in November 2026) all ask again.
const STILL_PROCESSED = '4999';

/** Asks M-Pesa about the prompts of a payment of which nothing is known yet. */
export async function lookAtPrompts({ database, line }: Looking, reference: string): Promise<void> {
  const { rows } = await database.query<{ id: string; name: string }>(
    `SELECT id, checkout_request_id AS name FROM mpesa_prompts
      WHERE reference = $1 AND state = 'waiting' AND checkout_request_id IS NOT NULL ORDER BY sent_at, id`,
    [reference],
  );
  const call = line.openCall();
  for (const { id, name } of rows) {
    const answer = await call('/mpesa/stkpushquery/v1/query', { ...line.sign(), CheckoutRequestID: name });
    // "The transaction is being processed" is an error with status 500: nothing is known yet.
    if (!answer.isAccepted || !isYes(answer.body)) continue;
    if (textAt(answer.body, 'CheckoutRequestID') !== name)
      throw new GatewaySilent('M-Pesa answered nonsense: another prompt');
    const code = textAt(answer.body, 'ResultCode');
    if (code === null || code === STILL_PROCESSED) continue;
    await database.query(
      `UPDATE mpesa_prompts SET state = CASE WHEN $2 = '0' THEN 'paid' ELSE 'failed' END,
              paid_at = CASE WHEN $2 = '0' THEN clock_timestamp() END, result_code = left($2, 40)
        WHERE id = $1 AND state = 'waiting'`,
      [id, code],
    );
  }
  await database.query(
    `UPDATE mpesa_prompts SET state = 'failed', result_code = 'unknown'
      WHERE reference = $1 AND state = 'waiting'
        AND sent_at < clock_timestamp() - CASE WHEN checkout_request_id IS NULL THEN interval '${UNNAMED_FOR}' ELSE interval '${UNDECIDED_FOR}' END`,
    [reference],
  );
  // Written once: it is the id of the payment from now on.
  await database.query(
    `UPDATE mpesa_prompts SET payment_id = coalesce(receipt, checkout_request_id)
      WHERE reference = $1 AND state = 'paid' AND payment_id IS NULL
        AND (receipt IS NOT NULL OR paid_at < clock_timestamp() - interval '${RECEIPT_IN_TIME}')`,
    [reference],
  );
}
