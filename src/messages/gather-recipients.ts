import type { Database, Transaction } from '../db/database.ts';
import { countHostMails } from '../hosts/count-host-mails.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import { Refusal } from '../refusal.ts';
import { planMailsOfOrders } from '../tickets/mails/plan-mails.ts';
import { enqueueRun, MESSAGES } from '../tickets/mails/mailings/mailing.ts';
import { GATHER_RECIPIENTS, type Gathering } from './enqueue-gathering.ts';
import { findRecipients, type AskedRecipients, type TicketPosition } from './find-recipients.ts';
import type { Attendance, Audience } from './message-fields.ts';

/** `next`: where it goes on; null: all are written down. */
export type Gathered = { people: number; typedByHost: number; next: TicketPosition | null };

/** Writes down whom a message goes to, of the next tickets. Whoever is written down already is so once. */
export async function gatherRecipients(
  tx: Transaction,
  input: AskedRecipients & { messageId: string; asOf: Date | null; after: TicketPosition | null },
): Promise<Gathered> {
  const { recipients, next } = await findRecipients(tx, input);
  await planMailsOfOrders(tx, { kind: 'message', occasion: input.messageId }, recipients);
  return {
    people: recipients.length,
    typedByHost: recipients.filter(({ isTypedByHost }) => isTypedByHost).length,
    next,
  };
}

/**
 * The rest of whom a message of a large event goes to, some thousand tickets to a transaction. What was gathered is where the message's row
 * says it is, so it may be killed anywhere.
 */
export function gatherRecipientsJob({
  database,
  hostMailsPerDay,
}: {
  database: Database;
  hostMailsPerDay: number;
}): JobKind<Gathering> {
  return {
    kind: GATHER_RECIPIENTS,
    retryDelaysMs: [1_000, 5_000, 10_000, 60_000, 600_000],
    leaseMs: 15_000,
    concurrency: 1,
    async run(gathering, { signal }) {
      let isDone = false;
      while (!isDone) {
        signal.throwIfAborted();
        isDone = await gatherSome(database, gathering, hostMailsPerDay);
      }
    },
  };
}

type GatheringRow = TicketPosition & {
  hostId: string;
  eventId: string;
  audience: Audience;
  attendance: Attendance;
  ticketTypeIds: string[];
  createdAt: Date;
};

/** Answers whether there is nothing left to do. */
async function gatherSome(
  database: Database,
  gathering: Gathering,
  hostMailsPerDay: number,
): Promise<boolean> {
  try {
    return await database.transaction((tx) => gatherNext(tx, gathering, hostMailsPerDay));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'rate_limited')) throw error;
    await database.query(
      `UPDATE messages SET stopped_at = clock_timestamp(), stopped_for = 'mails_a_day'
        WHERE id = $1 AND run = $2 AND stopped_at IS NULL AND finished_at IS NULL`,
      [gathering.messageId, gathering.run],
    );
    return true;
  }
}

async function gatherNext(
  tx: Transaction,
  { messageId, run }: Gathering,
  hostMailsPerDay: number,
): Promise<boolean> {
  const { rows } = await tx.query<GatheringRow>(
    `SELECT host_id AS "hostId", event_id AS "eventId", audience, attendance, coalesce(ticket_type_ids, '{}') AS "ticketTypeIds",
            created_at AS "createdAt", gathered_type AS "ticketTypeId", gathered_ticket AS "ticketId"
       FROM messages WHERE id = $1 AND run = $2 AND stopped_at IS NULL AND gathered_type IS NOT NULL FOR UPDATE`,
    [messageId, run],
  );
  const [message] = rows;
  if (!message) return true;
  const { hostId, eventId, createdAt, ticketTypeId, ticketId, ...choice } = message;
  const { people, typedByHost, next } = await gatherRecipients(tx, {
    hostId,
    eventId,
    choice,
    messageId,
    // Later buyers get nothing.
    asOf: createdAt,
    after: { ticketTypeId, ticketId },
  });
  await tx.query(
    'UPDATE messages SET recipients = recipients + $2, gathered_type = $3, gathered_ticket = $4 WHERE id = $1',
    [messageId, people, next?.ticketTypeId, next?.ticketId],
  );
  if (!next) await enqueueRun(tx, MESSAGES, { messageId, run, after: null });
  // Last, as in send-message.ts.
  await countHostMails(tx, { hostId, count: typedByHost, perDay: hostMailsPerDay });
  return next === null;
}
