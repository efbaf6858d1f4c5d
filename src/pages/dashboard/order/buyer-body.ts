import { Object as Body, String } from 'typebox';

const Name = () => String({ minLength: 1, maxLength: 100, format: 'person-name' });
const Email = () => String({ maxLength: 254, format: 'idn-email' });
/** Stands for what was read before. */
const Seen = () => String({ minLength: 32, maxLength: 32, pattern: '^[0-9a-f]*$' });

/** Who bought, or who holds a ticket from now on. */
export const PersonBody = Body(
  { email: Email(), firstName: Name(), lastName: Name(), seen: Seen() },
  { additionalProperties: false },
);

/** The name on one ticket. */
export const HolderNameBody = Body(
  { firstName: Name(), lastName: Name(), seen: Seen() },
  { additionalProperties: false },
);
