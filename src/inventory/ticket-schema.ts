import { Type, type Static } from 'typebox';
import { DateTime, Exactly, Id, MinorUnits, Nullable, OneOf } from '../http/schema.ts';

/** A ticket type as buyers see it. */
export const TicketSchema = Exactly(
  {
    id: Id({ description: 'The `sku` of reservation items.' }),
    name: Type.String({ examples: ['Regular'] }),
    description: Type.String(),
    kind: OneOf(['GENERAL', 'SEATED'], {
      title: 'TicketKind',
      description: 'Seated tickets are sold through the checkout embed only.',
    }),
    status: OneOf(['AVAILABLE', 'SOLD_OUT', 'COMING_SOON', 'SALE_ENDED'], {
      title: 'TicketStatus',
      description: 'Offer only `AVAILABLE` ones.',
    }),
    quantityLeft: Type.Integer({ minimum: 0, description: "Live; others' reservations are subtracted." }),
    price: MinorUnits({ examples: [1500000] }),
    fees: MinorUnits({
      description: 'What the buyer pays on top of the price, per ticket.',
      examples: [85000],
    }),
    currency: Type.String({ examples: ['NGN'] }),
    formattedPrice: Type.String({ description: '`FREE` if the price is zero.', examples: ['₦15,000.00'] }),
    formattedFees: Type.String({ examples: ['₦850.00'] }),
    maximumPurchasableTicketCount: Type.Integer({
      minimum: 1,
      description: 'The most tickets of this type in one order.',
    }),
    saleStartsAt: Nullable(DateTime()),
    saleEndsAt: Nullable(DateTime()),
    backOnSaleAt: Nullable(
      DateTime({
        description:
          'When the next reservation of a sold-out ticket type lapses, and its tickets may be on sale again. Null where none lapses within the hour, or people are on the waiting list. Ask again then, at a random instant within some seconds.',
      }),
    ),
  },
  { title: 'Ticket' },
);
export type Ticket = Static<typeof TicketSchema>;

/** The ticket type of the reference's samples. The demo has it, so that they run as they stand. */
export const SAMPLE_SKU = '019a8f3e-5c24-7e6f-8c3d-4b5a69788796';
