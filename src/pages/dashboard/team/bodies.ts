import { Integer, Object as Body, Unsafe, String } from 'typebox';
import { ROLES, type Role } from '../../../powers.ts';
import { MAX_CHOSEN_EVENTS } from '../../../rules/chosen-events.ts';

/** A member's role and events. Null: all events. */
export const POSITION = {
  role: Unsafe<Role>({ type: 'string', enum: [...ROLES] }),
  eventIds: Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', format: 'uuid' },
    minItems: 1,
    maxItems: MAX_CHOSEN_EVENTS,
  }),
};

export const MemberBody = Body(
  { ...POSITION, version: Integer({ minimum: 1, maximum: 2_147_483_647 }) },
  { additionalProperties: false },
);

/** An invitation: the address, the role and the events. */
export const InvitationBody = Body(
  { email: String({ minLength: 3, maxLength: 254, format: 'idn-email' }), ...POSITION },
  { additionalProperties: false },
);
