import { Type, type TSchema } from 'typebox';
import { DateTime, Exactly, Id, MinorUnits, OneOf } from '../http/schema.ts';
import { STREAM_KINDS } from './stream-names.ts';

const Nullable = (schema: TSchema): TSchema => Type.Union([schema, Type.Null()]);

const OrderSchema = Exactly({
  orderId: Id(),
  reference: Type.String(),
  status: OneOf([
    'processing',
    'failed',
    'confirmed',
    'expired',
    'cancelled',
    'partially_refunded',
    'refunded',
  ]),
  source: OneOf(['api', 'embed', 'complimentary', 'host', 'exchange']),
  gateway: Nullable(Type.String()),
  currency: Type.String(),
  amount: MinorUnits(),
  orders: Type.Array(Exactly({ sku: Id(), quantity: Type.Integer({ minimum: 1 }), amount: MinorUnits() })),
});

const TicketSchema = Exactly({
  ticketId: Id(),
  orderId: Id(),
  reference: Type.String(),
  sku: Id(),
  position: Type.Integer({ minimum: 1 }),
  how: OneOf(['bought', 'complimentary', 'counter']),
  seat: Nullable(
    Exactly({
      seatId: Id(),
      section: Nullable(Type.String()),
      row: Nullable(Type.String()),
      seat: Nullable(Type.String()),
    }),
  ),
  isVoid: Type.Boolean(),
  isReturned: Type.Boolean(),
});

const RefundSchema = Exactly({
  refundId: Id(),
  orderId: Id(),
  reference: Type.String(),
  amount: MinorUnits(),
  currency: Type.String(),
  reason: OneOf(['host', 'late', 'surplus', 'mismatch']),
  isByHand: Type.Boolean(),
});

const CheckInSchema = Exactly({
  scanId: Id(),
  ticketId: Nullable(Id()),
  sku: Nullable(Id()),
  doorId: Nullable(Id()),
  kind: OneOf(['entry', 'exit', 'undo']),
  how: OneOf(['code', 'short_code', 'name']),
  outcome: Type.String(),
  isDouble: Type.Boolean(),
  undoes: Nullable(Id()),
  receivedAt: DateTime(),
});

const DATA = { order: OrderSchema, ticket: TicketSchema, refund: RefundSchema, check_in: CheckInSchema };

/** The body of every message, by its kind. Fields may be added; another meaning would be another `version`. */
export const STREAM_SCHEMAS: ReadonlyMap<string, TSchema> = new Map(
  STREAM_KINDS.map((kind) => [
    kind,
    Exactly({
      version: Type.Literal(1),
      id: Id(),
      sequence: Type.Integer({ minimum: 1 }),
      kind: Type.Literal(kind),
      hostId: Id(),
      eventId: Id(),
      occurredAt: DateTime(),
      data: DATA[kind.split('.')[0] as keyof typeof DATA],
    }),
  ]),
);
