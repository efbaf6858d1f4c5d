import { Boolean, Object as Body, String, Integer, Optional } from 'typebox';
import { OneOf, DoorsMinutes, Nullable, WallTimeText } from '../../../values/body-schema.ts';

// The limits are those of the database.
export const EventName = String({ minLength: 1, maxLength: 200, format: 'line' });
export const EventKind = OneOf(['general', 'seat_map']);
export const CategorySlug = String({ minLength: 1, maxLength: 100, format: 'word' });

/** A new event starts with its name. The page got `eventId` beforehand, so that two presses make one event. */
export const NewEventBody = Body(
  {
    eventId: String({ format: 'uuid' }),
    name: EventName,
    kind: EventKind,
    categorySlug: CategorySlug,
  },
  { additionalProperties: false },
);

/** The fields of a draft that were filled in, and the version the member saw. */
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
    lga: Optional(Nullable(String({ minLength: 1, maxLength: 100, format: 'line' }))),
    venue: Optional(Nullable(String({ minLength: 1, maxLength: 200, format: 'line' }))),
    street: Optional(Nullable(String({ minLength: 1, maxLength: 300, format: 'line' }))),
    isOnline: Optional(Boolean()),
  },
  { additionalProperties: false, minProperties: 2 },
);

/** A copy of an event: its name, and its start on the clock of its place. The page got `copyId` beforehand. */
export const DuplicateBody = Body(
  { copyId: String({ format: 'uuid' }), name: EventName, startsAt: WallTimeText() },
  { additionalProperties: false },
);
