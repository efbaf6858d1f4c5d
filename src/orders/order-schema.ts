import { Type, type Static } from 'typebox';
import { Exactly, MinorUnits, Nullable, OneOf } from '../http/schema.ts';

export const ORDER_STATUSES = [
  'pending_payment',
  'confirmed',
  'expired',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const;

export const OrderSchema = Type.Object(
  {
    status: OneOf(ORDER_STATUSES, {
      title: 'OrderStatus',
      description: '`pending_payment` for a paid order, `confirmed` for a free one.',
    }),
    checkoutUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description:
          'The payment page for the buyer, or the page with the choice where the host has several ways to pay. Only paid orders have it.',
      }),
    ),
    reference: Type.String({
      description:
        'Identifies the order: at the return to `callbackUrl`, in webhooks and on the receipt. It gives access to nothing.',
      examples: ['TSR-4K7Q-9XWD-2MBA-R8TN'],
    }),
    total: MinorUnits(),
    currency: Type.String({ examples: ['NGN'] }),
    formattedTotal: Type.String({ examples: ['₦31,700.00'] }),
    receiptUrl: Nullable(
      Type.String({
        format: 'uri',
        description:
          'The page with the tickets, once the order is confirmed; null before. Anyone who has this address has the tickets: show it only to the buyer.',
      }),
    ),
  },
  { title: 'Order', additionalProperties: false },
);
export type Order = Static<typeof OrderSchema>;

/** Of an address as it is sent, and of the same percent-encoded. */
export const MAX_CALLBACK_URL_CHARACTERS = 2000;

const Name = () =>
  Type.String({
    minLength: 1,
    maxLength: 100,
    format: 'person-name',
    description: 'One line, without a link.',
  });

/** Sent empty, it is as if it were left out. */
export const IdempotencyKey = (options: object = {}) =>
  Type.String({ maxLength: 255, format: 'word-or-empty', ...options });

export const OrderBodySchema = Exactly(
  {
    quoteReference: Type.String({
      minLength: 1,
      maxLength: 100,
      format: 'word',
      description: "The reservation's newest quote.",
    }),
    email: Type.String({
      format: 'spaced-email',
      inDocument: { format: 'idn-email' },
      maxLength: 254,
      description:
        'We send the tickets to this address. Its domain may be in any script; spaces around it are removed.',
    }),
    firstName: Name(),
    lastName: Name(),
    phone: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 40,
          format: 'text',
          description:
            "A number of the event's country, or an international one with `+`. Other text is kept unchanged. Empty or null: none.",
        }),
      ),
    ),
    // The validator leaves it to the order, which says more exactly what is wrong with it.
    callbackUrl: Type.Optional(
      Nullable(
        Type.String({
          maxLength: MAX_CALLBACK_URL_CHARACTERS,
          description:
            'An absolute http or https URL. The buyer returns there after the payment, with `reference` added. Absent, empty or null: the hosted receipt page.',
        }),
      ),
    ),
    metadata: Type.Optional(
      Type.Object(
        {},
        {
          additionalProperties: true,
          description:
            'At most 4096 bytes; a `\\u` escape counts as its UTF-8. It comes back unchanged in the purchase webhook.',
        },
      ),
    ),
  },
  { title: 'OrderRequest' },
);
export type OrderBody = Static<typeof OrderBodySchema>;
