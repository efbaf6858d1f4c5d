/** The topic exchange that every event is published to, by `<host id>.<kind>`. */
export const STREAM_EXCHANGE = 'tessera.events';

/** The stream queue that keeps all of them, for whoever wants to read from any point on. */
export const STREAM_QUEUE = 'tessera.events';

/** Everything that is told. Each is described in docs/operating/event-stream.md. */
export const STREAM_KINDS = [
  'order.created',
  'order.confirmed',
  'order.failed',
  'order.expired',
  'order.cancelled',
  'order.partially_refunded',
  'order.refunded',
  'ticket.issued',
  'ticket.moved',
  'ticket.passed_on',
  'ticket.voided',
  'refund.requested',
  'refund.retried',
  'refund.made',
  'refund.refused',
  'check_in.admitted',
  'check_in.left',
  'check_in.refused',
  'check_in.undone',
] as const;
