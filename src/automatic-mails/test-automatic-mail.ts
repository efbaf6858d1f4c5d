import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Database, Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Mailer } from '../mail/mailer.ts';
import { sendTestJob } from '../messages/test-message.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { sampleAutomaticMail, type Sample } from './sample-automatic-mail.ts';

const SEND_TEST = 'send_automatic_mail_test';

/** Sends an automatic mail to the member who writes it, and to nobody else. */
export async function testAutomaticMail(
  tx: Transaction,
  { actor, ...test }: Sample & { actor: Actor & { kind: 'member' } },
): Promise<void> {
  const { hostId, eventId, kind } = test;
  const { rows } = await tx.query<{ name: string }>('SELECT name FROM events WHERE id = $1', [eventId]);
  await enqueueJob(tx, { kind: SEND_TEST, payload: { ...test, personId: actor.personId } });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'automatic_mail.test',
    subject: { id: eventId, name: rows[0]?.name ?? '' },
    after: { kind },
  });
}

export const sendAutomaticMailTestJob = (deps: {
  database: Database;
  mailer: Mailer;
  checkoutUrl: string;
  unsubscribing: Unsubscribing;
}): JobKind<Sample & { personId: string }> =>
  sendTestJob(deps, SEND_TEST, (test) => sampleAutomaticMail(deps.database, deps, test));
