import { Type, type Static } from 'typebox';
import { Id, OneOf } from '../../../../http/schema.ts';
import { ORDER_SOURCES, ORDER_STATUSES, WAYS_OF_PAYMENT } from '../../../../rules/orders.ts';

const Day = Type.String({ format: 'date-or-empty', default: '' });
const MaybeId = Type.String({ format: 'uuid-or-empty', default: '' });
// A form that is sent by the browser itself names every field, the empty ones too.
const orEmpty = <const Value extends string>(values: readonly Value[]) =>
  OneOf(['', ...values], { default: '' });

const Clock = OneOf(['event', 'host'], { default: 'host' });
const FILTERS = {
  // A ticket's code with a dash after every character.
  search: Type.String({ maxLength: 300, format: 'text', default: '' }),
  status: orEmpty(ORDER_STATUSES),
  event: MaybeId,
  type: MaybeId,
  source: orEmpty(ORDER_SOURCES),
  payment: orEmpty(WAYS_OF_PAYMENT),
  promo: Type.String({ maxLength: 50, format: 'text', default: '' }),
  from: Day,
  to: Day,
  attention: orEmpty(['yes']),
};

/** The filters of the lists of orders. */
export const OrdersQuerySchema = Type.Object({
  ...FILTERS,
  cursor: Type.Optional(Type.String({ maxLength: 100, format: 'text' })),
});

/** All orders of a list. Days are on the clock of the event on its own page, else of the host's country. */
export const MatchingSchema = Type.Object({ ...FILTERS, clock: Clock });

export const ResendAllBody = Type.Object(
  { ...FILTERS, clock: Clock, resendingId: Id() },
  { additionalProperties: false },
);

export type MatchingQuery = Static<typeof MatchingSchema>;
