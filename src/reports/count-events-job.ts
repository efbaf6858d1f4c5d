import type { Database, Queryable } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';

const TEN_MINUTES_MS = 600_000;

/** The columns of `ticket_types` that say whether its event is counted. */
export type CountedFlag = 'times_counted' | 'taxes_counted';

/**
 * Counts what was sold before it was kept, event by event. For as long as an event is counted nobody buys at it: once, after the upgrade.
 * Where all is counted, this finds nothing to do.
 */
export function countEventsJob(
  database: Database,
  { kind, ...of }: CountEvents & { kind: string },
): JobKind<Record<string, never>> {
  return {
    kind,
    retryDelaysMs: [5_000, 60_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: TEN_MINUTES_MS,
    async run(_payload, { signal }) {
      if ((await findUncounted(database, of.flag)) === null) return;
      // Of an event with a million orders it takes seconds, more than a statement of the pool is given.
      const client = database.dedicatedClient();
      client.on('error', () => {});
      await client.connect();
      try {
        for (let isDone = false; !isDone && !signal.aborted;) {
          await client.query('BEGIN');
          isDone = await countNextEvent(client, of);
          await client.query('COMMIT');
        }
      } finally {
        await client.end();
      }
    },
  };
}

export type CountEvents = { flag: CountedFlag; count: (tx: Queryable, eventId: string) => Promise<void> };

async function findUncounted(tx: Queryable, flag: CountedFlag): Promise<string | null> {
  const { rows } = await tx.query<{ event_id: string }>(
    `SELECT event_id FROM ticket_types WHERE NOT ${flag} LIMIT 1`,
  );
  return rows[0]?.event_id ?? null;
}

/** Counts one event, in a transaction of its own. True: there is none left. */
export async function countNextEvent(tx: Queryable, { flag, count }: CountEvents): Promise<boolean> {
  const eventId = await findUncounted(tx, flag);
  if (eventId === null) return true;
  // Sales, refunds and tickets that become void lock these rows too: what the next statements see is all that they have written.
  await tx.query('SELECT 1 FROM ticket_types WHERE event_id = $1 ORDER BY id FOR NO KEY UPDATE', [eventId]);
  await count(tx, eventId);
  await tx.query(`UPDATE ticket_types SET ${flag} = true WHERE event_id = $1 AND NOT ${flag}`, [eventId]);
  return false;
}
