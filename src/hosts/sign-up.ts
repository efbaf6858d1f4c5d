import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import { createPerson } from '../people/create-person.ts';
import { enqueuePersonMail } from '../people/mails/enqueue-person-mail.ts';
import { findPersonByEmail, type Person } from '../people/find-person.ts';
import { endSessions } from '../people/sessions/sessions.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { comparableAddress } from '../values/email-address.ts';
import { createHostOf, FEES_OF_NEW_HOSTS } from './create-host.ts';

export type SignUpInput = {
  hostName: string;
  country: Country;
  name: string;
  email: string;
  passwordHash: string;
  /** Whether the address may get another mail now. Where not, it got one a moment ago. */
  mayMail: boolean;
  actor: Actor;
};

/**
 * A host and its owner, who has to open the link in the e-mail before anything else happens. Answers whose link it will be; null
 * where the e-mail has an account already: its owner is told by mail, and whoever signs up is told the same as everybody.
 *
 * An account whose e-mail was never confirmed is nobody's. Who signs up with it again takes it over, so that a stranger who was
 * quicker keeps nothing: neither the password nor the name that they chose.
 */
export async function signUp(
  tx: Transaction,
  secretKeys: SecretKeys,
  input: SignUpInput,
): Promise<string | null> {
  const { actor, mayMail } = input;
  const email = comparableAddress(input.email);
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`sign-up ${email}`]);
  const known = await findPersonByEmail(tx, email);
  if (known && !(await isNobodys(tx, known))) {
    const { personId } = known;
    if (mayMail) await enqueuePersonMail(tx, { mail: 'sign_up_with_known_email', personId });
    const subject = { id: personId, name: known.email };
    await recordChange(tx, { hostId: null, actor, action: 'person.sign_up_again', subject });
    return null;
  }
  const personId = known
    ? await takeOver(tx, known, input)
    : await makeHost(tx, secretKeys, { ...input, email });
  if (mayMail) await enqueuePersonMail(tx, { mail: 'confirm_email', personId });
  return personId;
}

async function makeHost(tx: Transaction, secretKeys: SecretKeys, input: SignUpInput): Promise<string> {
  const { name, email, passwordHash, country, actor } = input;
  const personId = await createPerson(tx, { name, email, passwordHash, isEmailConfirmed: false });
  const host = { ...FEES_OF_NEW_HOSTS, name: input.hostName, country, isEmailConfirmed: false };
  await createHostOf(tx, secretKeys, { ...host, personId, actor });
  return personId;
}

/** Never confirmed, and in no host that anybody else has to do with. */
async function isNobodys(tx: Transaction, person: Person): Promise<boolean> {
  // Locked, and looked at again: it may be confirmed at this very moment, and would be given away then.
  const { rowCount: unconfirmed } = await tx.query(
    'SELECT 1 FROM people WHERE id = $1 AND email_confirmed_at IS NULL FOR NO KEY UPDATE',
    [person.personId],
  );
  if (!unconfirmed) return false;
  const { rows } = await tx.query<{ hosts: number; own: number }>(
    `SELECT count(*)::int AS hosts,
            (count(*) FILTER (WHERE h.confirmed_at IS NULL AND m.role = 'owner'
               AND NOT EXISTS (SELECT 1 FROM members AS o WHERE o.host_id = h.id AND o.person_id <> $1)))::int AS own
       FROM members AS m JOIN hosts AS h ON h.id = m.host_id WHERE m.person_id = $1`,
    [person.personId],
  );
  return rows[0]?.hosts === 1 && rows[0].own === 1;
}

async function takeOver(tx: Transaction, { personId }: Person, input: SignUpInput): Promise<string> {
  await tx.query('UPDATE people SET name = $2, password_hash = $3 WHERE id = $1', [
    personId,
    input.name,
    input.passwordHash,
  ]);
  // Emptied, the slug is made anew: it tells of the name.
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE hosts SET name = $2, country = $3, slug = NULL FROM members AS m
      WHERE m.host_id = hosts.id AND m.person_id = $1 RETURNING hosts.id`,
    [personId, input.hostName, input.country],
  );
  const [host] = rows;
  await endSessions(tx, { personId });
  await recordChange(tx, {
    hostId: host?.id ?? null,
    actor: input.actor,
    action: 'host.take_over',
    ...(host && { subject: { id: host.id, name: input.hostName } }),
  });
  return personId;
}
