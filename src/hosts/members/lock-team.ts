import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { mayUse, type Role } from '../../powers.ts';
import { Refusal } from '../../refusal.ts';

/**
 * Changes of a host's team happen one after the other. Without it, two owners who remove each other at the same moment would
 * each see the other remain. The lock lets everybody else work with the host: orders and events only refer to its row.
 */
export async function lockTeam(tx: Transaction, hostId: string): Promise<void> {
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR NO KEY UPDATE', [hostId]);
}

/** The actor may have lost the power since the request came in. Asked under the lock. */
export async function requireTeamPower(
  tx: Transaction,
  { hostId, actor }: { hostId: string; actor: Actor },
): Promise<void> {
  if (actor.kind === 'operator' || actor.kind === 'system') return;
  const personId = actor.kind === 'member' ? actor.personId : null;
  const { rows } = await tx.query<{ role: Role }>(
    'SELECT role FROM members WHERE host_id = $1 AND person_id = $2',
    [hostId, personId],
  );
  const [member] = rows;
  if (!member || !mayUse(member.role, 'team.manage')) {
    throw new Refusal('not_allowed', 'Your role in this host has changed: it no longer allows this.');
  }
}

/** Asked under the lock, after the change: who can't be the last one is told so, and nothing has happened. */
export async function requireAnOwner(tx: Transaction, hostId: string): Promise<void> {
  const { rowCount } = await tx.query(`SELECT 1 FROM members WHERE host_id = $1 AND role = 'owner' LIMIT 1`, [
    hostId,
  ]);
  if (!rowCount) {
    throw new Refusal('last_owner', 'A host needs an owner: make somebody else an owner first.');
  }
}
