import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { momentAt, type WallTime } from '../values/wall-time.ts';
import { requireNewId } from './create-draft.ts';
import { lockEvent } from './event-fields.ts';
import { takeSlug } from './take-slug.ts';

export type Duplication = {
  hostId: string;
  actor: Actor;
  /** The event that is copied. */
  eventId: string;
  /** Of the copy. Chosen by the page: a second press asks for the same one. */
  copyId: string;
  name: string;
  /** On the clock of the event's place. */
  startsAt: WallTime;
};

/** The time `at`, as far ahead on the clock of the place as the event is moved: seven in the evening stays seven across a change of clocks. */
const moved = (at: string): string =>
  `((${at} AT TIME ZONE place.timezone) + place.distance) AT TIME ZONE place.timezone`;

/** The end of a window that begins at `start`. Where the change of clocks would end it before it begins, it lasts as long as before. */
const movedEnd = (start: string, end: string): string =>
  `CASE WHEN ${moved(end)} <= ${moved(start)} THEN ${moved(start)} + (${end} - ${start}) ELSE ${moved(end)} END`;

/**
 * Everything of an event but its webhooks, by one statement and so as it was at one moment, while it is edited and sold. A row is copied
 * whole, with columns that come later too; what is named here begins anew.
 */
const COPY = `
  WITH place AS MATERIALIZED (
    SELECT *, ($5::timestamptz AT TIME ZONE timezone) - (starts_at AT TIME ZONE timezone) AS distance
      FROM events WHERE id = $1
  ), new_type AS MATERIALIZED (
    SELECT id AS old_id, new_id() AS id FROM ticket_types WHERE event_id = $1
  ), new_pool AS MATERIALIZED (
    SELECT id AS old_id, new_id() AS id FROM pools WHERE event_id = $1
  ), new_code AS MATERIALIZED (
    SELECT id AS old_id, new_id() AS id FROM promo_codes WHERE event_id = $1
  ), new_question AS MATERIALIZED (
    SELECT id AS old_id, new_id() AS id FROM questions WHERE event_id = $1
  ), event AS (
    INSERT INTO events SELECT copy.* FROM place JOIN events AS old USING (id) CROSS JOIN LATERAL
      jsonb_populate_record(old, jsonb_build_object(
        'id', $2::uuid, 'slug', $3::text, 'name', $4::text, 'status', 'DRAFT', 'is_coming_soon', false, 'first_public_at', NULL,
        'stopped_at', NULL, 'paused_before_stop', false,
        'starts_at', $5::timestamptz, 'closes_at', ${movedEnd('old.starts_at', 'old.closes_at')},
        'created_at', now(), 'version', 1)) AS copy
  ), headliner AS (
    INSERT INTO headliners SELECT copy.* FROM headliners AS old CROSS JOIN LATERAL
      jsonb_populate_record(old, jsonb_build_object('id', new_id(), 'event_id', $2::uuid)) AS copy
     WHERE old.event_id = $1
  ), picture AS (
    INSERT INTO gallery_images SELECT copy.* FROM gallery_images AS old CROSS JOIN LATERAL
      jsonb_populate_record(old, jsonb_build_object('id', new_id(), 'event_id', $2::uuid)) AS copy
     WHERE old.event_id = $1
  ), pool AS (
    INSERT INTO pools SELECT copy.* FROM new_pool JOIN pools AS old ON old.id = new_pool.old_id CROSS JOIN LATERAL
      jsonb_populate_record(old, jsonb_build_object(
        'id', new_pool.id, 'event_id', $2::uuid, 'created_at', now(), 'version', 1)) AS copy
  ), type AS (
    INSERT INTO ticket_types SELECT copy.* FROM place CROSS JOIN new_type JOIN ticket_types AS old ON old.id = new_type.old_id
      LEFT JOIN new_pool ON new_pool.old_id = old.pool_id LEFT JOIN new_type AS seats ON seats.old_id = old.seats_of
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'id', new_type.id, 'event_id', $2::uuid, 'pool_id', new_pool.id, 'seats_of', seats.id, 'sold', 0, 'held', 0, 'awaited', 0, 'listed', 0, 'sales_minor', 0, 'fees_minor', 0, 'refunded_minor', 0,
        'times_counted', true, 'taxes_counted', true,
        'sale_starts_at', ${moved('old.sale_starts_at')}, 'sale_ends_at', ${movedEnd('old.sale_starts_at', 'old.sale_ends_at')},
        'created_at', now(), 'version', 1)) AS copy
  ), seat AS (
    INSERT INTO seats SELECT copy.* FROM seats AS old JOIN new_type ON new_type.old_id = old.ticket_type_id
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'id', new_id(), 'event_id', $2::uuid, 'ticket_type_id', new_type.id, 'held_by', NULL, 'held_until', NULL, 'held_as', NULL, 'is_sold', false))
        AS copy
     WHERE old.event_id = $1
  ), hall AS (
    -- The drawing, by the ticket types of the copy. Companions and tables are told by ids of the plan.
    INSERT INTO event_halls (event_id, plan_id, number, categories, drawing, leaves_no_single, refuses_single)
    SELECT $2::uuid, old.plan_id, old.number,
           (SELECT coalesce(jsonb_agg(jsonb_strip_nulls(c.item || jsonb_build_object('ticketTypeId', new_type.id)) ORDER BY c.nr), '[]')
              FROM jsonb_array_elements(old.categories) WITH ORDINALITY AS c (item, nr)
              LEFT JOIN new_type ON new_type.old_id::text = c.item ->> 'ticketTypeId'),
           (SELECT coalesce(json_agg(jsonb_strip_nulls(CASE WHEN o.item ? 'ticketTypeId'
                       THEN o.item || jsonb_build_object('ticketTypeId', new_type.id) ELSE o.item END) ORDER BY o.nr), '[]')
              FROM jsonb_array_elements(old.drawing::jsonb) WITH ORDINALITY AS o (item, nr)
              LEFT JOIN new_type ON new_type.old_id::text = o.item ->> 'ticketTypeId'),
           old.leaves_no_single, old.refuses_single
      FROM event_halls AS old WHERE old.event_id = $1
  ), code AS (
    INSERT INTO promo_codes SELECT copy.* FROM place CROSS JOIN new_code JOIN promo_codes AS old ON old.id = new_code.old_id
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'id', new_code.id, 'event_id', $2::uuid, 'uses', 0,
        'starts_at', ${moved('old.starts_at')}, 'ends_at', ${movedEnd('old.starts_at', 'old.ends_at')},
        'created_at', now(), 'version', 1)) AS copy
  ), door AS (
    INSERT INTO doors SELECT copy.* FROM doors AS old CROSS JOIN LATERAL
      (SELECT jsonb_agg(new_type.id) AS ids FROM new_type WHERE new_type.old_id = ANY (old.ticket_type_ids)) AS admitted
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'id', new_id(), 'event_id', $2::uuid, 'ticket_type_ids', admitted.ids, 'created_at', now(), 'version', 1)) AS copy
     -- One whose ticket types are all gone would be open to everybody.
     WHERE old.event_id = $1 AND old.removed_at IS NULL AND (old.ticket_type_ids IS NULL OR admitted.ids IS NOT NULL)
  ), question AS (
    INSERT INTO questions SELECT copy.* FROM new_question JOIN questions AS old ON old.id = new_question.old_id CROSS JOIN LATERAL
      (SELECT jsonb_agg(new_type.id) AS ids FROM new_type WHERE new_type.old_id = ANY (old.ticket_type_ids)) AS asked
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'id', new_question.id, 'event_id', $2::uuid, 'ticket_type_ids', asked.ids, 'created_at', now())) AS copy
     -- One whose ticket types are all gone would be asked of everybody.
     WHERE old.event_id = $1 AND old.removed_at IS NULL AND (old.ticket_type_ids IS NULL OR asked.ids IS NOT NULL)
  ), translation AS (
    INSERT INTO event_translations SELECT copy.* FROM place CROSS JOIN event_translations AS old
      CROSS JOIN LATERAL (SELECT coalesce(jsonb_object_agg(new_type.id, old.ticket_types -> new_type.old_id::text), '{}') AS texts
                            FROM new_type WHERE old.ticket_types ? new_type.old_id::text) AS types
      -- Those that are asked no more are not copied.
      CROSS JOIN LATERAL (SELECT coalesce(jsonb_object_agg(new_question.id, old.questions -> q.id::text), '{}') AS texts
                            FROM new_question JOIN questions AS q ON q.id = new_question.old_id
                           WHERE old.questions ? q.id::text AND q.removed_at IS NULL) AS asked
      CROSS JOIN LATERAL jsonb_populate_record(old, jsonb_build_object(
        'event_id', $2::uuid, 'ticket_types', types.texts, 'questions', asked.texts,
        -- Another name is not translated yet.
        'name', CASE WHEN place.name = $4::text THEN old.name END)) AS copy
     WHERE old.event_id = $1
  ), rule AS (
    INSERT INTO check_in_rules SELECT copy.* FROM check_in_rules AS old CROSS JOIN LATERAL
      jsonb_populate_record(old, jsonb_build_object('event_id', $2::uuid, 'version', 1)) AS copy
     WHERE old.event_id = $1
  )
  INSERT INTO promo_code_ticket_types (promo_code_id, ticket_type_id)
  SELECT new_code.id, new_type.id FROM new_code JOIN promo_code_ticket_types AS old ON old.promo_code_id = new_code.old_id
    JOIN new_type ON new_type.old_id = old.ticket_type_id`;

/** A new draft like another event, whatever has become of that one. Its webhooks stay where they are: a receiver's address is registered once. */
export async function duplicateEvent(
  tx: Transaction,
  { hostId, actor, eventId, copyId, name, ...typed }: Duplication,
): Promise<{ eventId: string; slug: string }> {
  const source = await lockEvent(tx, { hostId, eventId });
  // The copy would sell what the operator has stopped.
  if (source.isStopped)
    throw new Refusal(
      'wrong_state',
      'The operator of this service has stopped the sale of this event: contact them before you copy it.',
    );
  await requireNewId(tx, { hostId, eventId: copyId });
  const startsAt = momentAt(typed.startsAt, source.timezone);
  await requireAhead(tx, startsAt);
  const slug = await takeSlug(tx, name);
  await tx.query(COPY, [eventId, copyId, slug, name, startsAt]);
  await recordChange(tx, {
    hostId,
    actor,
    action: 'event.duplicate',
    subject: { id: copyId, name },
    after: { name, slug, startsAt, from: source.name },
  });
  return { eventId: copyId, slug };
}

async function requireAhead(tx: Transaction, startsAt: Date): Promise<void> {
  const { rows } = await tx.query<{ isAhead: boolean }>('SELECT $1::timestamptz > now() AS "isAhead"', [
    startsAt,
  ]);
  if (!rows[0]?.isAhead) throw invalidField('startsAt', 'must be in the future.');
}
