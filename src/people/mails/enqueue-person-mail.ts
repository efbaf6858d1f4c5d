import type { Queryable } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { PersonMail } from './person-mail.ts';

export const SEND_PERSON_MAIL = 'send_person_mail';

/** Written in the transaction that causes the mail: it goes out if that commits, and only then. */
export async function enqueuePersonMail(tx: Queryable, mail: PersonMail): Promise<void> {
  await enqueueJob(tx, { kind: SEND_PERSON_MAIL, payload: mail });
}

/** The link in it is made when it is sent: one that was sent before for the same invitation ends. */
export const enqueueInvitationMail = (
  tx: Queryable,
  { invitationId }: { invitationId: string },
): Promise<void> => enqueuePersonMail(tx, { mail: 'invitation', invitationId });
