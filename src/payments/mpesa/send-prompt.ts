import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { textAt } from '../exact-json.ts';
import { GatewayRefused, GatewaySilent } from '../gateway.ts';
import { errorCodeOf, isPromptName, isYes, type MpesaCredentials, type openMpesa } from './mpesa-calls.ts';
import { hashOf, newToken } from './mpesa-tokens.ts';
import { toShillings } from './to-shillings.ts';

type Line = ReturnType<typeof openMpesa>;

type Sending = { database: Database; line: Line; credentials: MpesaCredentials; callbackUrl: string };

// As many characters as the prompt shows.
const MAX_REFERENCE = 12;
// A prompt is on the phone for about a minute, and M-Pesa takes a little longer to say so.
export const ON_PHONE_FOR = '90 seconds';
// It says the same to a phone that still has a prompt as to a wrong key: only the words tell.
const IN_PROCESS = /unable to lock subscriber|already in process/i;

/**
 * Has M-Pesa ask a phone for the PIN. The prompt is on record before it is sent: where its answer never comes, its callback still tells what became of
 * it. One is on the way at a time. False: M-Pesa has not sent it.
 */
export async function sendPrompt(
  { database, line, credentials, callbackUrl }: Sending,
  { reference, phone, amountMinor }: { reference: string; phone: string; amountMinor: number },
): Promise<boolean> {
  const id = randomUUIDv7();
  const token = newToken();
  const isNew = await database.transaction(async (tx) => {
    await tx.query('SELECT FROM mpesa_payments WHERE reference = $1 FOR UPDATE', [reference]);
    const { rowCount } = await tx.query(
      `INSERT INTO mpesa_prompts (id, reference, phone, token_sha256) SELECT $1, $2, $3, $4
        WHERE NOT EXISTS (SELECT FROM mpesa_prompts WHERE reference = $2 AND state = 'waiting' AND sent_at > clock_timestamp() - interval '${ON_PHONE_FOR}')`,
      [id, reference, phone, hashOf(token)],
    );
    return rowCount === 1;
  });
  if (!isNew) return true;
  const fail = (code: string): Promise<unknown> =>
    database.query(
      `UPDATE mpesa_prompts SET state = 'failed', result_code = $2 WHERE id = $1 AND state = 'waiting'`,
      [id, code],
    );
  const isTill = credentials.tillNumber !== '';
  try {
    const answer = await line.openCall()('/mpesa/stkpush/v1/processrequest', {
      ...line.sign(),
      TransactionType: isTill ? 'CustomerBuyGoodsOnline' : 'CustomerPayBillOnline',
      Amount: toShillings(amountMinor),
      PartyA: phone,
      PartyB: isTill ? credentials.tillNumber : credentials.shortcode,
      PhoneNumber: phone,
      CallBackURL: `${callbackUrl}/${token}`,
      AccountReference: reference.replaceAll('-', '').slice(-MAX_REFERENCE),
      TransactionDesc: 'Tickets',
    });
    if (!answer.isAccepted || !isYes(answer.body)) {
      const said = textAt(answer.body, 'errorMessage') ?? '';
      await fail(IN_PROCESS.test(said) ? 'in_process' : (errorCodeOf(answer.body) ?? 'refused').slice(0, 40));
      return false;
    }
    const name = textAt(answer.body, 'CheckoutRequestID');
    if (name === null || !isPromptName(name))
      throw new GatewaySilent('M-Pesa answered nonsense: no CheckoutRequestID');
    await database.query('UPDATE mpesa_prompts SET checkout_request_id = $2 WHERE id = $1', [id, name]);
    return true;
  } catch (error) {
    if (error instanceof GatewayRefused) {
      await fail('refused');
      return false;
    }
    // It may have been sent: the buyer looks at the phone, and the callback tells.
    if (error instanceof GatewaySilent) return true;
    throw error;
  }
}
