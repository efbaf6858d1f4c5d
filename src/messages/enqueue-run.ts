import type { Transaction } from '../db/database.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';

export const SEND_MESSAGE = 'send_message';
export const GATHER_RECIPIENTS = 'gather_recipients';

export type MessageRun = {
  messageId: string;
  /** As in the message's row: a job of an earlier run sends nothing any more. */
  run: number;
  /** The last mail that was tried before; null: from the beginning. */
  after: string | null;
};

/** Has the next part of a message sent. */
export async function enqueueRun(tx: Transaction, payload: MessageRun): Promise<void> {
  const { messageId, run } = payload;
  await enqueueJob(tx, { kind: SEND_MESSAGE, payload, uniqueKey: `${messageId} ${run}` });
}

export type Gathering = Pick<MessageRun, 'messageId' | 'run'>;

/** Has the rest of whom a message goes to written down. It is sent after that. */
export async function enqueueGathering(tx: Transaction, payload: Gathering): Promise<void> {
  const { messageId, run } = payload;
  await enqueueJob(tx, { kind: GATHER_RECIPIENTS, payload, uniqueKey: `${messageId} ${run}` });
}
