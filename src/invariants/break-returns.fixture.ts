import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which returns by buyers can contradict their tickets and refunds. */
export const returnBreaks = ({ query }: Sales): Break[] => {
  const add = (orderId: string, state: 'asked' | 'done', amountMinor: number, times = 1): Promise<unknown> =>
    query(
      `INSERT INTO returns (id, order_id, host_id, event_id, state, ticket_ids, amount_minor, expires_at, confirmed_at, ended_at)
       SELECT gen_random_uuid(), id, host_id, event_id, $2, ARRAY(SELECT id FROM tickets WHERE order_id = $1 LIMIT 1), $3, now(),
              CASE WHEN $2 = 'done' THEN now() END, CASE WHEN $2 = 'done' THEN now() END FROM orders, generate_series(1, $4::integer) WHERE id = $1`,
      [orderId, state, amountMinor, times],
    );
  return [
    {
      promise: /^a return that was made/,
      how: 'a return without its refund',
      deed: ({ bought }) => add(bought.orderId, 'done', 1),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a return that is asked for/,
      how: 'a return of a ticket that is void',
      deed: async ({ bought }) => {
        await add(bought.orderId, 'asked', 0);
        await query('UPDATE tickets SET voided_at = now() WHERE order_id = $1', [bought.orderId]);
      },
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^as many tickets of a type are listed/,
      how: 'a listed ticket without its listing',
      deed: ({ skus }) =>
        query('UPDATE ticket_types SET capacity = capacity + 1, listed = listed + 1 WHERE id = $1', [
          skus[0],
        ]),
      where: ({ skus }) => skus[0],
    },
    {
      promise: /^a listed ticket that was sold is paid back/,
      how: 'a ticket that was sold again, and nobody pays its buyer back',
      deed: ({ bought }) =>
        query(
          `INSERT INTO returns (id, order_id, host_id, event_id, state, ticket_ids, amount_minor, expires_at, confirmed_at, sold_at, listed_ticket_id)
           SELECT id, id, host_id, event_id, 'sold', ARRAY[$2::uuid], 0, now(), now(), now(), $2 FROM orders WHERE id = $1`,
          [bought.orderId, bought.ticketIds[0]],
        ),
      where: ({ bought }) => bought.orderId,
    },
    {
      promise: /^no ticket is returned twice/,
      how: 'two returns of one ticket',
      deed: ({ bought }) => add(bought.orderId, 'done', 0, 2),
      where: ({ bought }) => bought.reference,
    },
  ];
};
