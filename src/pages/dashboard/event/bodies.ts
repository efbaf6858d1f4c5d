import { Boolean, Enum, Object as Body, Optional } from 'typebox';

/** An event's visibility: announced only, and hidden from lists. */
export const PublishBody = Body(
  { isComingSoon: Boolean(), isUnlisted: Boolean() },
  { additionalProperties: false },
);

export const VisibilityBody = Body(
  { isComingSoon: Optional(Boolean()), isUnlisted: Optional(Boolean()) },
  { additionalProperties: false, minProperties: 1 },
);

/** For how many days a preview link works: a look today, a round of opinions, a partner who is on holiday. */
export const PREVIEW_DAYS = [1, 7, 30] as const;

export const PreviewLinkBody = Body({ days: Enum(PREVIEW_DAYS) }, { additionalProperties: false });
