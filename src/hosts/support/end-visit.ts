import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueuePersonMail } from '../../people/mails/enqueue-person-mail.ts';
import { enqueueToOwners } from '../../people/mails/enqueue-to-owners.ts';
import { Refusal } from '../../refusal.ts';
import { lockTeam, requireTeamPower } from '../members/lock-team.ts';
import { OPEN_ASK, OPEN_VISIT } from './open-visit.ts';

export type EndedVisit = { visitId: string; email: string; wasAllowed: boolean };

type Ended = EndedVisit & { hostId: string; personId: string };
type Answer = { hostId: string; visitId: string; actor: Actor };

const RETURNED = `v.id AS "visitId", v.host_id AS "hostId", v.person_id AS "personId", p.email, v.allowed_at IS NOT NULL AS "wasAllowed"`;

/** An owner says no, and the supporter hears of it. */
export async function refuseVisit(tx: Transaction, { hostId, visitId, actor }: Answer): Promise<void> {
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const visit = await end(tx, {
    how: 'refused',
    actor,
    where: `v.id = $3 AND v.host_id = $4 AND ${OPEN_ASK}`,
    values: [visitId, hostId],
  });
  await recordEnd(tx, { hostId, visit, actor, action: 'refuse' });
  const { personId } = visit;
  await enqueuePersonMail(tx, { mail: 'support_visit', what: 'refused_to_you', personId, visitId });
}

/** Any owner ends a visit, whoever allowed it. */
export async function endVisit(tx: Transaction, { hostId, visitId, actor }: Answer): Promise<void> {
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const visit = await end(tx, {
    how: 'owner',
    actor,
    where: `v.id = $3 AND v.host_id = $4 AND ${OPEN_VISIT}`,
    values: [visitId, hostId],
  });
  await recordEnd(tx, { hostId, visit, actor, action: 'end' });
}

/** The supporter has seen enough. */
export async function leaveVisit(
  tx: Transaction,
  { visitId, personId, actor }: { visitId: string; personId: string; actor: Actor },
): Promise<void> {
  const visit = await end(tx, {
    how: 'support',
    actor,
    where: `v.id = $3 AND v.person_id = $4 AND ${OPEN_VISIT}`,
    values: [visitId, personId],
  });
  await recordEnd(tx, { hostId: visit.hostId, visit, actor, action: 'leave' });
}

/**
 * Ends whatever a person has open as support in a host, the ask included: the operator does, and so does a removal from the team, after which
 * nobody stays in another way. Null where there is nothing.
 */
export async function endVisitOf(
  tx: Transaction,
  { hostId, personId, actor }: { hostId: string; personId: string; actor: Actor },
): Promise<EndedVisit | null> {
  const isOwn = actor.kind === 'member' && actor.personId === personId;
  const visit = await tryToEnd(tx, {
    how: actor.kind === 'operator' ? 'operator' : isOwn ? 'support' : 'owner',
    actor,
    where: 'v.host_id = $3 AND v.person_id = $4 AND v.ended_at IS NULL AND v.ends_at > now()',
    values: [hostId, personId],
  });
  if (visit) await recordEnd(tx, { hostId, visit, actor, action: visit.wasAllowed ? 'end' : 'withdraw' });
  return visit;
}

type Ending = { how: string; actor: Actor; where: string; values: string[] };

async function end(tx: Transaction, ending: Ending): Promise<Ended> {
  const visit = await tryToEnd(tx, ending);
  if (!visit) throw new Refusal('not_found', 'There is no such visit, or it has ended already.');
  return visit;
}

async function tryToEnd(tx: Transaction, { how, actor, where, values }: Ending): Promise<Ended | null> {
  const { rows } = await tx.query<Ended>(
    `UPDATE support_visits AS v SET ended_at = now(), ended_how = $1, ended_by = $2 FROM people AS p
      WHERE p.id = v.person_id AND ${where} RETURNING ${RETURNED}`,
    [how, actor.kind === 'member' ? actor.personId : null, ...values],
  );
  return rows[0] ?? null;
}

type End = 'refuse' | 'end' | 'leave' | 'withdraw' | 'lapse';

/** A line in the host's audit log; and of a visit that was allowed, a mail to every owner. */
export async function recordEnd(
  tx: Transaction,
  { hostId, visit, actor, action }: { hostId: string; visit: EndedVisit; actor: Actor; action: End },
): Promise<void> {
  const { visitId, email, wasAllowed } = visit;
  const subject = { id: visitId, name: email };
  await recordChange(tx, { hostId, actor, action: `support.${action}`, subject });
  if (!wasAllowed) return;
  await enqueueToOwners(tx, hostId, (personId) => ({
    mail: 'support_visit',
    what: 'ended',
    personId,
    visitId,
  }));
}
