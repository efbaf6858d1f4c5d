import { randomUUID } from 'node:crypto';
import type { Break } from './break-stock.fixture.ts';
import type { Sale, Sales } from './sale.fixture.ts';

/** The ways in which a waiting list can contradict what is awaited and held for it. */
export const listBreaks = ({ query }: Sales): Break[] => {
  const openList = ({ eventId }: Sale) =>
    query('INSERT INTO waiting_lists (event_id, offer_minutes) VALUES ($1, 60)', [eventId]);
  const addEntry = async (sale: Sale, id: string, columns: string, values: string, isOther = false) => {
    await openList(sale);
    await query(
      `INSERT INTO waiting_list_entries (id, event_id, ticket_type_id, quantity, email, email_key, language, confirmed_at, ${columns})
       SELECT $1::uuid, $2, id, 1, 'a@example.com', $1::uuid::text, 'en', now(), ${values} FROM ticket_types WHERE (event_id <> $2) = $3 LIMIT 1`,
      [id, sale.eventId, isOther],
    );
  };
  const [unheld, undrawn, strange] = [randomUUID(), randomUUID(), randomUUID()];
  return [
    {
      promise: /^what a ticket type has awaited/,
      how: 'tickets that are awaited by nobody',
      deed: ({ skus }) => query('UPDATE ticket_types SET awaited = 1 WHERE id = $1', [skus[0]]),
      where: ({ skus }) => skus[0] ?? '',
    },
    {
      promise: /^what a waiting list offers/,
      how: 'an offer for which nothing is held',
      deed: (sale) =>
        addEntry(
          sale,
          unheld,
          'state, reservation_id, offered_at, offered_until, offered_quantity, price_minor',
          `'offered', gen_random_uuid(), now(), now() + interval '1 hour', 1, 0`,
        ),
      where: () => unheld,
    },
    {
      promise: /^nobody was drawn/,
      how: 'a rank on a list that is not drawn',
      deed: (sale) =>
        addEntry(sale, undrawn, 'state, ended_at, rank', `'left', now(), decode(repeat('00', 16), 'hex')`),
      where: () => undrawn,
    },
    {
      promise: /^an entry of a waiting list/,
      how: 'an entry for a ticket type of another event',
      deed: (sale) => addEntry(sale, strange, 'state, ended_at', `'left', now()`, true),
      where: () => strange,
    },
  ];
};
