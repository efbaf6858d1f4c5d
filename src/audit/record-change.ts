import { isIP } from 'node:net';
import type { Transaction } from '../db/database.ts';
import type { Actor } from './actor.ts';
import { cleanFields, cleanText } from './clean-fields.ts';
import { nextLineId } from './next-line-id.ts';

type Fields = Record<string, unknown>;

export type RecordedChange = {
  /** Null: of no host, such as a sign-in. */
  hostId: string | null;
  actor: Actor;
  /** The change, as `thing.deed`: `public_key.revoke`. */
  action: string;
  /** The changed thing. */
  subject?: { id: string; name: string };
  /** The fields that changed. Never a secret, and of buyers never a value: what is too long is cut (clean-fields.ts). */
  before?: Fields;
  after?: Fields;
};

const MAX_ID_CHARACTERS = 100;
const MAX_NAME_CHARACTERS = 300;
const recorded = new WeakSet<Transaction>();

/** A line of the audit log, in the transaction that makes the change: both are there, or neither. */
export async function recordChange(tx: Transaction, change: RecordedChange): Promise<void> {
  const { hostId, actor, action, subject, before, after } = change;
  await tx.query(
    `INSERT INTO audit_log (id, host_id, actor_kind, person_id, action, subject_id, subject_name, before, after, client_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      nextLineId(),
      hostId,
      actor.kind,
      actor.kind === 'member' ? actor.personId : null,
      action,
      subject ? cleanText(subject.id, MAX_ID_CHARACTERS) : null,
      subject ? cleanText(subject.name, MAX_NAME_CHARACTERS) : '',
      before ? JSON.stringify(cleanFields(action, before)) : null,
      after ? JSON.stringify(cleanFields(action, after)) : null,
      'address' in actor ? toInet(actor.address) : null,
    ],
  );
  recorded.add(tx);
}

/** Without the zone that a link-local address may have: the database knows no zones. Null where it is no address. */
function toInet(address: string): string | null {
  const [plain = ''] = address.split('%');
  return isIP(plain) ? plain : null;
}

/** An earlier press of the same button has already done it: nothing changes, and nothing is recorded. */
export const noteUnchanged = (tx: Transaction): void => void recorded.add(tx);

/** Whether the transaction has left a line. The dashboard refuses to change anything without one. */
export const hasRecorded = (tx: Transaction): boolean => recorded.has(tx);
