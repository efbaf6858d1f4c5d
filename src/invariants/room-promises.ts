import type { Promised } from './promise.ts';

// So long may a process hold without asking a room that was opened just now.
const TOLD_SECONDS = 60;

/** Of waiting rooms. */
export const ROOM_PROMISES: Promised[] = [
  {
    promise: 'while a waiting room is open nobody holds tickets who was not let in',
    // A process that sells may be told of a new room a moment later.
    sql: `SELECT r.id::text AS where_at, format('held since %s, the room is open since %s', r.first_held_at, room.created_at) AS detail
            FROM waiting_rooms AS room JOIN reservations AS r ON r.event_id = room.event_id
           WHERE room.closed_at IS NULL AND r.ended_at IS NULL AND r.expires_at > clock_timestamp()
             AND r.first_held_at > room.created_at + interval '${TOLD_SECONDS} seconds'
             AND NOT EXISTS (SELECT 1 FROM waiting_entries AS e
                              WHERE e.event_id = r.event_id AND e.cart_token = r.token AND e.let_in_at IS NOT NULL)
             -- People on its waiting list have waited already.
             AND NOT EXISTS (SELECT 1 FROM waiting_list_entries AS e WHERE e.event_id = r.event_id AND e.reservation_id = r.id)`,
  },
  {
    promise: 'an admission of a waiting room has one purchase at most, which is on record with it',
    sql: `SELECT w.entry_id::text AS where_at,
                 format('%s purchases, %s on record as %s', count(*), e.bought_at, e.bought_by) AS detail
            FROM waiting_orders AS w JOIN orders AS o ON o.id = w.order_id AND o.confirmed_at IS NOT NULL
            JOIN waiting_entries AS e ON e.event_id = w.event_id AND e.id = w.entry_id
           GROUP BY w.event_id, w.entry_id, e.bought_at, e.bought_by
          HAVING count(*) > 1 OR e.bought_at IS NULL OR NOT bool_or(e.bought_by = w.order_id)`,
  },
  {
    promise:
      'everybody up to the front of a waiting room was let in or has left, and nobody behind it nor before the draw',
    sql: `SELECT e.id::text AS where_at, format('let in %s, left %s, drawn %s', e.let_in_at, e.left_at, room.drawn_at) AS detail
            FROM waiting_rooms AS room JOIN waiting_entries AS e ON e.event_id = room.event_id
           WHERE CASE WHEN e.let_in_at IS NULL THEN e.left_at IS NULL AND e.line_key <= room.front
                      ELSE coalesce(e.let_in_at < room.drawn_at OR e.line_key > room.front, true) END`,
  },
  {
    promise: 'a waiting room counts those in line, those let in and those up to its front as they are',
    // Until they are forgotten, which is after the report was written.
    sql: `SELECT room.event_id::text AS where_at,
                 format('early %s, late %s, let in %s, front at %s; by the entries %s, %s, %s, %s', room.early_count, room.late_count,
                        room.let_in_count, room.front_place, found.early, found.late, found.let_in, found.front) AS detail
            FROM waiting_rooms AS room CROSS JOIN LATERAL (
              SELECT count(*) FILTER (WHERE e.line_key < '\\x01') AS early, count(*) FILTER (WHERE e.line_key >= '\\x01') AS late,
                     count(e.let_in_at) AS let_in, count(*) FILTER (WHERE e.line_key <= room.front) AS front
                FROM waiting_entries AS e WHERE e.event_id = room.event_id) AS found
           WHERE room.report IS NULL AND (room.early_count, room.late_count, room.let_in_count, room.front_place)
                                         IS DISTINCT FROM (found.early, found.late, found.let_in, found.front)`,
  },
];
