import type { Database } from '../db/database.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { errorMessage } from '../log/error-message.ts';
import type { JobLogger } from '../jobs/job-logger.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { openListSeed } from './list-seed.ts';

// Nobody else can buy meanwhile what the lists await, so nothing is lost by it.
const EVERY_MS = 2_000;
const MAX_TYPES = 1_000;
const MAX_DRAWS = 100;

/** Draws lists, ends offers whose time is over, and offers what is free to whoever is next. */
export function offerTicketsJob(deps: {
  database: Database;
  secretKeys: SecretKeys;
  logger: JobLogger;
}): JobKind<Record<string, never>> {
  const { database } = deps;
  return {
    kind: 'offer_waiting_tickets',
    retryDelaysMs: [1_000, 5_000],
    leaseMs: 15_000,
    concurrency: 1,
    everyMs: EVERY_MS,
    async run(_payload, { signal }) {
      await drawLists(deps);
      // Their tickets are free by now, without this.
      await database.query(
        `UPDATE waiting_list_entries SET state = 'lapsed', ended_at = clock_timestamp()
          WHERE id = ANY (ARRAY(SELECT id FROM waiting_list_entries WHERE state = 'offered' AND offered_until <= now()
                                 ORDER BY id FOR UPDATE SKIP LOCKED))`,
      );
      for (const id of await typesWaitedFor(database)) {
        if (signal.aborted) return;
        await offerAll(database, id);
      }
    },
  };
}

/** Of ticket types that share their stock, the one that was waited for first comes first. */
const typesWaitedFor = (database: Database): Promise<string[]> =>
  database.transaction(async (tx) => {
    // Few of all: they have an index, whatever the planner believes of a table without statistics.
    await tx.query('SET LOCAL enable_seqscan = off');
    const { rows } = await tx.query<{ id: string }>(
      `SELECT t.id FROM ticket_types AS t CROSS JOIN LATERAL (
                SELECT min(e.confirmed_at) AS at FROM waiting_list_entries AS e WHERE e.ticket_type_id = t.id AND e.state = 'waiting') AS first
        WHERE t.awaited > 0 ORDER BY first.at LIMIT ${MAX_TYPES}`,
    );
    return rows.map(({ id }) => id);
  });

/** A small set in each transaction, until nothing is free or nobody waits. */
async function offerAll(database: Database, ticketTypeId: string): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ offers: number }>(
      'SELECT offers FROM offer_waiting_tickets(of_type => $1)',
      [ticketTypeId],
    );
    if ((rows[0]?.offers ?? 0) === 0) return;
  }
}

/** Opens the seeds of lists whose time has come: from the commit on whoever confirms comes behind the draw. */
async function drawLists({
  database,
  secretKeys,
  logger,
}: {
  database: Database;
  secretKeys: SecretKeys;
  logger: JobLogger;
}): Promise<void> {
  const { rows } = await database.query<{ eventId: string }>(
    `SELECT event_id AS "eventId" FROM waiting_lists WHERE drawn_at IS NULL AND draws_at <= now() ORDER BY draws_at LIMIT ${MAX_DRAWS}`,
  );
  for (const { eventId } of rows) {
    try {
      const sealed = await openListSeed(database, secretKeys, eventId);
      if (!sealed) continue;
      await database.query(
        `UPDATE waiting_lists SET seed = $2, drawn_at = clock_timestamp(), seed_ciphertext = NULL, seed_sealed_by = NULL
          WHERE event_id = $1 AND drawn_at IS NULL`,
        [eventId, sealed.seed],
      );
    } catch (error) {
      // A seed that can't be opened keeps its own list from being drawn, and nobody else's.
      logger.warn({ eventId, error: errorMessage(error) }, 'a waiting list could not be drawn');
    }
  }
}
