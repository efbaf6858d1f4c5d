import type { Queryable } from '../db/database.ts';
import { NEEDS_ATTENTION_SQL } from '../orders/list-refunds.ts';

/** Things that wait for a person without being a broken promise. */
export type Attention = { refunds: number; jobsSetAside: number };

export async function countAttention(db: Queryable): Promise<Attention> {
  const { rows } = await db.query<Attention>(
    `SELECT (SELECT count(*) FROM refunds AS r
              WHERE r.status NOT IN ('succeeded', 'settled_by_hand') AND ${NEEDS_ATTENTION_SQL}) AS refunds,
            (SELECT count(*) FROM jobs WHERE set_aside_at IS NOT NULL) AS "jobsSetAside"`,
  );
  return rows[0] ?? { refunds: 0, jobsSetAside: 0 };
}
