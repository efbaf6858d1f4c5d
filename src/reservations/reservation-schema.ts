import { Type, type Static } from 'typebox';
import { DateTime, Exactly, Id, MinorUnits, Nullable } from '../http/schema.ts';

const ReservationItemSchema = Exactly(
  {
    sku: Id(),
    name: Type.String({ examples: ['Regular'] }),
    quantity: Type.Integer({ minimum: 1 }),
    price: MinorUnits({ description: 'Per ticket.' }),
    fee: MinorUnits({ description: 'Per ticket, on top of the price.' }),
    discount: MinorUnits({ description: 'For all tickets of this item together.' }),
    total: MinorUnits({ description: 'quantity × (price + fee) − discount' }),
  },
  { title: 'ReservationItem' },
);

export const ReservationSchema = Exactly(
  {
    reservationToken: Id({
      description: "Identifies the attendee's cart: send it as `X-Device-ID` from now on.",
    }),
    quoteReference: Type.String({
      description:
        'Identifies the priced cart, for the order. You get a new one each time the cart is priced.',
    }),
    total: MinorUnits({ description: 'What the buyer pays.' }),
    totalFees: MinorUnits(),
    discount: MinorUnits(),
    promoCode: Nullable(Type.String()),
    items: Type.Array(ReservationItemSchema),
    currency: Type.String({ examples: ['NGN'] }),
    formattedTotal: Type.String({ examples: ['₦31,700.00'] }),
    clientExpiresAt: DateTime({
      description: 'When the countdown ends; the tickets stay held a little longer.',
    }),
  },
  { title: 'Reservation' },
);
export type Reservation = Static<typeof ReservationSchema>;

export const ReservationBodySchema = Exactly(
  {
    items: Type.Array(
      Exactly(
        {
          sku: Type.String({
            minLength: 1,
            maxLength: 100,
            description: 'Id of a ticket type of this event.',
          }),
          quantity: Type.Integer({ minimum: 1, maximum: 1000 }),
        },
        { title: 'ItemToHold' },
      ),
      { minItems: 1, maxItems: 50 },
    ),
    promoCode: Type.Optional(
      Nullable(
        Type.String({ maxLength: 50, description: 'A code of this event. Absent, empty or null: none.' }),
      ),
    ),
  },
  { title: 'ReservationRequest' },
);
export type ReservationBody = Static<typeof ReservationBodySchema>;
