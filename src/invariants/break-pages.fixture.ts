import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which the pages of an order can contradict its payments. */
export const pageBreaks = ({ query }: Sales): Break[] => [
  {
    promise: /^a payment page is of an account of its order/,
    how: 'an order that was paid on none of its pages',
    deed: ({ bought }) =>
      query(
        `INSERT INTO payment_pages (order_id, number, gateway, reference, created_at)
         SELECT id, 1, 'sandbox', reference, now() FROM orders WHERE id = $1`,
        [bought.orderId],
      ),
    async where({ bought }) {
      const { rows } = await query('SELECT reference FROM orders WHERE id = $1', [bought.orderId]);
      return (rows[0] as { reference: string }).reference;
    },
  },
];
