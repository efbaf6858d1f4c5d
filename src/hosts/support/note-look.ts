import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Database } from '../../db/database.ts';
import { Refusal } from '../../refusal.ts';
import { OPEN_VISIT } from './open-visit.ts';

type Look = { hostId: string; visitId: string; actor: Actor; page: string; eventId: string | null };

/**
 * Puts a page that support opens into the host's audit log, once for each visit, before support gets to see it. Refuses it if the visit has
 * ended since the request came in: an end waits for pages that are on their way, and no page follows an end.
 */
export async function noteLook(
  database: Database,
  { hostId, visitId, actor, page, eventId }: Look,
): Promise<void> {
  await database.transaction(async (tx) => {
    // Locked first and asked second: pages that are opened together see each other's lines.
    const { rows } = await tx.query<{ email: string }>(
      `SELECT p.email FROM support_visits AS v JOIN people AS p ON p.id = v.person_id
        WHERE v.id = $1 AND ${OPEN_VISIT} FOR NO KEY UPDATE OF v`,
      [visitId],
    );
    const [visit] = rows;
    if (!visit) throw new Refusal('not_found', 'Your visit has ended.');
    const { rowCount } = await tx.query(
      `SELECT 1 FROM audit_log WHERE subject_id = $1 AND action = 'support.look' AND after ->> 'page' = $2 LIMIT 1`,
      [visitId, page],
    );
    if (rowCount) return;
    const { rows: events } = await tx.query<{ event: string }>(
      'SELECT name AS event FROM events WHERE id = $1 AND host_id = $2',
      [eventId, hostId],
    );
    // Nobody fills the log with events that are not there.
    if (eventId !== null && events.length === 0) return;
    const subject = { id: visitId, name: visit.email };
    await recordChange(tx, { hostId, actor, action: 'support.look', subject, after: { page, ...events[0] } });
  });
}
