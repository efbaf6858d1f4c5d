import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which what is written of disputes can contradict the payments. */
export const disputeBreaks = ({ query }: Sales): Break[] => {
  const dispute = (paymentId: string, amount: string, lookUp: string) =>
    query(
      `WITH account AS (
         INSERT INTO payment_accounts (id, host_id, gateway, currency, credentials_ciphertext, disabled_at)
         SELECT new_id(), o.host_id, 'paystack', p.currency, '', now() FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE p.id = $1
         RETURNING id),
       taken AS (
         UPDATE orders SET payment_account_id = (SELECT id FROM account) WHERE id = (SELECT order_id FROM payments WHERE id = $1))
       INSERT INTO payment_disputes (id, host_id, order_id, payment_id, payment_account_id, gateway_dispute_id, amount_minor, currency, reason,
                                     state, is_refundable, opened_at, as_of, next_look_up_at)
       SELECT p.id, o.host_id, o.id, p.id, (SELECT id FROM account), 'dp-' || p.id, ${amount}, p.currency, '', 'open', false, now(), now(), ${lookUp}
         FROM payments AS p JOIN orders AS o ON o.id = p.order_id WHERE p.id = $1`,
      [paymentId],
    );
  return [
    {
      promise: /^a dispute is of a payment of its order/,
      how: 'a dispute of more than was paid',
      deed: ({ bought }) => dispute(bought.paymentId, 'p.amount_minor + 1', 'now()'),
      where: ({ bought }) => bought.paymentId,
    },
    {
      promise: /^an open dispute is looked up/,
      how: 'an open dispute that nobody asks about',
      deed: ({ bought }) => dispute(bought.paymentId, 'p.amount_minor', 'NULL::timestamptz'),
      where: ({ bought }) => bought.paymentId,
    },
  ];
};
