import { Array, Boolean, Integer, Object as Body, String } from 'typebox';
import { Nullable, OneOf } from '../../../values/body-schema.ts';
import { MAX_REFUND_REASON_CHARACTERS, MAX_SETTLED_CHARACTERS } from '../../../values/refund-words.ts';

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
