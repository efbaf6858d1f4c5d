import { Type } from 'typebox';
import { Id } from '../http/schema.ts';

export const DeviceHeaders = Type.Object({
  'x-device-id': Type.Optional(
    Id({ description: 'The reservation token. Without it the cart is the one of the client address.' }),
  ),
});
