import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which the taxes of orders, refunds and reports can contradict each other. */
export const taxBreaks = ({ query }: Sales): Break[] => [
  {
    promise: /^the taxes of an order are of everything/,
    how: 'an order that is taxed for more than it cost',
    deed: ({ bought }) =>
      query('UPDATE order_taxes SET amount_minor = amount_minor + 1 WHERE order_id = $1 AND item = 1', [
        bought.orderId,
      ]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^at each rate an order has the tax of its sum/,
    how: 'an order with a unit more of tax',
    deed: ({ bought }) =>
      query('UPDATE order_taxes SET tax_minor = tax_minor + 1 WHERE order_id = $1 AND item = 1', [
        bought.orderId,
      ]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^at each rate an order has the tax of its sum/,
    how: 'a refund that took back less tax than there was in it',
    deed: ({ bought }) =>
      query(
        'UPDATE refund_taxes SET tax_minor = tax_minor - 1 WHERE refund_id IN (SELECT id FROM refunds WHERE order_id = $1)',
        [bought.orderId],
      ),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^a refund of a taxed order comes off its rates/,
    how: 'a refund that came off no rate',
    deed: ({ bought }) =>
      query('DELETE FROM refund_taxes WHERE refund_id IN (SELECT id FROM refunds WHERE order_id = $1)', [
        bought.orderId,
      ]),
    where: ({ bought }) => bought.reference,
  },
  {
    promise: /^the taxes over time of an event add up/,
    how: 'an event with a unit more of tax over time',
    deed: ({ skus }) =>
      query('UPDATE tax_times SET tax_minor = tax_minor + 1 WHERE ticket_type_id = ANY ($1)', [skus]),
    where: ({ eventId }) => eventId,
  },
];
