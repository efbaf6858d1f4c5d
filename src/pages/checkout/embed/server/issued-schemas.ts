import { Type, type Static } from 'typebox';
import { Exactly, Nullable, OneOf } from '../../../../http/schema.ts';
import { ORDER_STATUSES } from '../../../../orders/order-schema.ts';
import { PAYMENT_METHODS } from '../../../../rules/payment-methods.ts';

/** The ways to pay that the buyer chooses from, by sending one's key to `checkoutUrl`; empty: the payment is there already. */
export const OfferedWaysSchema = Type.Array(
  Exactly({
    key: Type.String(),
    methods: Type.Array(OneOf(PAYMENT_METHODS)),
    by: Nullable(Type.String()),
    isInPlace: Type.Boolean({ description: 'Whether this frame may show its payment.' }),
  }),
);

// Opened by an order's receipt token, for the last steps of the page.

/** The document in which the gateway's script shows the payment; null: it has its own page alone. */
export const FrameUrl = Nullable(Type.String({ format: 'uri' }));

/** `processing` and `failed` are told too: the gateway is being asked for a link, or gave none. */
export const OrderStateSchema = Exactly({
  status: OneOf([...ORDER_STATUSES, 'processing', 'failed']),
  /** The gateway says that money is on its way, such as a bank transfer: the buyer is not to pay again. */
  isPaymentUnderWay: Type.Boolean(),
  /** The buyer's money went back. Free tickets that were given back leave a refunded order too. */
  isPaidBack: Type.Boolean(),
  /** Of an order that can still be paid: what is in it, for how much, where, and for how long. */
  payment: Nullable(
    Exactly({
      checkoutUrl: Type.String({ format: 'uri' }),
      ways: OfferedWaysSchema,
      /** The way that was chosen last, and its page; `frameUrl` is then of that payment. */
      chosen: Nullable(Exactly({ key: Type.String(), checkoutUrl: Type.String({ format: 'uri' }) })),
      frameUrl: FrameUrl,
      secondsLeft: Type.Integer({ minimum: 0 }),
      total: Type.Integer(),
      fees: Type.Integer(),
      discount: Type.Integer(),
      items: Type.Array(Exactly({ name: Type.String(), quantity: Type.Integer(), amount: Type.Integer() })),
    }),
  ),
  /** Of an order that waits for a bank transfer: how much, where to, and until when. */
  transfer: Nullable(
    Exactly({
      accountHolder: Type.String(),
      bankName: Type.String(),
      accountNumber: Type.String(),
      branchCode: Type.String(),
      bic: Type.String(),
      amountMinor: Type.Integer(),
      currency: Type.String(),
      reference: Type.String(),
      payBy: Type.String({ format: 'date-time' }),
    }),
  ),
});
export type OrderState = Static<typeof OrderStateSchema>;

export const IssuedTicketsSchema = Exactly({
  reference: Type.String(),
  status: OneOf(ORDER_STATUSES),
  sentTo: Type.String({ description: 'Masked, such as a…@example.com.' }),
  tickets: Type.Array(
    Exactly({
      position: Type.Integer(),
      typeName: Type.String(),
      seat: Nullable(Type.String()),
      seatPlace: Nullable(Exactly({ section: Type.String(), row: Type.String(), seat: Type.String() })),
      holder: Type.String(),
      shortCode: Type.String({ description: 'What is read out where the code can’t be scanned.' }),
      qrSvg: Type.String(),
      applePassUrl: Nullable(Type.String({ format: 'uri' })),
      googlePassUrl: Nullable(Type.String({ format: 'uri' })),
    }),
    { description: 'The first fifty; the rest are in the PDF and on the receipt.' },
  ),
  ticketCount: Type.Integer({ minimum: 0 }),
  pdfUrl: Type.String({ format: 'uri' }),
  calendarUrl: Type.String({ format: 'uri' }),
  receiptUrl: Type.String({ format: 'uri' }),
});
export type IssuedTickets = Static<typeof IssuedTicketsSchema>;

export const ResentSchema = Exactly({ sent: Type.Literal(true) });
export type Resent = Static<typeof ResentSchema>;
