import {
  Array as List,
  Integer,
  Object as Body,
  Optional,
  String,
  Boolean,
  type Static,
  Array,
} from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { PAID_BY } from '../../../rules/order-source.ts';
import { MAX_REFUND_REASON_CHARACTERS, MAX_SETTLED_CHARACTERS } from '../../../rules/refund-words.ts';

// Every answer that a form may have: twenty for each of fifty tickets. No answer is longer than the longest text.
const MAX_ANSWERS = 1_020;
const MAX_CHARACTERS = 1_000;

/** The words for an invoice. The server checks them by the country, too. */
export const InvoiceBody = Body(
  {
    company: String({ maxLength: 200, format: 'line-or-empty' }),
    line1: String({ minLength: 1, maxLength: 150, format: 'line' }),
    line2: String({ maxLength: 150, format: 'line-or-empty' }),
    postalCode: String({ maxLength: 20, format: 'line-or-empty' }),
    city: String({ minLength: 1, maxLength: 100, format: 'line' }),
    region: String({ maxLength: 100, format: 'line-or-empty' }),
    countryCode: String({ minLength: 2, maxLength: 2, format: 'letters' }),
    taxNumber: String({ maxLength: 40, format: 'line-or-empty' }),
    purchaseReference: String({ maxLength: 100, format: 'line-or-empty' }),
  },
  { additionalProperties: false },
);

/** The new answers; fields that are not named stay as they are. */
export const AnswersBody = Body(
  {
    answers: List(
      Body(
        {
          questionId: String({ format: 'uuid' }),
          ticket: Nullable(Integer({ minimum: 1, maximum: 9_999 })),
          answer: String({ maxLength: MAX_CHARACTERS }),
        },
        { additionalProperties: false },
      ),
      { maxItems: MAX_ANSWERS },
    ),
    /** The version that the member saw. */
    seen: String({ minLength: 32, maxLength: 32, format: 'letters' }),
  },
  { additionalProperties: false },
);

const Name = () => String({ minLength: 1, maxLength: 100, format: 'person-name' });
const Email = () => String({ maxLength: 254, format: 'idn-email' });
/** The version that the member saw. */
const Seen = () => String({ minLength: 32, maxLength: 32, format: 'letters' });

/** The buyer, or the new holder of a ticket. */
export const PersonBody = Body(
  { email: Email(), firstName: Name(), lastName: Name(), seen: Seen() },
  { additionalProperties: false },
);

/** The name on one ticket. */
export const HolderNameBody = Body(
  { firstName: Name(), lastName: Name(), seen: Seen() },
  { additionalProperties: false },
);

const id = String({ format: 'uuid' });

/** Another seat for a ticket. */
export const ExchangeBody = Body(
  {
    fromSeatId: id,
    toSeatId: id,
    ticketTypeId: Nullable(id),
    takesHouseSeat: Boolean(),
    /** Whether the buyer pays the difference; false waives it, or keeps what a cheaper seat costs less. */
    asksDifference: Boolean(),
    /** The buyer has paid the difference at the counter, so. */
    paidBy: Optional(Nullable(OneOf(PAID_BY))),
    // The price that the page showed, up to the maximum of an order; negative: the seat costs less.
    seenDifferenceMinor: Integer({ minimum: -10_000_000_000, maximum: 10_000_000_000 }),
  },
  { additionalProperties: false },
);
export type ExchangeBody = Static<typeof ExchangeBody>;

/** A cheaper seat, with the difference back. */
export const CheaperSeatBody = Body(
  {
    fromSeatId: id,
    toSeatId: id,
    ticketTypeId: Nullable(id),
    takesHouseSeat: Boolean(),
    seenDifferenceMinor: Integer({ minimum: -10_000_000_000, maximum: -1 }),
    /** Made once per opening of the dialog, so that a second press makes no second refund. */
    requestKey: String({ format: 'uuid' }),
  },
  { additionalProperties: false },
);

// More tickets than an order may have.
const MAX_TICKETS = 500;
const TicketIds = Array(String({ format: 'uuid' }), { maxItems: MAX_TICKETS });
const Reason = String({ maxLength: MAX_REFUND_REASON_CHARACTERS, format: 'text' });
const Amount = Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** The refund exactly as shown: these tickets become void, and this amount goes back. */
export const RefundBody = Body(
  {
    /** Made once per opening of the dialog, so that a second press makes no second refund. */
    requestKey: String({ format: 'uuid' }),
    ticketIds: TicketIds,
    amountMinor: Amount,
    /** Whether the payments for better seats of these tickets go back too. */
    returnsDifferences: Boolean(),
    returnsStock: Boolean(),
    /** For a refund without money. */
    tellsBuyer: Boolean(),
    reason: Reason,
    /** The state that the dialog showed. */
    leftMinor: Amount,
    goodTickets: Integer({ minimum: 0, maximum: MAX_TICKETS }),
  },
  { additionalProperties: false },
);

/** The member's choices in the dialog; `planRefund` turns them into a refund. */
export const RefundForm = Body(
  {
    what: OneOf(['all', 'tickets', 'amount']),
    ticketIds: TicketIds,
    amountMinor: Nullable(Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    money: OneOf(['back', 'kept']),
    returnsStock: Boolean(),
    tellsBuyer: Boolean(),
    reason: Reason,
  },
  { additionalProperties: false },
);

/** Whether the tickets of a disputed order are refused at the doors. */
export const BlockTicketsBody = Body({ isBlocked: Boolean() }, { additionalProperties: false });

/** How the member settled a refund that the gateway did not make. */
export const SettleRefundBody = Body(
  {
    reason: String({ minLength: 1, maxLength: MAX_SETTLED_CHARACTERS, format: 'text' }),
    evenIfUnderWay: Boolean(),
  },
  { additionalProperties: false },
);
