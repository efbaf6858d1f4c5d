import type { Actor } from '../../audit/actor.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJoinedMail } from './join-notices.ts';
import type { OwnerNotice, OwnerNoticeMail } from './person-mail.ts';

type Told = { personId: string; hostId: string | null; at: Date };

/**
 * One mail to every owner that the host has at this moment, joined with others of its sort (join-notices.ts). Called after a removal, it does not reach who was removed: name
 * them in `alsoTo`.
 */
export async function enqueueOwnerNotice(
  tx: Transaction,
  notice: { hostId: string; what: OwnerNotice; subject?: string; actor: Actor; alsoTo?: string[] },
): Promise<void> {
  const { rows } = await tx.query<Told>(
    `SELECT person_id AS "personId", host_id AS "hostId", now() AS at FROM members
      WHERE host_id = $1 AND role = 'owner'
      UNION SELECT id, $1, now() FROM people WHERE id = ANY ($2::uuid[])`,
    [notice.hostId, notice.alsoTo ?? []],
  );
  await tellAll(tx, rows, notice);
}

/** A factor is a person's, and opens every host that the person is a member of: the owners of all of them hear of it, and the person. */
export async function enqueueFactorNotice(
  tx: Transaction,
  notice: { personId: string; what: OwnerNotice; subject?: string; actor: Actor },
): Promise<void> {
  const { rows } = await tx.query<Told>(
    `SELECT DISTINCT ON (told."personId") told.*, now() AS at FROM (
       SELECT o.person_id AS "personId", o.host_id AS "hostId"
         FROM members AS m JOIN members AS o ON o.host_id = m.host_id AND o.role = 'owner'
        WHERE m.person_id = $1
        UNION ALL SELECT $1, (SELECT host_id FROM members WHERE person_id = $1 ORDER BY id LIMIT 1)
     ) AS told
     ORDER BY told."personId", told."hostId"`,
    [notice.personId],
  );
  await tellAll(tx, rows, notice);
}

async function tellAll(
  tx: Transaction,
  told: Told[],
  { what, subject = '', actor }: { what: OwnerNotice; subject?: string; actor: Actor },
): Promise<void> {
  const by: OwnerNoticeMail['by'] =
    actor.kind === 'member'
      ? { kind: 'member', email: actor.email }
      : { kind: actor.kind === 'operator' ? 'operator' : 'system' };
  const actorKey = actor.kind === 'member' ? actor.personId : actor.kind;
  const address = 'address' in actor ? actor.address : null;
  // In one order: those who tell the same people at the same moment wait for each other, and never both.
  const inOrder = told.toSorted((a, b) => (a.personId < b.personId ? -1 : 1));
  for (const { personId, hostId, at } of inOrder) {
    const notice = { personId, hostId, what, subject, by, address, at: at.toISOString() };
    // By each for themselves: nobody's deed waits behind what somebody else has just done, or is told as theirs.
    const key = `${what} of ${hostId ?? 'nobody'} by ${actorKey} to ${personId}`;
    await enqueueJoinedMail(tx, { key, mail: { mail: 'owner_notice', ...notice } });
  }
}
