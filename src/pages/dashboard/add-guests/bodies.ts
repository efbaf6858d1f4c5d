import { Array, Boolean, Integer, Object as Body, String, Optional } from 'typebox';
import { OneOf, Nullable } from '../../../values/body-schema.ts';
import { MAX_TICKETS_OF_GIFT } from '../../../rules/guest-list.ts';
import { LANGUAGES } from '../../../values/language.ts';
import { MAX_NOTE_CHARACTERS, MAX_TICKETS_OF_HOST_ORDER, PAID_BY } from '../../../rules/order-source.ts';
import { MAX_LIST_CHARACTERS } from '../../../rules/list-text.ts';

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

// As for a ticket type.
const priceMinor = Nullable(Integer({ minimum: 0, maximum: 10_000_000_000 }));
const ticketTypeId = String({ format: 'uuid' });
const quantity = Integer({ minimum: 1, maximum: MAX_TICKETS_OF_HOST_ORDER });
// More ticket types than these are of no use to one buyer.
const MAX_LINES = 50;

/** For whom, with which seats, and the page's name for the order. */
const ORDER = {
  seatIds: Array(String({ format: 'uuid' }), { maxItems: MAX_TICKETS_OF_HOST_ORDER }),
  /** As which ticket type a seat is sold, where that is a further price of it. */
  seatTypes: Optional(
    Array(Body({ seatId: String({ format: 'uuid' }), ticketTypeId }, { additionalProperties: false }), {
      maxItems: MAX_TICKETS_OF_HOST_ORDER,
    }),
  ),
  email: String({ minLength: 3, maxLength: 254, format: 'idn-email' }),
  firstName: String({ minLength: 1, maxLength: 100, format: 'person-name' }),
  lastName: String({ minLength: 1, maxLength: 100, format: 'person-name' }),
  note: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
  /** The host's words to the guest, in the mail. */
  guestNote: String({ maxLength: MAX_NOTE_CHARACTERS, format: 'paragraphs' }),
  language: OneOf(LANGUAGES),
  requestKey: String({ format: 'uuid' }),
};

/** Tickets that the host was paid for otherwise. The price of one ticket; null: what buyers pay. */
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

/** Tickets for nothing, with the seats that were chosen. */
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
