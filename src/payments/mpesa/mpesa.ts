import assert from 'node:assert/strict';
import type { Database } from '../../db/database.ts';
import type { GatewayOptions } from '../gateway-http.ts';
import type { Callback, Gateway, LookedUp, TakenPayment } from '../gateway.ts';
import { lookAtPrompts } from './look-at-prompts.ts';
import { openMpesa, type MpesaCredentials } from './mpesa-calls.ts';
import { hashOf, newToken } from './mpesa-tokens.ts';
import { reversePayment } from './reverse-payment.ts';
import { sendPrompt } from './send-prompt.ts';

const KES = 'KES';

/** Our side of M-Pesa's payments. */
export type MpesaHome = {
  database: Database;
  /** The address of the pages for buyers, `/checkout`. */
  checkoutUrl: string;
  /** M-Pesa calls back below it: this and a token. */
  callbackUrl: string;
};

export type MpesaOptions = GatewayOptions<MpesaCredentials> & {
  home: (MpesaHome & { accountId: string }) | null;
};

/** Its callbacks are not signed, and have addresses of their own (src/callbacks/mpesa-callbacks.ts). */
export const NAMES_NOTHING: Callback = { reference: null };

/**
 * M-Pesa in Kenya, by Daraja. It has no page of its own: starting a payment makes a page of ours, from which the buyer has prompts sent to a
 * phone (send-prompt.ts). All of them are looked up together.
 */
export function createMpesa(options: MpesaOptions): Gateway {
  const { credentials } = options;
  const line = openMpesa(options);
  const atHome = () => {
    assert(options.home, 'an account of M-Pesa that is stored nowhere has no payments');
    return { ...options.home, line, credentials };
  };

  return {
    isFramable: true,

    async start({ reference, amountMinor, returnUrl, payBy }) {
      const { database, accountId, checkoutUrl } = atHome();
      const token = newToken();
      await database.query(
        `INSERT INTO mpesa_payments (reference, token_sha256, payment_account_id, amount_minor, return_url, pay_by)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [reference, hashOf(token), accountId, amountMinor, returnUrl, payBy],
      );
      return { checkoutUrl: `${checkoutUrl}/orders/${token}/mpesa`, sessionId: null };
    },

    async lookUp({ reference }) {
      const home = atHome();
      await lookAtPrompts(home, reference);
      return readState(home.database, reference);
    },

    async close({ reference }) {
      await atHome().database.query(
        'UPDATE mpesa_payments SET closed_at = coalesce(closed_at, clock_timestamp()) WHERE reference = $1',
        [reference],
      );
    },

    prompt: (asked) => sendPrompt(atHome(), asked),

    refund: (refund) => reversePayment(atHome(), refund),

    check: line.check,

    readCallback: () => null,
  };
}

type Prompt = { state: 'waiting' | 'paid' | 'failed'; paymentId: string | null; paidAt: Date | null };

/** The state that is on record now. One that was paid and has no id yet waits for its receipt. */
async function readState(database: Database, reference: string): Promise<LookedUp> {
  const { rows } = await database.query<{ amountMinor: number; isOpen: boolean; prompts: Prompt[] }>(
    `SELECT amount_minor AS "amountMinor", closed_at IS NULL AND pay_by > clock_timestamp() AS "isOpen",
            coalesce((SELECT json_agg(json_build_object('state', state, 'paymentId', payment_id, 'paidAt', paid_at) ORDER BY sent_at, id)
                        FROM mpesa_prompts AS p WHERE p.reference = m.reference), '[]') AS prompts
       FROM mpesa_payments AS m WHERE reference = $1`,
    [reference],
  );
  const [payment] = rows;
  if (!payment) return { state: 'unknown', taken: [] };
  const { amountMinor, isOpen, prompts } = payment;
  const taken = prompts.flatMap(({ paymentId, paidAt }): TakenPayment[] =>
    paymentId === null || paidAt === null
      ? []
      : [
          {
            gatewayPaymentId: paymentId,
            amountMinor,
            currency: KES,
            paidAt: new Date(paidAt),
            method: 'mobile_money',
          },
        ],
  );
  const isUnderWay = prompts.some(
    ({ state, paymentId }) => state === 'waiting' || (state === 'paid' && paymentId === null),
  );
  if (taken.length > 0) return { state: 'paid', taken };
  return { state: isUnderWay ? 'under_way' : isOpen ? 'open' : 'closed', taken };
}
