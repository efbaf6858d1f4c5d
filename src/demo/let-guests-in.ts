import { randomUUIDv7 } from 'node:crypto';
import { OPERATOR } from '../audit/actor.ts';
import { setCheckInRules } from '../check-in/set-check-in-rules.ts';
import type { Transaction } from '../db/database.ts';

// Of the guests, one in so many did not come, went out for a while, or showed the ticket of somebody who was inside.
const ONE_AWAY = 11;
const ONE_OUT = 17;
const ONE_TWICE = 60;

/** Lets the guests of an event in that is over: a phone at each door, most of them around the start, and some who came back. */
export async function letGuestsIn(
  tx: Transaction,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<void> {
  await setCheckInRules(tx, { hostId, eventId, actor: OPERATOR, allowsReentry: true });
  const { rows: doors } = await tx.query<{ id: string; name: string }>(
    `UPDATE doors AS d SET created_at = e.starts_at - interval '1 day' FROM events AS e
      WHERE d.event_id = $1 AND e.id = d.event_id RETURNING d.id, d.name`,
    [eventId],
  );
  const phones = doors.map((door) => ({ id: randomUUIDv7(), doorId: door.id, name: `${door.name} phone` }));
  await tx.query(
    `INSERT INTO door_devices (id, door_id, event_id, name, token_hash, paired_at, last_seen_at, created_at)
     SELECT p.id, p."doorId", e.id, p.name, sha256(p.id::text::bytea), e.starts_at - interval '2 hours', e.closes_at, e.starts_at - interval '3 hours'
       FROM json_to_recordset($1) AS p (id uuid, "doorId" uuid, name text) CROSS JOIN events AS e WHERE e.id = $2`,
    [JSON.stringify(phones), eventId],
  );
  // Each came some minutes around the start; the outcomes are as the doors' rules have them.
  await tx.query(
    `WITH guests AS (
       SELECT t.id, t.ticket_type_id, row_number() OVER (ORDER BY t.id) AS nr FROM tickets AS t WHERE t.event_id = $1 AND t.voided_at IS NULL
     ), seen AS (
       SELECT g.*, phone.*, scan.kind, scan.outcome,
              e.starts_at + ((g.nr * 37) % 71 + (g.nr * 53) % 67 - 50 + scan.minutes + (g.nr * 13) % (1 + scan.minutes / 2)) * interval '1 minute'
                          + (g.nr * 7) % 60 * interval '1 second' AS at
         FROM guests AS g CROSS JOIN events AS e
         CROSS JOIN (VALUES ('entry', 0, 'admitted', 1), ('entry', 9, 'already_used', $4), ('exit', 75, 'left', $3), ('entry', 98, 're_entry', $3))
              AS scan (kind, minutes, outcome, one_in)
         CROSS JOIN LATERAL (SELECT ($5::uuid[])[1 + g.nr % cardinality($5::uuid[])] AS device_id, ($6::uuid[])[1 + g.nr % cardinality($5::uuid[])] AS door_id) AS phone
        WHERE e.id = $1 AND g.nr % $2 <> 0 AND g.nr % scan.one_in = 0
     )
     INSERT INTO scans (id, event_id, door_id, device_id, ticket_id, ticket_type_id, kind, how, at, device_time, received_at, outcome)
     SELECT new_id(), $1, door_id, device_id, id, ticket_type_id, kind, 'code', at, at, at, outcome FROM seen ORDER BY at`,
    [eventId, ONE_AWAY, ONE_OUT, ONE_TWICE, phones.map(({ id }) => id), phones.map(({ doorId }) => doorId)],
  );
  await tx.query('SELECT fold_scans(id) FROM tickets WHERE event_id = $1', [eventId]);
}
