import { randomUUID } from 'node:crypto';
import type { Break } from './break-stock.fixture.ts';
import type { Sale, Sales } from './sale.fixture.ts';

/** The ways in which scans and tickets can contradict each other. */
export function doorBreaks({ query }: Sales): Break[] {
  const addScan = (
    { eventId, skus, bought }: Sale,
    {
      id = randomUUID() as string,
      kind = 'entry',
      outcome = 'admitted',
      minutesAgo = 1,
      undoneBy = null as string | null,
    },
  ) =>
    query(
      `INSERT INTO scans (id, event_id, ticket_id, ticket_type_id, kind, how, at, received_at, outcome, undone_by)
       VALUES ($1, $2, $3, $4, $5, 'code', now() - $6 * interval '1 minute', now(), $7, $8)`,
      [id, eventId, bought.ticketIds[0], skus[0], kind, minutesAgo, outcome, undoneBy],
    );
  const fold = ({ bought }: Sale) => query('SELECT fold_scans($1)', [bought.ticketIds[0]]);
  const ticketOf = ({ bought }: Sale) => bought.ticketIds[0];
  // The scan that is wrong has the ticket's own id, so that it is known.
  const scanOf = ticketOf;
  return [
    {
      promise: /^a ticket is used since/,
      how: 'a ticket that was used by no scan',
      deed: ({ bought }) => query('UPDATE tickets SET used_at = now() WHERE id = $1', [bought.ticketIds[0]]),
      where: ticketOf,
    },
    {
      promise: /^a ticket is used since/,
      how: 'a scan that let a guest in, and a ticket that knows nothing of it',
      deed: (sale) => addScan(sale, {}),
      where: ticketOf,
    },
    {
      promise: /^a ticket is used since/,
      how: 'a guest who went out, and is still in',
      deed: async (sale) => {
        await addScan(sale, { minutesAgo: 5 });
        await addScan(sale, { kind: 'exit', outcome: 'left' });
        await fold(sale);
        await query('UPDATE tickets SET left_at = NULL WHERE id = $1', [sale.bought.ticketIds[0]]);
      },
      where: ticketOf,
    },
    {
      promise: /^who was let in while inside/,
      how: 'a guest who was let in twice, and nobody is told',
      deed: async (sale) => {
        await addScan(sale, { minutesAgo: 5 });
        await addScan(sale, { id: scanOf(sale) ?? '' });
        await fold(sale);
        await query('UPDATE scans SET is_double = false WHERE id = $1', [scanOf(sale)]);
      },
      where: scanOf,
    },
    {
      promise: /^who was let in while inside/,
      how: 'a guest who came in once, and is told to have come again',
      deed: async (sale) => {
        await addScan(sale, { id: scanOf(sale) ?? '' });
        await fold(sale);
        await query(`UPDATE scans SET outcome = 're_entry' WHERE id = $1`, [scanOf(sale)]);
      },
      where: scanOf,
    },
    {
      promise: /^what was taken back has an undo/,
      how: 'a scan that nobody took back, and that counts for nothing',
      deed: (sale) => addScan(sale, { id: scanOf(sale) ?? '', undoneBy: randomUUID() }),
      where: scanOf,
    },
    {
      promise: /^what was taken back has an undo/,
      how: 'an undo that took nothing back',
      deed: async (sale) => {
        await addScan(sale, { id: scanOf(sale) ?? '' });
        await query(
          `INSERT INTO scans (id, event_id, kind, how, at, received_at, outcome, undoes)
           VALUES ($1, $2, 'undo', 'code', now(), now(), 'undone', $3)`,
          [randomUUID(), sale.eventId, scanOf(sale)],
        );
      },
      where: scanOf,
    },
  ];
}
