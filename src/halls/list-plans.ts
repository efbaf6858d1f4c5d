import type { Queryable } from '../db/database.ts';
import type { Sketch } from '../seating-plans/sketch.ts';
import { MAX_PLANS, PLAN_COLUMNS, type OfPlan, type StoredPlan } from './stored-plan.ts';

export type ListedPlan = StoredPlan & {
  sketch: Sketch;
  events: number;
  usedBy: { eventId: string; name: string }[];
};

/** The viewer: members with chosen events don't see the names of others. Null: all. */
type Whose = { hostId: string; eventIds: readonly string[] | null };

const MAX_NAMED_EVENTS = 3;

/** The plans of a host that were not put away, those that were changed last first. */
export async function listPlans(database: Queryable, { hostId, eventIds }: Whose): Promise<ListedPlan[]> {
  const { rows } = await database.query<ListedPlan>(
    `SELECT ${PLAN_COLUMNS}, p.sketch, used.events, coalesce(used.named, '[]') AS "usedBy"
       FROM seating_plans AS p
       CROSS JOIN LATERAL (
         SELECT count(*)::integer AS events,
                json_agg(json_build_object('eventId', e.id, 'name', e.name) ORDER BY e.starts_at DESC)
                  FILTER (WHERE e.nth <= ${MAX_NAMED_EVENTS}) AS named
           FROM (SELECT e.id, e.name, e.starts_at, row_number() OVER (ORDER BY e.starts_at DESC) AS nth
                   FROM event_halls AS h JOIN events AS e ON e.id = h.event_id
                  WHERE h.plan_id = p.id AND ($2::uuid[] IS NULL OR e.id = ANY ($2))) AS e) AS used
      WHERE p.host_id = $1 AND p.archived_at IS NULL ORDER BY p.changed_at DESC, p.id LIMIT ${MAX_PLANS}`,
    [hostId, eventIds],
  );
  return rows;
}

export type UseOfPlan = { eventId: string; name: string; number: number };

/** Events that use a plan, newest first. */
export async function listUses(
  database: Queryable,
  { hostId, planId, eventIds }: OfPlan & Whose,
): Promise<UseOfPlan[]> {
  const { rows } = await database.query<UseOfPlan>(
    `SELECT e.id AS "eventId", e.name, h.number FROM event_halls AS h JOIN events AS e ON e.id = h.event_id
      WHERE h.plan_id = $1 AND e.host_id = $2 AND ($3::uuid[] IS NULL OR e.id = ANY ($3))
      ORDER BY e.starts_at DESC LIMIT 200`,
    [planId, hostId, eventIds],
  );
  return rows;
}

/** A plan that events can use. */
export type PublishedPlan = { planId: string; name: string; number: number; seatCount: number };

/** By name. The one that the event uses is among them, also where it was put away. */
export async function listPublishedPlans(
  database: Queryable,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<PublishedPlan[]> {
  const { rows } = await database.query<PublishedPlan>(
    `SELECT p.id AS "planId", p.name, p.published AS number, v.seat_count AS "seatCount"
       FROM seating_plans AS p JOIN seating_plan_versions AS v ON v.plan_id = p.id AND v.number = p.published
      WHERE p.host_id = $1
        AND (p.archived_at IS NULL OR p.id = (SELECT plan_id FROM event_halls WHERE event_id = $2))
      ORDER BY lower(p.name), p.id`,
    [hostId, eventId],
  );
  return rows;
}
