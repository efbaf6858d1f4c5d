import type { Queryable, Transaction } from '../../db/database.ts';
import { invalidField } from '../../refusal.ts';
import type { Role } from '../../powers.ts';
import { MAX_CHOSEN_EVENTS } from '../../rules/chosen-events.ts';

/** Checks the events of a role, without doubles: null is all of the host's. */
export async function checkChosenEvents(
  database: Queryable,
  { hostId, role, eventIds }: { hostId: string; role: Role; eventIds: readonly string[] | null },
): Promise<string[] | null> {
  if (eventIds === null) return null;
  if (role === 'owner') throw invalidField('eventIds', 'must be all events for an owner.');
  const chosen = [...new Set(eventIds.map((eventId) => eventId.toLowerCase()))];
  if (chosen.length > MAX_CHOSEN_EVENTS) {
    throw invalidField('eventIds', `must name at most ${MAX_CHOSEN_EVENTS} events, or all of them.`);
  }
  const { rowCount } = await database.query(
    'SELECT 1 FROM events WHERE id = ANY ($1::uuid[]) AND host_id = $2',
    [chosen, hostId],
  );
  if (rowCount !== chosen.length) {
    throw invalidField('eventIds', 'names an event of another host.');
  }
  return chosen;
}

export async function writeChosenEvents(
  tx: Transaction,
  { memberId, eventIds }: { memberId: string; eventIds: readonly string[] | null },
): Promise<void> {
  await tx.query('DELETE FROM member_events WHERE member_id = $1', [memberId]);
  if (eventIds === null) return;
  await tx.query('INSERT INTO member_events (member_id, event_id) SELECT $1, unnest($2::uuid[])', [
    memberId,
    eventIds,
  ]);
}

/** As the audit log has it: in names, for people. */
export async function nameChosenEvents(
  database: Queryable,
  eventIds: readonly string[] | null,
): Promise<'all' | string[]> {
  if (eventIds === null) return 'all';
  const { rows } = await database.query<{ name: string }>(
    'SELECT name FROM events WHERE id = ANY ($1::uuid[]) ORDER BY starts_at, id',
    [eventIds],
  );
  return rows.map(({ name }) => name);
}
