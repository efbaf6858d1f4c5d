import type { EventFields } from './event-fields.ts';

/**
 * The place of an online event: none, in the database too. Ticket holders alone see the directions, which say how to join. On the
 * wire state and LGA are empty.
 */
export const NOWHERE = {
  state: '',
  lga: '',
  venue: null,
  street: null,
  lat: null,
  lng: null,
  hideLocation: true,
} as const satisfies Partial<EventFields>;
