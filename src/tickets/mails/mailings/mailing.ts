import type { Transaction } from '../../../db/database.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';

/**
 * Mails to many people at an even pace, behind the tickets just bought: a message, or tickets that are sent again. Each is a row of its
 * table, with the same columns for its progress; its recipients are in `mails`.
 */
export type Mailing = {
  table: 'messages' | 'resendings';
  job: 'send_message' | 'send_resending';
  /** Its mails, in SQL: `$1` is its id as text. By an index on the occasion and the mail's id. */
  mailsSql: string;
};

export const MESSAGES: Mailing = {
  table: 'messages',
  job: 'send_message',
  mailsSql: `kind = 'message' AND occasion = $1`,
};

/** The occasion of tickets that are sent again by a member. */
export const resendingOccasion = (resendingId: string): string => `member:${resendingId}`;

export const RESENDINGS: Mailing = {
  table: 'resendings',
  job: 'send_resending',
  mailsSql: `kind = 'tickets' AND occasion <> '' AND occasion = '${resendingOccasion('')}' || $1::text`,
};

/** Why the rest of a mailing is not sent: a member said so, the host is suspended, or whoever sent it is no member any more. */
export type MailingStoppedFor = 'member' | 'suspended' | 'sender_gone';

export type MailingRun = {
  /** The id of the mailing, be it a message or a resending. */
  messageId: string;
  /** As in the mailing's row: a job of an earlier run sends nothing any more. */
  run: number;
  /** The last mail that was tried before; null: from the beginning. */
  after: string | null;
};

/** Has the next part of a mailing sent. */
export async function enqueueRun(tx: Transaction, { job }: Mailing, payload: MailingRun): Promise<void> {
  const { messageId, run } = payload;
  await enqueueJob(tx, { kind: job, payload, uniqueKey: `${messageId} ${run}` });
}
