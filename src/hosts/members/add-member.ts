import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import type { Role } from '../../powers.ts';
import { Refusal } from '../../refusal.ts';
import { checkChosenEvents, nameChosenEvents, writeChosenEvents } from './member-events.ts';

/** `eventIds`: the events that the member may see; null, or left out: all of the host's. */
export async function addMember(
  tx: Transaction,
  input: { hostId: string; actor: Actor; personId: string; role: Role; eventIds?: string[] | null },
): Promise<string> {
  const memberId = randomUUIDv7();
  const { hostId, actor, personId, role } = input;
  const eventIds = await checkChosenEvents(tx, { hostId, role, eventIds: input.eventIds ?? null });
  const { rows } = await tx.query<{ email: string }>(
    `WITH added AS (
       INSERT INTO members (id, host_id, person_id, role, has_all_events) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (host_id, person_id) DO NOTHING RETURNING person_id
     )
     SELECT p.email FROM added JOIN people AS p ON p.id = added.person_id`,
    [memberId, hostId, personId, role, eventIds === null],
  );
  const [added] = rows;
  if (!added) throw new Refusal('member_exists', 'This person is already a member of this host.');
  await writeChosenEvents(tx, { memberId, eventIds });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'member.add',
    subject: { id: memberId, name: added.email },
    after: { role, events: await nameChosenEvents(tx, eventIds) },
  });
  return memberId;
}
