import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which orders that wait for a bank transfer can contradict what is kept and paid for them. */
export const transferBreaks = ({ query }: Sales): Break[] => {
  return [
    {
      promise: /^an order that waits for a bank transfer keeps/,
      how: 'a transfer that is waited for without tickets kept for it',
      deed: ({ bought }) =>
        query(
          `UPDATE orders SET gateway = 'bank_transfer', status = 'pending_payment', pay_by = now() + interval '1 day' WHERE id = $1`,
          [bought.orderId],
        ),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^an order that waits for a bank transfer has had/,
      how: 'a transfer that is waited for though it has come',
      deed: ({ bought }) =>
        query(`UPDATE orders SET gateway = 'bank_transfer', status = 'pending_payment' WHERE id = $1`, [
          bought.orderId,
        ]),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a line of a bank statement/,
      how: 'a line of a statement without its payment',
      deed: ({ bought }) =>
        query(
          `INSERT INTO bank_transfer_lines (host_id, line_hash, nth, order_id, recorded_at)
           SELECT host_id, sha256(id::text::bytea), 1, id, now() FROM orders WHERE id = $1`,
          [bought.orderId],
        ),
      where: ({ bought }) => bought.reference,
    },
  ];
};
