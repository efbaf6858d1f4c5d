import assert from 'node:assert/strict';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueuePersonMail } from '../../people/mails/enqueue-person-mail.ts';
import { enqueueToOwners } from '../../people/mails/enqueue-to-owners.ts';
import { Refusal } from '../../refusal.ts';
import { lockTeam, requireTeamPower } from '../members/lock-team.ts';
import { endLater } from './end-due-visits.ts';
import { OPEN_ASK } from './open-visit.ts';

/** An owner lets support in, from now on and for so many hours. Nobody lets themselves in, and members need no visit. */
export async function allowVisit(
  tx: Transaction,
  { hostId, visitId, actor, hours }: { hostId: string; visitId: string; actor: Actor; hours: number },
): Promise<{ endsAt: string }> {
  assert(actor.kind === 'member', 'an owner allows it, and nobody else');
  await lockTeam(tx, hostId);
  await requireTeamPower(tx, { hostId, actor });
  const { rows } = await tx.query<{ personId: string; email: string; endsAt: Date }>(
    `UPDATE support_visits AS v SET allowed_at = now(), allowed_by = $3, ends_at = now() + make_interval(hours => $4)
       FROM people AS p
      WHERE v.id = $1 AND v.host_id = $2 AND ${OPEN_ASK} AND p.id = v.person_id
        AND NOT EXISTS (SELECT 1 FROM members AS m WHERE m.host_id = v.host_id AND m.person_id = v.person_id)
      RETURNING v.person_id AS "personId", p.email, v.ends_at AS "endsAt"`,
    [visitId, hostId, actor.personId, hours],
  );
  const [visit] = rows;
  if (!visit) throw await whyNot(tx, { hostId, visitId });
  const { personId, email, endsAt } = visit;
  await recordChange(tx, {
    hostId,
    actor,
    action: 'support.allow',
    subject: { id: visitId, name: email },
    after: { hours, endsAt },
  });
  await enqueueToOwners(tx, hostId, (owner) => ({
    mail: 'support_visit',
    what: 'allowed',
    personId: owner,
    visitId,
  }));
  await enqueuePersonMail(tx, { mail: 'support_visit', what: 'allowed_to_you', personId, visitId });
  await endLater(tx, { hostId, hours });
  return { endsAt: endsAt.toISOString() };
}

async function whyNot(
  tx: Transaction,
  { hostId, visitId }: { hostId: string; visitId: string },
): Promise<Refusal> {
  const { rowCount } = await tx.query('SELECT 1 FROM support_visits WHERE id = $1 AND host_id = $2', [
    visitId,
    hostId,
  ]);
  return rowCount
    ? new Refusal(
        'wrong_state',
        'It was answered or withdrawn already, nobody answered it in time, or the person is now in your team.',
      )
    : new Refusal('not_found', 'Support has not asked for this.');
}
