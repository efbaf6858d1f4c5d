import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '../../db/database.ts';
import { GatewayRefused, GatewaySilent, type RefundRequest, type RefundState } from '../gateway.ts';
import { isYes, type MpesaCredentials, type openMpesa } from './mpesa-calls.ts';
import { hashOf, newToken } from './mpesa-tokens.ts';
import { toShillings } from './to-shillings.ts';

type Reversing = {
  database: Database;
  line: ReturnType<typeof openMpesa>;
  credentials: MpesaCredentials;
  callbackUrl: string;
};

type Reversal = { id: string; state: RefundState['state']; note: string | null; isOld: boolean };

// A result comes within seconds. What has not come by then never will, and only M-Pesa's portal knows.
const RESULT_IN_TIME = '1 hour';
const BY_HAND = 'Give the money back on M-Pesa’s portal, then settle the refund by hand.';

/**
 * Gives a payment back. M-Pesa answers later, by a callback to an address of its own (take-reversal-result.ts); its documents know of a reversal of a whole
 * payment alone. It is on record before it is sent, and is never sent twice by itself.
 */
export async function reversePayment(
  { database, line, credentials, callbackUrl }: Reversing,
  refund: RefundRequest,
): Promise<RefundState> {
  const key = `${refund.refundId} ${refund.retries}`;
  const known = await findReversal(database, refund.gatewayRefundId ?? key);
  if (known) return toState(known);
  const payment = await findPayment(database, refund);
  if (credentials.initiator === '' || credentials.securityCredential === '')
    throw byHand('This account has no API user that may reverse payments.');
  if (payment?.receipt == null) throw byHand('No receipt of M-Pesa has come for this payment.');
  if (refund.amountMinor !== payment.amountMinor) throw byHand('M-Pesa reverses whole payments only.');
  const id = randomUUIDv7();
  const token = newToken();
  await database.query(
    `INSERT INTO mpesa_reversals (id, reference, refund_key, token_sha256, amount_minor) VALUES ($1, $2, $3, $4, $5)`,
    [id, refund.reference, key, hashOf(token), refund.amountMinor],
  );
  try {
    const answer = await line.openCall()('/mpesa/reversal/v1/request', {
      Initiator: credentials.initiator,
      SecurityCredential: credentials.securityCredential,
      CommandID: 'TransactionReversal',
      TransactionID: payment.receipt,
      Amount: toShillings(refund.amountMinor),
      ReceiverParty: credentials.tillNumber || credentials.shortcode,
      RecieverIdentifierType: '11',
      ResultURL: `${callbackUrl}/reversal/${token}`,
      QueueTimeOutURL: `${callbackUrl}/reversal/${token}`,
      Remarks: `Refund ${refund.refundId}`,
    });
    if (!answer.isAccepted || !isYes(answer.body)) throw line.refused(answer);
  } catch (error) {
    // Nothing happened, so another try begins afresh.
    if (error instanceof GatewayRefused)
      await database.query('DELETE FROM mpesa_reversals WHERE id = $1', [id]);
    // It may have been taken: the result tells.
    else if (!(error instanceof GatewaySilent)) throw error;
    if (error instanceof GatewayRefused) throw error;
  }
  return { state: 'sent', gatewayRefundId: id, note: null };
}

async function findReversal(database: Database, idOrKey: string): Promise<Reversal | null> {
  const { rows } = await database.query<Reversal>(
    `SELECT id, state, note, sent_at < clock_timestamp() - interval '${RESULT_IN_TIME}' AS "isOld"
       FROM mpesa_reversals WHERE id::text = $1 OR refund_key = $1`,
    [idOrKey],
  );
  return rows[0] ?? null;
}

const toState = ({ id, state, note, isOld }: Reversal): RefundState =>
  state === 'sent' && isOld
    ? {
        state: 'needs_attention',
        gatewayRefundId: id,
        note: 'M-Pesa has not told whether it reversed the payment: look at its portal.',
      }
    : { state, gatewayRefundId: id, note };

async function findPayment(
  database: Database,
  { reference, gatewayPaymentId }: RefundRequest,
): Promise<{ receipt: string | null; amountMinor: number } | null> {
  const { rows } = await database.query<{ receipt: string | null; amountMinor: number }>(
    `SELECT p.receipt, m.amount_minor AS "amountMinor" FROM mpesa_prompts AS p JOIN mpesa_payments AS m ON m.reference = p.reference
      WHERE p.reference = $1 AND p.payment_id = $2`,
    [reference, gatewayPaymentId],
  );
  return rows[0] ?? null;
}

const byHand = (why: string): GatewayRefused =>
  new GatewayRefused('M-Pesa can’t reverse this payment by itself', `${why} ${BY_HAND}`);
