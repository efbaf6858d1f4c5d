import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { MapObject } from '../inventory/seats/seat-map.ts';
import { lockTicketTypesOfEvent } from '../inventory/ticket-type-fields.ts';
import type { OfEvent } from './plan-hall.ts';

/** The answer to choices that leave a single seat: nothing, advice to the buyer, or a refusal. */
export type SingleSeats = 'off' | 'advise' | 'refuse';

export type HallOfEvent = {
  hall: { planId: string; name: string; number: number; newest: number } | null;
  singleSeats: SingleSeats;
  companions: number;
  drawing: MapObject[];
};

type Row = {
  planId: string | null;
  name: string;
  number: number;
  newest: number;
  singleSeats: SingleSeats;
  drawing: MapObject[];
};

/** Reads an event's plan, the drawing around its seats, and the rules of their sale. */
export async function readHallOfEvent(
  database: Queryable,
  { hostId, eventId }: OfEvent,
): Promise<HallOfEvent> {
  const [halls, seats] = await Promise.all([
    database.query<Row>(
      `SELECT h.plan_id AS "planId", p.name, h.number, p.published AS newest, h.drawing,
              CASE WHEN NOT h.leaves_no_single THEN 'off' WHEN h.refuses_single THEN 'refuse' ELSE 'advise' END AS "singleSeats"
         FROM event_halls AS h JOIN events AS e ON e.id = h.event_id LEFT JOIN seating_plans AS p ON p.id = h.plan_id
        WHERE h.event_id = $1 AND e.host_id = $2`,
      [eventId, hostId],
    ),
    database.query<{ companions: number }>(
      `SELECT count(*)::integer AS companions FROM seats AS s JOIN events AS e ON e.id = s.event_id
        WHERE s.event_id = $1 AND e.host_id = $2 AND s.companion_of IS NOT NULL`,
      [eventId, hostId],
    ),
  ]);
  const [row] = halls.rows;
  return {
    hall:
      row && row.planId !== null
        ? { planId: row.planId, name: row.name, number: row.number, newest: row.newest }
        : null,
    singleSeats: row?.singleSeats ?? 'advise',
    companions: seats.rows[0]?.companions ?? 0,
    drawing: row?.drawing ?? [],
  };
}

/** Holds wait meanwhile: each is decided by the earlier rule, or by this one. */
export async function changeHallSettings(
  tx: Transaction,
  { hostId, eventId, actor, singleSeats }: OfEvent & { actor: Actor; singleSeats: SingleSeats },
): Promise<void> {
  const { eventName } = await lockTicketTypesOfEvent(tx, { hostId, eventId });
  await tx.query(
    `INSERT INTO event_halls (event_id, leaves_no_single, refuses_single) VALUES ($1, $2, $3)
     ON CONFLICT (event_id) DO UPDATE SET leaves_no_single = excluded.leaves_no_single, refuses_single = excluded.refuses_single`,
    [eventId, singleSeats !== 'off', singleSeats === 'refuse'],
  );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'seat_map.settings',
    subject: { id: eventId, name: eventName },
    after: { singleSeats },
  });
}
