import type { Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';
import type { MailingRun } from '../tickets/mails/mailings/mailing.ts';

export const GATHER_RECIPIENTS = 'gather_recipients';

export type Gathering = Pick<MailingRun, 'messageId' | 'run'>;

/** Has the rest of whom a message goes to written down. It is sent after that. */
export async function enqueueGathering(tx: Transaction, payload: Gathering): Promise<void> {
  const { messageId, run } = payload;
  await enqueueJob(tx, { kind: GATHER_RECIPIENTS, payload, uniqueKey: `${messageId} ${run}` });
}
