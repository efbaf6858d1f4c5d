import { Enum, Object as Body } from 'typebox';

/** For how many hours an owner can let support in: a question, an afternoon, a day. The database takes no more than a day. */
export const VISIT_HOURS = [1, 4, 24] as const;

export const AllowBody = Body({ hours: Enum(VISIT_HOURS) }, { additionalProperties: false });
