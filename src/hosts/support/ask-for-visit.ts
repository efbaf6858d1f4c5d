import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { findPersonByEmail, type Person } from '../../people/find-person.ts';
import { enqueueToOwners } from '../../people/mails/enqueue-to-owners.ts';
import { Refusal } from '../../refusal.ts';
import { lockTeam } from '../members/lock-team.ts';
import { endDueVisits, endLater } from './end-due-visits.ts';

// Owners come back from a weekend, and nobody allows what they have forgotten about.
const ASK_DAYS = 7;
// Each ask is a mail to every owner, also one that is taken back.
const MOST_ASKS_A_DAY = 10;

/**
 * Asks a host's owners to let a supporter look at its dashboard. The supporter has an account with a second factor: nobody's password or
 * session is shared.
 */
export async function askForVisit(
  tx: Transaction,
  { hostId, actor, email, reason }: { hostId: string; actor: Actor; email: string; reason: string },
): Promise<{ hostName: string; lapsesAt: Date }> {
  await lockTeam(tx, hostId);
  const { rows: hosts } = await tx.query<{ name: string; isSuspended: boolean }>(
    'SELECT name, suspended_at IS NOT NULL AS "isSuspended" FROM hosts WHERE id = $1',
    [hostId],
  );
  const [host] = hosts;
  if (!host) throw new Refusal('not_found', 'There is no such host.');
  if (host.isSuspended)
    throw new Refusal('wrong_state', 'The host is suspended: its owners can allow nothing.');
  const supporter = await findSupporter(tx, { hostId, email });
  await requireQuiet(tx, hostId);
  await endDueVisits(tx, hostId);
  const visitId = randomUUIDv7();
  const { rows } = await tx.query<{ lapsesAt: Date }>(
    `INSERT INTO support_visits (id, host_id, person_id, reason, ends_at)
     VALUES ($1, $2, $3, $4, now() + interval '${ASK_DAYS} days')
     ON CONFLICT (host_id, person_id) WHERE ended_at IS NULL DO NOTHING RETURNING ends_at AS "lapsesAt"`,
    [visitId, hostId, supporter.personId, reason],
  );
  const [asked] = rows;
  if (!asked)
    throw new Refusal(
      'wrong_state',
      `${supporter.email} has already asked this host, or looks at it now: see tessera support list.`,
    );
  await recordChange(tx, {
    hostId,
    actor,
    action: 'support.ask',
    subject: { id: visitId, name: supporter.email },
    after: { reason },
  });
  await enqueueToOwners(tx, hostId, (personId) => ({
    mail: 'support_visit',
    what: 'asked',
    personId,
    visitId,
  }));
  await endLater(tx, { hostId, hours: ASK_DAYS * 24 });
  return { hostName: host.name, lapsesAt: asked.lapsesAt };
}

/** Refuses what would fill the owners' mailboxes, however the asks before it ended. */
async function requireQuiet(tx: Transaction, hostId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM support_visits WHERE host_id = $1 AND asked_at > now() - interval '1 day' LIMIT ${MOST_ASKS_A_DAY}`,
    [hostId],
  );
  if (rowCount === MOST_ASKS_A_DAY)
    throw new Refusal(
      'wrong_state',
      'The host was asked ten times within a day: write to its owners, and ask again tomorrow.',
    );
}

async function findSupporter(
  tx: Transaction,
  { hostId, email }: { hostId: string; email: string },
): Promise<Person> {
  const person = await findPersonByEmail(tx, email);
  if (!person)
    throw new Refusal('not_found', `No account has the e-mail ${JSON.stringify(email.slice(0, 254))}.`);
  if (!person.isEmailConfirmed)
    throw new Refusal('wrong_state', `${person.email} has not confirmed the e-mail address yet.`);
  if (!person.hasFactor)
    throw new Refusal('wrong_state', `${person.email} needs a second factor first: /dashboard/me/security.`);
  const { rowCount } = await tx.query('SELECT 1 FROM members WHERE host_id = $1 AND person_id = $2', [
    hostId,
    person.personId,
  ]);
  if (rowCount)
    throw new Refusal('member_exists', `${person.email} is a member of this host and needs no visit.`);
  return person;
}
