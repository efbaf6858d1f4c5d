import { Boolean, Object as Body, Optional } from 'typebox';

/** An event's visibility: announced only, and hidden from lists. */
export const PublishBody = Body(
  { isComingSoon: Boolean(), isUnlisted: Boolean() },
  { additionalProperties: false },
);

export const VisibilityBody = Body(
  { isComingSoon: Optional(Boolean()), isUnlisted: Optional(Boolean()) },
  { additionalProperties: false, minProperties: 1 },
);
