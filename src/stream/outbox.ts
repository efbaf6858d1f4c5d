import type { Queryable } from '../db/database.ts';

export type OutboxRow = {
  sequence: number;
  id: string;
  kind: string;
  host_id: string;
  event_id: string;
  occurred_at: Date;
  data: unknown;
};

/**
 * The first events that wait. No place is remembered between two reads: what was drawn earlier and committed later is simply first in the
 * next one.
 */
export async function readOutbox(on: Queryable, limit: number): Promise<OutboxRow[]> {
  const { rows } = await on.query<OutboxRow>(
    `SELECT sequence, id, kind, host_id, event_id, occurred_at, data FROM stream_events ORDER BY sequence LIMIT $1`,
    [limit],
  );
  return rows;
}

/** RabbitMQ has them. */
export async function forgetConfirmed(on: Queryable, sequences: number[]): Promise<void> {
  await on.query('DELETE FROM stream_events WHERE sequence = ANY ($1::bigint[])', [sequences]);
}
