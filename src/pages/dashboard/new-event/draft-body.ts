import { Integer, Object as Body, Optional, String } from 'typebox';
import { DoorsMinutes, Nullable, WallTimeText } from '../../../values/body-schema.ts';
import { CategorySlug, EventKind, EventName } from './new-event-body.ts';

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
