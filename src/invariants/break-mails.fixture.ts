import type { Break } from './break-stock.fixture.ts';
import type { Sales } from './sale.fixture.ts';

/** The ways in which reminders and thanks can go where they may not. */
export const mailBreaks = ({ query }: Sales): Break[] => {
  const send = (
    orderId: string,
    {
      kind,
      startsInHours,
      times = 1,
    }: { kind: 'reminder' | 'thanks'; startsInHours: number; times?: number },
  ): Promise<unknown> =>
    query(
      `INSERT INTO mails (id, order_id, kind, recipient, occasion, sent_at, message_id)
       SELECT gen_random_uuid(), $1, $2, 'ada@example.com', to_char(now() AT TIME ZONE 'UTC' + make_interval(hours => $3), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
              now(), gen_random_uuid() FROM generate_series(1, $4)`,
      [orderId, kind, startsInHours, times],
    );
  return [
    {
      promise: /^a reminder or thanks goes to an address/,
      how: 'two reminders of one date',
      unlock: 'DROP INDEX IF EXISTS mails_once',
      deed: ({ bought }) => send(bought.orderId, { kind: 'reminder', startsInHours: 1, times: 2 }),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a reminder is sent before/,
      how: 'a reminder of an event that has begun',
      deed: ({ bought }) => send(bought.orderId, { kind: 'reminder', startsInHours: -1 }),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^a reminder is sent before/,
      how: 'thanks before the event',
      deed: ({ bought }) => send(bought.orderId, { kind: 'thanks', startsInHours: 1 }),
      where: ({ bought }) => bought.reference,
    },
    {
      promise: /^neither a reminder nor thanks/,
      how: 'a reminder of a cancelled event',
      deed: async ({ bought, eventId }) => {
        await query(
          `INSERT INTO event_cancellations (id, event_id, created_at, reason, orders, tickets, unpaid_orders, goes_back)
           VALUES (gen_random_uuid(), $1, now() - interval '1 hour', '', 0, 0, 0, '[]')`,
          [eventId],
        );
        await send(bought.orderId, { kind: 'reminder', startsInHours: 1 });
      },
      where: ({ bought }) => bought.reference,
    },
  ];
};
