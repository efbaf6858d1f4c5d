import { Array, Boolean, Integer, Object as Body, String } from 'typebox';
import { OneOf } from '../../../values/body-schema.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../values/guest-list.ts';
import { LANGUAGES } from '../../../values/language.ts';
import { MAX_NOTE_CHARACTERS } from '../../../values/order-source.ts';
import { MAX_LIST_CHARACTERS } from '../../../values/list-text.ts';

const Id = () => String({ format: 'uuid' });
const Name = () => String({ minLength: 1, maxLength: 100, format: 'person-name' });

/** The host's words to the guest, in the mail. */
const guestNote = String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' });

/** Tickets for one guest, for nothing. */
export const GiveBody = Body(
  {
    firstName: Name(),
    lastName: Name(),
    email: String({ minLength: 3, maxLength: 254, format: 'idn-email' }),
    language: OneOf(LANGUAGES),
    lines: Array(
      Body(
        { ticketTypeId: Id(), quantity: Integer({ minimum: 1, maximum: MAX_TICKETS_OF_GIFT }) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 50 },
    ),
    sendsMail: Boolean(),
    guestNote,
    /** The page's name for this gift: pressed twice, it is given once. */
    requestKey: Id(),
  },
  { additionalProperties: false },
);

const Text = String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS });

/** A list as a spreadsheet saves it. */
export const CheckGuestListBody = Body({ text: Text }, { additionalProperties: false });
export const SendGuestListBody = Body(
  { text: Text, sendsMail: Boolean(), guestNote },
  { additionalProperties: false },
);
