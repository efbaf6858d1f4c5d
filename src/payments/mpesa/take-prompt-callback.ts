import type { Database } from '../../db/database.ts';
import { fieldAt, textAt, type ExactJson } from '../exact-json.ts';
import { readCallbackBody } from '../read-callback.ts';
import { isPromptName } from './mpesa-calls.ts';
import { hashOf } from './mpesa-tokens.ts';

/**
 * A callback about a prompt, by the token of its address. It is not signed, so it never says that money has come: it brings M-Pesa's name of the
 * prompt, if that is not known, and the receipt; and is a reason to ask, once more if it says that a prompt was paid that we took for failed. Answers the payment's reference; null: it is nobody's.
 */
export async function takePromptCallback(
  database: Database,
  { token, body }: { token: string; body: Buffer },
): Promise<string | null> {
  const callback = fieldAt(readCallbackBody(body), 'Body', 'stkCallback');
  const name = textAt(callback, 'CheckoutRequestID');
  if (name === null || !isPromptName(name)) return null;
  const { rows } = await database.query<{ reference: string }>(
    `UPDATE mpesa_prompts SET checkout_request_id = $2, receipt = coalesce(receipt, $3),
            state = CASE WHEN state = 'failed' AND (result_code = 'unknown' OR $4) THEN 'waiting' ELSE state END
      WHERE token_sha256 = $1 AND coalesce(checkout_request_id, $2) = $2 RETURNING reference`,
    [hashOf(token), name, receiptIn(callback), textAt(callback, 'ResultCode') === '0'],
  );
  return rows[0]?.reference ?? null;
}

function receiptIn(callback: ExactJson | undefined): string | null {
  const items = fieldAt(callback, 'CallbackMetadata', 'Item');
  if (!Array.isArray(items)) return null;
  const item = items.find((entry) => textAt(entry, 'Name') === 'MpesaReceiptNumber');
  const receipt = textAt(item, 'Value');
  return receipt !== null && /^[A-Z0-9]{6,20}$/.test(receipt) ? receipt : null;
}
