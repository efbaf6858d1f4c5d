import { Object as Body, String } from 'typebox';
import { POSITION } from './member-body.ts';

/** Whom a host invites, and to what. */
export const InvitationBody = Body(
  { email: String({ minLength: 3, maxLength: 254, format: 'idn-email' }), ...POSITION },
  { additionalProperties: false },
);
