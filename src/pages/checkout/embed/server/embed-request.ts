import { Type } from 'typebox';
import { Refusal } from '../../../../refusal.ts';
import { given } from '../../../../values/given.ts';

// The format `uuid` would take `urn:uuid:…` too.
export const PlainId = () => Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });

export const EmbedParams = Type.Object({ slug: Type.String() });

/** Optional to the validator: a request without it gets an error of its own. */
export const DeviceHeader = Type.Object({ 'x-device-id': Type.Optional(PlainId()) });

/** A cart without a token would be that of everybody behind the same address. */
export function tokenOf(headers: { 'x-device-id'?: string }): string {
  const token = given(headers['x-device-id']);
  if (token === undefined) {
    throw new Refusal('missing_reservation_token', 'X-Device-ID must name the cart.');
  }
  return token.toLowerCase();
}
