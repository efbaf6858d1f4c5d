import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { hasAgreedSql } from '../newsletter/consent.ts';
import { listQuestions } from '../questions/list-questions.ts';

/** Columns that a file has besides its own, and their cells for each of some keys. */
export type MoreColumns = {
  columns: string[];
  cellsOf: (keys: string[]) => Promise<(key: string) => Cell[]>;
};

/**
 * A column for each question of the event, removed ones too where somebody has answered; in a file of orders only what is asked once per order. None in a
 * file of several events, which ask different things. Then whether the buyer may be written to, where the host asks for it.
 */
export async function answerColumns(
  database: Queryable,
  { of, hostId, eventId }: { of: 'orders' | 'tickets'; hostId: string; eventId: string | null },
): Promise<MoreColumns> {
  const all = eventId === null ? [] : await listQuestions(database, eventId, { alsoRemoved: true });
  const questions = all.filter(({ per }) => of === 'tickets' || per === 'order');
  const { rows: hosts } = await database.query<{ hasNewsletter: boolean }>(
    'SELECT has_newsletter AS "hasNewsletter" FROM hosts WHERE id = $1',
    [hostId],
  );
  const hasNewsletter = hosts[0]?.hasNewsletter ?? false;
  return {
    columns: [...questions.map(({ label }) => label), ...(hasNewsletter ? ['newsletter'] : [])],
    async cellsOf(keys) {
      if (questions.length === 0 && !hasNewsletter) return () => [];
      const { rows } = await database.query<{
        key: string;
        answers: Record<string, string>;
        mayWrite: boolean;
      }>(SQL[of], [keys]);
      const found = new Map(rows.map((row) => [row.key, row]));
      return (key) => [
        ...questions.map(({ id }) => found.get(key)?.answers[id] ?? ''),
        ...(hasNewsletter ? [found.get(key)?.mayWrite ? 'yes' : ''] : []),
      ];
    },
  };
}

const MAY_WRITE = `coalesce(${hasAgreedSql({ hostId: 'o.host_id', email: 'o.email' })}, false)`;

const SQL = {
  orders: `SELECT o.reference AS key, ${MAY_WRITE} AS "mayWrite",
                  coalesce((SELECT json_object_agg(a.question_id, a.answer) FROM answers AS a
                             WHERE a.order_id = o.id AND a.ticket_position = 0), '{}') AS answers
             FROM orders AS o WHERE o.reference = ANY ($1)`,
  // The buyer alone was asked, and not whom the other tickets are for.
  tickets: `SELECT t.id AS key, lower(t.email) = lower(o.email) AND ${MAY_WRITE} AS "mayWrite",
                   coalesce((SELECT json_object_agg(a.question_id, a.answer) FROM answers AS a
                              WHERE a.order_id = t.order_id AND a.ticket_position IN (0, t.position)), '{}') AS answers
              FROM tickets AS t CROSS JOIN LATERAL (SELECT host_id, email FROM orders WHERE id = t.order_id LIMIT 1) AS o
             WHERE t.id = ANY ($1)`,
};
