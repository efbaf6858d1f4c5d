import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import { consumeMailedToken } from './mailed-tokens.ts';
import { enqueuePersonMail, SEND_PERSON_MAIL } from './mails/enqueue-person-mail.ts';
import { endMailedTokens } from './mails/make-mailed-token.ts';
import { endSessions } from './sessions/sessions.ts';

const UNIQUE_VIOLATION = '23505';

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

type Pressed = {
  actor: Actor;
  token: string;
  /** The browser's own, where it is the person's: it goes on, and all others end. */
  sessionId: string | null;
};

/** The link was pressed: the address counts from now on, and the one before is told. Null where the link opens nothing. */
export async function changeEmail(database: Database, pressed: Pressed): Promise<{ email: string } | null> {
  try {
    return await database.transaction((tx) => takeNewEmail(tx, pressed));
  } catch (error) {
    // Somebody else took the address at the same moment.
    if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null;
    throw error;
  }
}

async function takeNewEmail(
  tx: Transaction,
  { actor, token, sessionId }: Pressed,
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
  await endSessions(tx, { personId, exceptSessionId: sessionId });
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

/**
 * Nobody takes another address by a link that was asked for before, nor by one that is still on its way: whoever was in with the
 * old password may have asked for it. A mailbox that takes mail late would get its link after the change, so the mail goes too.
 */
export async function dropNewEmail(tx: Transaction, personId: string): Promise<void> {
  await endMailedTokens(tx, { purpose: 'change_email', personId });
  await tx.query(
    `DELETE FROM jobs WHERE kind = $1 AND payload ->> 'mail' = 'change_email' AND payload ->> 'personId' = $2`,
    [SEND_PERSON_MAIL, personId],
  );
}
