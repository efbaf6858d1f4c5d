import { randomUUIDv7 } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import type { Role } from '../../powers.ts';

/** `eventIds`: the events that the member may see; null, or left out: all of the host's. */
export async function addMember(
  tx: Transaction,
  input: { hostId: string; personId: string; role: Role; eventIds?: string[] | null },
): Promise<string> {
  const memberId = randomUUIDv7();
  const { hostId, personId, role, eventIds = null } = input;
  await tx.query(
    'INSERT INTO members (id, host_id, person_id, role, has_all_events) VALUES ($1, $2, $3, $4, $5)',
    [memberId, hostId, personId, role, eventIds === null],
  );
  if (eventIds) {
    await tx.query(
      `INSERT INTO member_events (member_id, event_id)
       SELECT $1, id FROM events WHERE id = ANY ($2::uuid[]) AND host_id = $3`,
      [memberId, eventIds, hostId],
    );
  }
  return memberId;
}
