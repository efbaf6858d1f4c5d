import type { OutboxRow } from './outbox.ts';

export type StreamMessage = {
  sequence: number;
  id: string;
  kind: string;
  routingKey: string;
  occurredAt: Date;
  body: Buffer;
};

/** The same row makes the same bytes, however often it is sent. */
export function makeMessage(row: OutboxRow): StreamMessage {
  const body = {
    version: 1,
    id: row.id,
    sequence: row.sequence,
    kind: row.kind,
    hostId: row.host_id,
    eventId: row.event_id,
    occurredAt: row.occurred_at.toISOString(),
    data: row.data,
  };
  return {
    sequence: row.sequence,
    id: row.id,
    kind: row.kind,
    routingKey: `${row.host_id}.${row.kind}`,
    occurredAt: row.occurred_at,
    body: Buffer.from(JSON.stringify(body)),
  };
}
