import { Type, type TSchema } from 'typebox';
import { DateTime, Exactly, Id, MinorUnits, OneOf } from '../http/schema.ts';

const CustomerSchema = Exactly(
  {
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    phone: Type.String({ description: 'Empty if none was given.' }),
  },
  { title: 'PurchaseCustomer' },
);

const PurchaseEntrySchema = Exactly(
  {
    sku: Id({ description: 'The ticket type.' }),
    amount: MinorUnits(),
    formattedAmount: Type.String(),
    quantity: Type.Integer({ minimum: 1 }),
    customer: CustomerSchema,
  },
  { title: 'PurchaseEntry' },
);

const PurchaseSchema = Exactly(
  {
    eventId: Id(),
    reference: Type.String({
      description: 'The order. Use it as idempotency key: a webhook can arrive twice.',
    }),
    amount: MinorUnits({ description: 'The amount paid, in the smallest unit of the currency.' }),
    formattedAmount: Type.String(),
    paidAt: DateTime({ description: '`0001-01-01T00:00:00Z` for a free order.' }),
    sentAt: DateTime({ description: '`0001-01-01T00:00:00Z` for a free order.' }),
    orders: Type.Array(PurchaseEntrySchema, {
      description:
        'One entry per recipient and ticket type; where a cart is for several people, one entry a ticket. The amounts add up to `amount`.',
    }),
    metadata: Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The metadata of the order, unchanged; empty if there was none.',
      },
    ),
  },
  { title: 'Purchase' },
);

export const PurchaseWebhookSchema: TSchema = Exactly(
  { eventType: OneOf(['TICKET_PURCHASED']), data: PurchaseSchema },
  { title: 'PurchaseWebhook' },
);

export const TestWebhookSchema: TSchema = Exactly(
  {
    eventType: OneOf(['WEBHOOK_TEST']),
    data: Exactly(
      { message: Type.String(), reference: Type.String(), sentAt: DateTime() },
      { title: 'WebhookTest' },
    ),
  },
  { title: 'TestWebhook' },
);
