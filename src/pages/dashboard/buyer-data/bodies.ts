import { Boolean, Object as Body, String } from 'typebox';

const Email = String({ minLength: 1, maxLength: 254, format: 'idn-email' });

/** The person's address. It is in a body, since addresses of pages are kept in many places. */
export const BuyerBody = Body({ email: Email }, { additionalProperties: false });

export const EraseBuyerBody = Body({ email: Email, alsoAhead: Boolean() }, { additionalProperties: false });
