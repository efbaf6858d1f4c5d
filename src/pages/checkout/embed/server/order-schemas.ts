import { Type, type Static } from 'typebox';
import { Exactly, OneOf } from '../../../../http/schema.ts';
import { BANK_TRANSFER } from '../../../../rules/bank-transfer.ts';
import { INVOICE_FIELD_NAMES, INVOICE_FIELDS, type InvoiceField } from '../../../../rules/invoices.ts';
import { IdempotencyKey, OrderBodySchema, OrderSchema } from '../../../../orders/order-schema.ts';
import { FrameUrl } from './issued-schemas.ts';
import { AnswersSchema } from './question-schemas.ts';
import { OfferedWaysSchema } from './issued-schemas.ts';

export const OrderHeaders = Type.Object({
  // Sent empty, it is missing.
  'x-device-id': Type.Optional(Type.String({ format: 'uuid-or-empty' })),
  'idempotency-key': Type.Optional(IdempotencyKey()),
});

const { quoteReference, email, firstName, lastName, phone } = OrderBodySchema.properties;

const PersonSchema = Exactly({ email, firstName, lastName, phone });
export type Person = Static<typeof PersonSchema>;

// As many as fit into the largest body that is read.
const MAX_RECIPIENTS = 200;

// Each as the form takes it, and blanks around it; the order's own check says what is wrong.
const InvoiceDraftSchema = Exactly(
  Object.fromEntries(
    INVOICE_FIELD_NAMES.map((field) => [
      field,
      Type.String({ maxLength: INVOICE_FIELDS[field].maxLength + 20, format: 'text' }),
    ]),
  ) as Record<InvoiceField, ReturnType<typeof Type.String>>,
);

export const EmbedOrderBodySchema = Exactly({
  ...PersonSchema.properties,
  quoteReference,
  recipients: Type.Optional(
    Type.Array(PersonSchema, {
      minItems: 1,
      maxItems: MAX_RECIPIENTS,
      description:
        "One per ticket, in the order of the reservation's items; left out where all tickets are the buyer's.",
    }),
  ),
  answers: Type.Optional(AnswersSchema),
  newsletter: Type.Optional(
    Type.String({ maxLength: 400, description: 'The sentence that the buyer agreed to, as it was shown.' }),
  ),
  invoice: Type.Optional(InvoiceDraftSchema),
  paysBy: Type.Optional(
    OneOf([BANK_TRANSFER], {
      description: 'By bank transfer, where the event takes any; left out: through the host’s gateway.',
    }),
  ),
  query: Type.String({
    maxLength: 1000,
    description:
      "The page's own query (theme, colorScheme, lang), so that the buyer comes back to a page that looks the same; with `page=event` on the event's own page.",
  }),
});
export type EmbedOrderBody = Static<typeof EmbedOrderBodySchema>;

export const EmbedOrderSchema = Exactly({
  ...OrderSchema.properties,
  receiptUrl: Type.String({
    format: 'uri',
    description: 'Of an order that is not paid yet, too. Its last part is the receipt token.',
  }),
  isFramable: Type.Boolean({
    description: 'Whether `checkoutUrl` may be shown in this frame; otherwise it opens in a new tab.',
  }),
  ways: OfferedWaysSchema,
  frameUrl: FrameUrl,
});
export type EmbedOrder = Static<typeof EmbedOrderSchema>;
