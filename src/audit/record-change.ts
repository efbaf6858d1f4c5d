import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../db/database.ts';
import type { Actor } from './actor.ts';

type Fields = Record<string, unknown>;

export type RecordedChange = {
  /** Null: of no host, such as a sign-in. */
  hostId: string | null;
  actor: Actor;
  /** What was done, as `thing.deed`: `public_key.revoke`. */
  action: string;
  /** What it was done to. */
  subject?: { id: string; name: string };
  /** The fields that changed. Never a secret, and of buyers never a value. */
  before?: Fields;
  after?: Fields;
};

const MAX_NAME_CHARACTERS = 300;
const recorded = new WeakSet<Transaction>();

/** A line of the audit log, in the transaction that makes the change: both are there, or neither. */
export async function recordChange(tx: Transaction, change: RecordedChange): Promise<void> {
  const { hostId, actor, action, subject, before, after } = change;
  await tx.query(
    `INSERT INTO audit_log (id, host_id, actor_kind, person_id, action, subject_id, subject_name, before, after, client_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      randomUUIDv7(),
      hostId,
      actor.kind,
      actor.kind === 'member' ? actor.personId : null,
      action,
      subject?.id ?? null,
      subject?.name.slice(0, MAX_NAME_CHARACTERS) ?? '',
      before ? JSON.stringify(before) : null,
      after ? JSON.stringify(after) : null,
      'address' in actor ? actor.address : null,
    ],
  );
  recorded.add(tx);
}

/** Whether the transaction has left a line. The dashboard refuses to change anything without one. */
export const hasRecorded = (tx: Transaction): boolean => recorded.has(tx);
