import { Object as Body, String } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';

// The limits are those of the database.
export const EventName = String({ minLength: 1, maxLength: 200, format: 'line' });
export const EventKind = OneOf(['general', 'seat_map']);
export const CategorySlug = String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' });

/** An event begins with its name. `eventId` is what the page was given: two presses make one event. */
export const NewEventBody = Body(
  {
    eventId: String({ format: 'uuid' }),
    name: EventName,
    kind: EventKind,
    categorySlug: CategorySlug,
  },
  { additionalProperties: false },
);
