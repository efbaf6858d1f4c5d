import { Type } from 'typebox';
import { Refusal } from '../../refusal.ts';
import { Exactly } from '../../http/schema.ts';
import { OrderBodySchema } from '../../orders/order-schema.ts';
import { ReservationBodySchema } from '../../reservations/reservation-schema.ts';

// The format `uuid` would take `urn:uuid:…` too.
const PlainId = () => Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });

export const EmbedParams = Type.Object({ slug: Type.String() });

/** Optional to the validator: whoever leaves it out gets an error of its own. */
export const DeviceHeader = Type.Object({ 'x-device-id': Type.Optional(PlainId()) });

/** A cart without a token would be that of everybody behind the same address. */
export function tokenOf(headers: { 'x-device-id'?: string }): string {
  const token = headers['x-device-id'];
  if (token === undefined) {
    throw new Refusal('missing_reservation_token', 'X-Device-ID must name the cart.');
  }
  return token.toLowerCase();
}

export const OrderHeaders = Type.Object({
  ...DeviceHeader.properties,
  'idempotency-key': Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' }),
  ),
});

const { items, promoCode } = ReservationBodySchema.properties;

export const HoldBodySchema = Exactly({
  items: Type.Optional(Type.Array(items.items, { maxItems: 50 })),
  // The action says how many one order may have; a body that has many more is too large before that.
  seatIds: Type.Optional(Type.Array(PlainId())),
  promoCode,
});

const { quoteReference, email, firstName, lastName, phone } = OrderBodySchema.properties;
const person = { email, firstName, lastName, phone };

// As many as fit into the largest body that is read.
const MAX_RECIPIENTS = 200;

export const EmbedOrderBodySchema = Exactly({
  ...person,
  quoteReference,
  recipients: Type.Optional(Type.Array(Exactly(person), { minItems: 1, maxItems: MAX_RECIPIENTS })),
  query: Type.String({ maxLength: 1000 }),
});
