import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { invalidField, Refusal } from '../refusal.ts';
import { countHostMails } from '../hosts/count-host-mails.ts';
import { lockSendingHost } from '../tickets/mails/mailings/lock-sending-host.ts';
import { enqueueRun, MESSAGES } from '../tickets/mails/mailings/mailing.ts';
import { enqueueGathering } from './enqueue-gathering.ts';
import type { TicketPosition } from './find-recipients.ts';
import { gatherRecipients, type Gathered } from './gather-recipients.ts';
import type { Choice } from './message-fields.ts';
import { requireAllowance } from './message-limits.ts';

export type SendMessage = {
  hostId: string;
  eventId: string;
  actor: Actor;
  /** Chosen by the page: a second press asks for the same one. */
  messageId: string;
  subject: string;
  text: string;
  choice: Choice;
  /** E-mails a day to addresses that the host chose. */
  mailsPerDay: number;
};

/** Nothing was done: the message is being sent already, by an earlier press of the same button. */
export class MessageSentAlready extends Error {}

/**
 * Writes down a message and whom it goes to, as it is at this moment. A job sends it. Of a large event this is the beginning of whom it goes
 * to; another job writes down the rest, and nobody gets it before that is done.
 */
export async function sendMessage(tx: Transaction, input: SendMessage): Promise<void> {
  const { hostId, eventId, actor, messageId, choice } = input;
  await lockSendingHost(tx, hostId);
  await requireNewId(tx, input);
  await requireAllowance(tx, { hostId, eventId, timezone: await timezoneOf(tx, eventId) });
  const { people, typedByHost, next } = await gatherFirst(tx, input);
  await tx.query(
    `INSERT INTO messages (id, host_id, event_id, created_at, person_id, released_by, subject, text, audience, attendance,
                           ticket_type_ids, recipients, gathered_type, gathered_ticket)
     VALUES ($1, $2, $3, clock_timestamp(), $4, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      messageId,
      hostId,
      eventId,
      actor.kind === 'member' ? actor.personId : null,
      input.subject.trim(),
      plainText(input.text),
      choice.audience,
      choice.attendance,
      choice.ticketTypeIds.length === 0 ? null : choice.ticketTypeIds,
      people,
      next?.ticketTypeId,
      next?.ticketId,
    ],
  );
  if (next) await enqueueGathering(tx, { messageId, run: 1 });
  else await enqueueRun(tx, MESSAGES, { messageId, run: 1, after: null });
  // Last: who sells at the counter waits for this row with the ticket types locked, and so do all buyers behind them.
  await countHostMails(tx, { hostId, count: typedByHost, perDay: input.mailsPerDay });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'message.send',
    subject: { id: messageId, name: input.subject.trim() },
    // How many it goes to is known when all are gathered.
    after: { ...choice, ...(next === null && { people }) },
  });
}

/** As many as one call gathers; more where nobody is among these. */
async function gatherFirst(tx: Transaction, input: SendMessage): Promise<Gathered> {
  let after: TicketPosition | null = null;
  do {
    const gathered: Gathered = await gatherRecipients(tx, { ...input, asOf: null, after });
    if (gathered.people > 0) return gathered;
    after = gathered.next;
  } while (after !== null);
  throw new Refusal('validation_failed', 'Nobody has such a ticket, so there is nobody to write to.');
}

/** With one sort of line break, and nothing around it. */
export const plainText = (text: string): string => text.replace(/\r\n?/g, '\n').trim();

async function requireNewId(tx: Transaction, { messageId, eventId }: SendMessage): Promise<void> {
  // Ids lie by time (UUIDv7): one that does not was not made by our page.
  const wrongId = invalidField('messageId', 'must be the value that came with the page.');
  if (!/^.{14}7/.test(messageId)) throw wrongId;
  const { rows } = await tx.query<{ isOwn: boolean }>(
    'SELECT event_id = $2 AS "isOwn" FROM messages WHERE id = $1',
    [messageId, eventId],
  );
  if (rows[0]?.isOwn) throw new MessageSentAlready();
  if (rows[0]) throw wrongId;
}

async function timezoneOf(tx: Transaction, eventId: string): Promise<string> {
  const { rows } = await tx.query<{ timezone: string }>('SELECT timezone FROM events WHERE id = $1', [
    eventId,
  ]);
  return rows[0]?.timezone ?? 'UTC';
}
