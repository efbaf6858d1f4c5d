import type { Queryable } from '../../../../db/database.ts';
import type { Country } from '../../../../money/countries.ts';
import { orderReferenceIn } from '../../../../orders/ways/payment-page.ts';
import { hashOf } from '../../../../payments/mpesa/mpesa-tokens.ts';
import { ON_PHONE_FOR } from '../../../../payments/mpesa/send-prompt.ts';
import type { Language } from '../../../../values/language.ts';

export type MpesaPayment = {
  reference: string;
  accountId: string;
  amountMinor: number;
  returnUrl: string;
  isOpen: boolean;
  hostName: string;
  country: Country;
  language: Language;
  /** As the order has it. */
  orderPhone: string | null;
  /** The newest prompt; null: none was sent. */
  prompt: {
    phone: string | null;
    state: 'waiting' | 'paid' | 'failed';
    resultCode: string | null;
    /** Long ago: the phone shows nothing any more. */
    isOld: boolean;
  } | null;
  /** One of its prompts was paid. */
  isPaid: boolean;
};

export async function findMpesaPayment(database: Queryable, token: string): Promise<MpesaPayment | null> {
  const { rows } = await database.query<MpesaPayment>(
    `SELECT m.reference, m.payment_account_id AS "accountId", m.amount_minor AS "amountMinor", m.return_url AS "returnUrl",
            m.closed_at IS NULL AND m.pay_by > clock_timestamp() AND o.status = 'pending_payment' AS "isOpen", h.name AS "hostName", e.country,
            o.language, o.phone AS "orderPhone",
            (SELECT json_build_object('phone', p.phone, 'state', p.state, 'resultCode', p.result_code,
                                      'isOld', p.sent_at < clock_timestamp() - interval '${ON_PHONE_FOR}')
               FROM mpesa_prompts AS p WHERE p.reference = m.reference ORDER BY p.sent_at DESC, p.id DESC LIMIT 1) AS prompt,
            EXISTS (SELECT FROM mpesa_prompts AS p WHERE p.reference = m.reference AND p.state = 'paid') AS "isPaid"
       FROM mpesa_payments AS m JOIN orders AS o ON o.reference = ${orderReferenceIn('m.reference')}
       JOIN events AS e ON e.id = o.event_id JOIN hosts AS h ON h.id = o.host_id
      WHERE m.token_sha256 = $1`,
    [hashOf(token)],
  );
  return rows[0] ?? null;
}
