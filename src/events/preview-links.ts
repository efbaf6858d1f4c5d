import { randomUUID } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../refusal.ts';
import { lockEvent } from './event-fields.ts';

/** A link to a draft, for people outside the team. */
export type PreviewLink = { linkId: string; expiresAt: Date };

type Which = { hostId: string; eventId: string; actor: Actor };

/** Makes the event's link, which lasts for some days. A link from before stops working. */
export async function createPreviewLink(
  tx: Transaction,
  { hostId, eventId, actor, days }: Which & { days: number },
): Promise<PreviewLink> {
  const { name, status } = await lockEvent(tx, { hostId, eventId });
  if (status !== 'DRAFT') {
    throw new Refusal('wrong_state', 'The event is public: share the link to its page.');
  }
  const { rows } = await tx.query<PreviewLink>(
    // In whole seconds, as the address has it.
    `INSERT INTO preview_links AS link (event_id, id, expires_at)
          VALUES ($1, $2, date_trunc('second', now() + $3 * interval '1 day'))
     ON CONFLICT (event_id) DO UPDATE SET id = excluded.id, created_at = now(), expires_at = excluded.expires_at
       RETURNING link.id AS "linkId", link.expires_at AS "expiresAt"`,
    [eventId, randomUUID(), days],
  );
  const [link] = rows;
  if (!link) throw new Error('the link was not written');
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.share_preview',
    subject: { id: eventId, name },
    after: { expiresAt: link.expiresAt.toISOString() },
  });
  return link;
}

/** Ends the event's link. */
export async function revokePreviewLink(tx: Transaction, { hostId, eventId, actor }: Which): Promise<void> {
  const { name } = await lockEvent(tx, { hostId, eventId });
  const { rowCount } = await tx.query('DELETE FROM preview_links WHERE event_id = $1', [eventId]);
  if (rowCount === 0) throw new Refusal('wrong_state', 'This event has no preview link.');
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.revoke_preview',
    subject: { id: eventId, name },
  });
}

/** The event's link, if it still opens something. */
export async function findPreviewLink(database: Queryable, eventId: string): Promise<PreviewLink | null> {
  const { rows } = await database.query<PreviewLink>(
    `SELECT id AS "linkId", expires_at AS "expiresAt" FROM preview_links WHERE event_id = $1 AND expires_at > now()`,
    [eventId],
  );
  return rows[0] ?? null;
}
