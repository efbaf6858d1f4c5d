import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { consumeMailedToken } from './mailed-tokens.ts';
import { enqueuePersonMail } from './mails/enqueue-person-mail.ts';
import { endMailedTokens } from './mails/make-mailed-token.ts';

/**
 * Mails a link to the new address, and changes nothing yet. Where somebody else has the address, the link goes there all the same
 * and opens nothing: whoever asks learns of no account.
 */
export async function askForNewEmail(
  tx: Transaction,
  { actor, personId, newEmail }: { actor: Actor; personId: string; newEmail: string },
): Promise<void> {
  await enqueuePersonMail(tx, { mail: 'change_email', personId, newEmail });
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.ask_for_new_email',
    after: { email: newEmail },
  });
}

/** The link was pressed: the address counts from now on, and the one before is told. Null where the link opens nothing. */
export async function changeEmail(
  tx: Transaction,
  { actor, token }: { actor: Actor; token: string },
): Promise<{ email: string } | null> {
  const used = await consumeMailedToken(tx, { purpose: 'change_email', token });
  if (!used) return null;
  const { personId, email } = used;
  const { rows } = await tx.query<{ oldEmail: string }>(
    `UPDATE people AS p SET email = $2, email_confirmed_at = now()
       FROM (SELECT id, email FROM people WHERE id = $1 FOR UPDATE) AS old
      WHERE p.id = old.id AND NOT EXISTS (SELECT 1 FROM people WHERE lower(email) = lower($2) AND id <> $1)
      RETURNING old.email AS "oldEmail"`,
    [personId, email],
  );
  const [changed] = rows;
  if (!changed) return null;
  // A link to the old address chooses no new password any more.
  await endMailedTokens(tx, { purpose: 'reset_password', personId });
  await enqueuePersonMail(tx, { mail: 'email_changed', personId, oldEmail: changed.oldEmail });
  await recordChange(tx, {
    hostId: null,
    actor,
    action: 'person.change_email',
    subject: { id: personId, name: email },
    before: { email: changed.oldEmail },
    after: { email },
  });
  return { email };
}
