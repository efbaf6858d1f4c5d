export const GUEST_STATES = ['good', 'came_in', 'void'] as const;
export type GuestState = (typeof GUEST_STATES)[number];
/** How a guest came by the ticket. */
export const GUEST_HOWS = ['bought', 'complimentary', 'counter'] as const;
export type GuestHow = (typeof GUEST_HOWS)[number];

/** A ticket's mark, in the words of the indexes tickets_event_guests and tickets_type_guests: 3 x how + state. */
export const GUEST_MARK_SQL = `CASE how WHEN 'bought' THEN 0 WHEN 'complimentary' THEN 3 ELSE 6 END
  + CASE WHEN voided_at IS NOT NULL THEN 2 WHEN used_at IS NOT NULL THEN 1 ELSE 0 END`;

/** Any ticket's, for an index that has the mark before what is looked for. */
export const ANY_GUEST_MARK_SQL = `(${GUEST_MARK_SQL}) IN (0, 1, 2, 3, 4, 5, 6, 7, 8)`;

/** The marks of tickets that came by any of these ways, and stand in any of these states. */
export const guestMarks = ({
  hows,
  states,
}: {
  hows: readonly GuestHow[];
  states: readonly GuestState[];
}): number[] =>
  hows.flatMap((how) => states.map((state) => 3 * GUEST_HOWS.indexOf(how) + GUEST_STATES.indexOf(state)));
