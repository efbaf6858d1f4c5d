import { Type } from 'typebox';
import { Id } from '../http/schema.ts';
import { EXAMPLE_RESERVATION } from './examples.ts';

export const DeviceHeaders = Type.Object({
  'x-device-id': Type.Optional(
    Id({
      title: 'DeviceId',
      example: EXAMPLE_RESERVATION.reservationToken,
      description:
        'The reservation token. Without it, the client address identifies the cart while the cart is held and not ordered.',
    }),
  ),
});
