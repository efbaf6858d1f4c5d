import { Object as Body, String, Integer, Optional } from 'typebox';
import { OneOf, DoorsMinutes, Nullable, WallTimeText } from '../../../values/body-schema.ts';

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

/** What of a draft was filled in meanwhile, and which version of it was seen. */
export const DraftBody = Body(
  {
    version: Integer({ minimum: 1, maximum: 2_147_483_646 }),
    name: Optional(EventName),
    kind: Optional(EventKind),
    categorySlug: Optional(CategorySlug),
    startsAt: Optional(WallTimeText()),
    closesAt: Optional(WallTimeText()),
    doorsMinutes: Optional(Nullable(DoorsMinutes)),
    state: Optional(String({ minLength: 1, maxLength: 100, format: 'line' })),
    lga: Optional(String({ minLength: 1, maxLength: 100, format: 'line' })),
    street: Optional(Nullable(String({ minLength: 1, maxLength: 300, format: 'line' }))),
  },
  { additionalProperties: false, minProperties: 2 },
);

/** A copy of an event: its name, and when it begins on the clock of the event's place. `copyId` is what the page was given. */
export const DuplicateBody = Body(
  { copyId: String({ format: 'uuid' }), name: EventName, startsAt: WallTimeText() },
  { additionalProperties: false },
);
