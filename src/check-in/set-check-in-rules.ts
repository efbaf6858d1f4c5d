import type { Actor } from '../audit/actor.ts';
import { noteUnchanged, recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { MAX_OPENS_MINUTES } from '../rules/check-in-hours.ts';
import { lockEvent, type EventOfHost } from './lock-event.ts';

export type CheckInRules = {
  /** Whether guests who went out are let in again: phones then offer to scan them out. */
  allowsReentry: boolean;
  /** How long before the start phones begin to let guests in; null: nobody has said so. */
  opensMinutesBefore: number | null;
  opensAt: Date;
  isOpen: boolean;
};

/** Absent fields stay. `opensNow`: check-in opens at this moment, if it has not before. */
export type RulesChange = { allowsReentry?: boolean; opensMinutesBefore?: number | null; opensNow?: boolean };

type Kept = Pick<CheckInRules, 'allowsReentry' | 'opensMinutesBefore'>;

export async function setCheckInRules(
  tx: Transaction,
  { hostId, eventId, actor, ...change }: EventOfHost & RulesChange & { actor: Actor },
): Promise<void> {
  await lockEvent(tx, { hostId, eventId });
  const known = await readCheckInRules(tx, eventId);
  const opening = change.opensNow ? await openNow(tx, eventId, known) : change.opensMinutesBefore;
  const { allowsReentry = known.allowsReentry } = change;
  const opensMinutesBefore = opening === undefined ? known.opensMinutesBefore : opening;
  const before: Partial<Kept> = {};
  const after: Partial<Kept> = {};
  if (known.allowsReentry !== allowsReentry) {
    before.allowsReentry = known.allowsReentry;
    after.allowsReentry = allowsReentry;
  }
  if (known.opensMinutesBefore !== opensMinutesBefore) {
    before.opensMinutesBefore = known.opensMinutesBefore;
    after.opensMinutesBefore = opensMinutesBefore;
  }
  if (Object.keys(after).length === 0) return noteUnchanged(tx);
  await tx.query(
    `INSERT INTO check_in_rules AS r (event_id, allows_reentry, opens_minutes_before) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET allows_reentry = excluded.allows_reentry,
            opens_minutes_before = excluded.opens_minutes_before, version = r.version + 1`,
    [eventId, allowsReentry, opensMinutesBefore],
  );
  const subject = { id: eventId, name: '' };
  await recordChange(tx, { hostId, actor, action: 'check_in.change', subject, before, after });
}

/** In minutes before the start too: where the event is moved afterwards, the opening moves with it. */
async function openNow(
  tx: Transaction,
  eventId: string,
  { isOpen, opensMinutesBefore }: CheckInRules,
): Promise<number | null> {
  if (isOpen) return opensMinutesBefore;
  const { rows } = await tx.query<{ minutes: number }>(
    `SELECT least(ceil(extract(epoch FROM starts_at - clock_timestamp()) / 60), ${MAX_OPENS_MINUTES})::integer AS minutes
       FROM events WHERE id = $1`,
    [eventId],
  );
  return rows[0]?.minutes ?? null;
}

export async function readCheckInRules(tx: Queryable, eventId: string): Promise<CheckInRules> {
  const { rows } = await tx.query<CheckInRules>(
    `SELECT coalesce(r.allows_reentry, false) AS "allowsReentry", r.opens_minutes_before AS "opensMinutesBefore",
            hours.at AS "opensAt", hours.at <= clock_timestamp() AS "isOpen"
       FROM events AS e
       LEFT JOIN check_in_rules AS r ON r.event_id = e.id
      CROSS JOIN LATERAL (SELECT check_in_opens_at(e.id) AS at) AS hours
      WHERE e.id = $1`,
    [eventId],
  );
  const [rules] = rows;
  if (!rules) throw new Error('check-in of no event');
  return rules;
}
