import { Array as List, Integer, Object as Body, String, Boolean, type Static, Array } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { MAX_REFUND_REASON_CHARACTERS, MAX_SETTLED_CHARACTERS } from '../../../rules/refund-words.ts';

// Every answer that a form may have: twenty for each of fifty tickets. No answer is longer than the longest text.
const MAX_ANSWERS = 1_020;
const MAX_CHARACTERS = 1_000;

/** What fields say from now on; those that are not named stay as they are. */
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
    /** Stands for what was read before. */
    seen: String({ minLength: 32, maxLength: 32, pattern: '^[0-9a-f]*$' }),
  },
  { additionalProperties: false },
);

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

const id = String({ format: 'uuid' });

/** Another seat for a ticket. */
export const ExchangeBody = Body(
  {
    fromSeatId: id,
    toSeatId: id,
    ticketTypeId: Nullable(id),
    takesHouseSeat: Boolean(),
    /** What the new seat costs more is asked for; false: it is waived. */
    asksDifference: Boolean(),
    // What the page showed, as much as an order may cost.
    seenDifferenceMinor: Integer({ minimum: 0, maximum: 10_000_000_000 }),
  },
  { additionalProperties: false },
);
export type ExchangeBody = Static<typeof ExchangeBody>;

// More tickets than an order may have.
const MAX_TICKETS = 500;
const TicketIds = Array(String({ format: 'uuid' }), { maxItems: MAX_TICKETS });
const Reason = String({ maxLength: MAX_REFUND_REASON_CHARACTERS, format: 'text' });
const Amount = Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Exactly what is to happen, as it was shown: these tickets are void, and this much goes back. */
export const RefundBody = Body(
  {
    /** Made once for each time that the dialog is opened: sent twice, there is one refund. */
    requestKey: String({ format: 'uuid' }),
    ticketIds: TicketIds,
    amountMinor: Amount,
    /** What was paid for better seats of these tickets goes back too. */
    returnsDifferences: Boolean(),
    returnsStock: Boolean(),
    /** Where no money goes back. */
    tellsBuyer: Boolean(),
    reason: Reason,
    /** What was there when the dialog showed it. */
    leftMinor: Amount,
    goodTickets: Integer({ minimum: 0, maximum: MAX_TICKETS }),
  },
  { additionalProperties: false },
);

/** What a member chooses in the dialog; `planRefund` makes a refund of it. */
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

/** How a refund was settled that the gateway did not make. */
export const SettleRefundBody = Body(
  {
    reason: String({ minLength: 1, maxLength: MAX_SETTLED_CHARACTERS, format: 'text' }),
    evenIfUnderWay: Boolean(),
  },
  { additionalProperties: false },
);
