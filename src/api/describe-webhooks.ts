import type { TSchema } from 'typebox';
import { purchaseBody, testBody } from '../webhooks/delivery/make-body.ts';
import { PurchaseWebhookSchema, TestWebhookSchema } from '../webhooks/webhook-schemas.ts';
import type { Operation, Parameter, PathItem } from '../values/openapi-document.ts';
import type { SchemaShelf } from './document-schemas.ts';
import { EXAMPLE_PURCHASE } from './examples.ts';

const EXAMPLE_DELIVERY_ID = '0192f0c1-5c21-7d4a-9b1e-2f6c8d0e4a17';
const SENT_AT = new Date('2027-03-01T12:04:31.250Z');

/** Describes the webhooks that Tessera posts to receivers. */
export function describeWebhooks(shelf: SchemaShelf): Record<string, PathItem> {
  const describe = (webhook: Webhook) => ({ post: describeWebhook(shelf, webhook) });
  return {
    TICKET_PURCHASED: describe({
      operationId: 'ticketPurchased',
      summary: 'Tickets were bought',
      description:
        'Sent when an attendee has bought tickets, through the API or the checkout embed. Compute HMAC-SHA512 over the raw body with your private key (`sk_…`), compare it in constant time with `X-Service-Signature`, and answer 401 if they differ. Answer 2xx at once and do the work afterwards; ignore a `reference` that you already have.',
      schema: PurchaseWebhookSchema,
      example: JSON.parse(purchaseBody(EXAMPLE_PURCHASE, SENT_AT)),
    }),
    WEBHOOK_TEST: describe({
      operationId: 'webhookTest',
      summary: 'A test',
      description: 'Sent once when you ask for a test, and signed like a purchase.',
      schema: TestWebhookSchema,
      example: JSON.parse(testBody(`TEST-${EXAMPLE_DELIVERY_ID}`, SENT_AT)),
    }),
  };
}

type Webhook = {
  operationId: string;
  summary: string;
  description: string;
  schema: TSchema;
  example: unknown;
};

function describeWebhook(shelf: SchemaShelf, { schema, example, ...webhook }: Webhook): Operation {
  return {
    ...webhook,
    tags: ['Webhooks'],
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: shelf.use(schema), example } },
    },
    responses: {
      '200': { description: 'Received. Any status from 200 to 399 counts; the body is not read.' },
      '401': { description: 'The signature is wrong. Like any other error, it is retried four times.' },
    },
  };
}

const HEADERS: Parameter[] = [
  {
    name: 'X-Service-Signature',
    in: 'header',
    required: true,
    description: 'HMAC-SHA512 over the raw body, with your private key.',
    schema: { type: 'string', pattern: '^[0-9a-f]{128}$' },
  },
  {
    name: 'X-Service-Delivery',
    in: 'header',
    required: true,
    description: 'Identifies the delivery. It is the same at every attempt.',
    schema: { type: 'string' },
    example: EXAMPLE_DELIVERY_ID,
  },
  {
    name: 'X-Service-Attempt',
    in: 'header',
    required: true,
    description: 'Counts up from 1.',
    schema: { type: 'integer', format: 'int32', minimum: 1 },
    example: 1,
  },
];
