import { Array, Boolean, Integer, Object as Body, String, Optional } from 'typebox';
import { OneOf, Nullable } from '../../../values/body-schema.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../rules/guest-list.ts';
import { LANGUAGES } from '../../../values/language.ts';
import { MAX_NOTE_CHARACTERS, MAX_TICKETS_OF_HOST_ORDER, PAID_BY } from '../../../rules/order-source.ts';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';
import { MAX_PRICE_MINOR } from '../../../rules/price.ts';

const Id = () => String({ format: 'uuid' });
const Name = () => String({ minLength: 1, maxLength: 100, format: 'person-name' });

/** The host's note to the guest, added to the mail. */
const guestNote = String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' });

/** Free tickets for one guest. */
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
    /** The page's id for this gift: a second press gives nothing more. */
    requestKey: Id(),
  },
  { additionalProperties: false },
);

const Text = String({ minLength: 1, maxLength: MAX_LIST_CHARACTERS });

/** A list as saved by a spreadsheet. */
export const CheckGuestListBody = Body({ text: Text }, { additionalProperties: false });
export const SendGuestListBody = Body(
  { text: Text, sendsMail: Boolean(), guestNote },
  { additionalProperties: false },
);

// As for a ticket type.
const priceMinor = Nullable(Integer({ minimum: 0, maximum: MAX_PRICE_MINOR }));
const ticketTypeId = String({ format: 'uuid' });
const quantity = Integer({ minimum: 1, maximum: MAX_TICKETS_OF_HOST_ORDER });
// One buyer needs no more ticket types than these.
const MAX_LINES = 50;

/** The buyer, the seats, and the page's id for the order. */
const ORDER = {
  seatIds: Array(String({ format: 'uuid' }), { maxItems: MAX_TICKETS_OF_HOST_ORDER }),
  /** The ticket type of a seat that is sold at a further price. */
  seatTypes: Optional(
    Array(Body({ seatId: String({ format: 'uuid' }), ticketTypeId }, { additionalProperties: false }), {
      maxItems: MAX_TICKETS_OF_HOST_ORDER,
    }),
  ),
  email: String({ minLength: 3, maxLength: 254, format: 'idn-email' }),
  firstName: String({ minLength: 1, maxLength: 100, format: 'person-name' }),
  lastName: String({ minLength: 1, maxLength: 100, format: 'person-name' }),
  note: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
  /** The host's note to the guest, added to the mail. */
  guestNote: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
  language: OneOf(LANGUAGES),
  requestKey: String({ format: 'uuid' }),
};

/** Tickets that the host is paid for directly. The price is of one ticket; null: the buyers' price. */
export const SellBody = Body(
  {
    lines: Array(Body({ ticketTypeId, quantity, priceMinor }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: MAX_LINES,
    }),
    paidBy: OneOf(PAID_BY),
    ...ORDER,
  },
  { additionalProperties: false },
);

/** Free tickets, with the chosen seats. */
export const GiveSeatsBody = Body(
  {
    lines: Array(Body({ ticketTypeId, quantity }, { additionalProperties: false }), {
      minItems: 1,
      maxItems: MAX_LINES,
    }),
    ...ORDER,
  },
  { additionalProperties: false },
);
