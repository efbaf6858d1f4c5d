import { Boolean, Object as Body, Optional } from 'typebox';

/** How an event is public: announced only, and for those alone who have its link. */
export const PublishBody = Body(
  { isComingSoon: Boolean(), isUnlisted: Boolean() },
  { additionalProperties: false },
);

export const VisibilityBody = Body(
  { isComingSoon: Optional(Boolean()), isUnlisted: Optional(Boolean()) },
  { additionalProperties: false, minProperties: 1 },
);
