import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';

/**
 * The person has shown that the address is theirs. Hosts that wait for the e-mail of their first owner may go public from now on.
 * Answers false where the person has another address by now.
 */
export async function confirmEmail(
  tx: Transaction,
  { personId, email, actor }: { personId: string; email: string; actor: Actor },
): Promise<boolean> {
  const { rows } = await tx.query<{ isNew: boolean }>(
    `WITH before AS (SELECT id, email_confirmed_at FROM people WHERE id = $1 AND lower(email) = lower($2) FOR UPDATE)
     UPDATE people SET email_confirmed_at = coalesce(people.email_confirmed_at, now()) FROM before
      WHERE people.id = before.id RETURNING before.email_confirmed_at IS NULL AS "isNew"`,
    [personId, email],
  );
  const [confirmed] = rows;
  if (!confirmed) return false;
  if (!confirmed.isNew) return true;
  await tx.query(
    `UPDATE hosts SET confirmed_at = now() WHERE confirmed_at IS NULL
        AND id IN (SELECT host_id FROM members WHERE person_id = $1 AND role = 'owner')`,
    [personId],
  );
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.confirm_email',
    subject: { id: personId, name: email },
  });
  return true;
}
