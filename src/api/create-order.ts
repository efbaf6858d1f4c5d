import { Type } from 'typebox';
import { Refusal } from '../refusal.ts';
import { rawMember } from '../http/raw-member.ts';
import type { HttpServer } from '../http/server.ts';
import { createOrder, type OrderDeps } from '../orders/create-order.ts';
import { IdempotencyKey, OrderBodySchema, OrderSchema } from '../orders/order-schema.ts';
import { given } from '../values/given.ts';
import { LANGUAGES, preferredLanguage } from '../values/language.ts';
import { callerOf } from './authenticate.ts';
import { EXAMPLE_ORDER, EXAMPLE_ORDER_BODY, EXAMPLE_RESERVATION } from './examples.ts';
import { answerOf, COMMON_REFUSALS, type Operation } from './operation.ts';
import { SlugParams } from '../events/slug-params.ts';
import { ROUTES } from '../routes.ts';

const schema = {
  params: SlugParams,
  headers: Type.Object({
    // Optional to the validator: without it the request gets an error of its own.
    'x-device-id': Type.Optional(
      Type.String({
        // Sent empty, it is missing too: the handler says so.
        format: 'uuid-or-empty',
        inDocument: { format: 'uuid' },
        description: "The reservation's token.",
        example: EXAMPLE_RESERVATION.reservationToken,
        isRequired: true,
      }),
    ),
    'idempotency-key': Type.Optional(
      IdempotencyKey({
        description:
          'Send the same key and request again within 24 hours, and you get the first answer again. An empty key counts as none.',
      }),
    ),
    'accept-language': Type.Optional(
      Type.String({
        description: `The language of the e-mails and tickets: the one of ${LANGUAGES.map((one) => `\`${one}\``).join(', ')} that you prefer here, otherwise English.`,
      }),
    ),
  }),
  body: OrderBodySchema,
};

const operation: Operation = {
  operationId: 'createOrder',
  tag: 'Checkout',
  summary: 'Order the held tickets',
  description:
    'A paid order answers `pending_payment` with `checkoutUrl`: send the buyer there. The tickets stay held for the payment window, and the buyer comes back to `callbackUrl` with `reference` added. A free order is `confirmed` at once. A reservation can be ordered once. If the gateway gives no payment link, the tickets stay held and you can try again.',
  schema,
  bodyExample: EXAMPLE_ORDER_BODY,
  answer: answerOf('OrderAnswer', OrderSchema),
  answerDescription: null,
  createdDescription: 'The order.',
  example: { data: EXAMPLE_ORDER, status: true },
  refusals: [
    'malformed_body',
    'validation_failed',
    'missing_reservation_token',
    'reservation_expired',
    'quote_mismatch',
    'tickets_unavailable',
    'too_many_held',
    'seat_map_event',
    'not_found',
    'order_exists',
    'order_in_progress',
    'body_too_large',
    'unsupported_media_type',
    'payment_gateway_error',
    ...COMMON_REFUSALS,
  ],
  reasons: [
    'sale_ended',
    'event_ended',
    'event_cancelled',
    'idempotency_key_reused',
    'email_unpaid',
    'sum_not_payable',
  ],
};

export function registerCreateOrder(api: HttpServer, deps: OrderDeps): void {
  api.post(
    ROUTES.api.createOrder.path,
    { schema, config: { operation, untouched: 'metadata' } },
    async (request, reply) => {
      const token = given(request.headers['x-device-id']);
      if (token === undefined) {
        throw new Refusal(
          'missing_reservation_token',
          'X-Device-ID must be the reservationToken of your reservation.',
        );
      }
      const { metadata: _parsed, ...body } = request.body;
      const { order } = await createOrder(deps, {
        ...body,
        hostId: callerOf(request).hostId,
        slug: request.params.slug,
        token: token.toLowerCase(),
        source: 'api',
        idempotencyKey: given(request.headers['idempotency-key']) ?? null,
        metadataJson: rawMember(request.bodyText, 'metadata'),
        recipients: null,
        language: preferredLanguage(request.headers['accept-language']),
        isWanted: () => !request.raw.socket.destroyed,
      });
      reply.code(201).header('cache-control', 'no-store');
      return { data: order, status: true };
    },
  );
}
