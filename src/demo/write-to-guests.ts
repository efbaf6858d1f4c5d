import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { sendMessage } from '../messages/send-message.ts';
import type { DemoMessage } from './story-types.ts';

// Far more than the demo writes.
const MAILS_PER_DAY = 1_000;

/** Writes to everybody with a ticket, before the story begins: the message is on record as sent, and nobody is mailed. */
export async function writeToGuests(
  tx: Transaction,
  { message, ...by }: { hostId: string; eventId: string; actor: Actor; message: DemoMessage },
): Promise<void> {
  const messageId = randomUUIDv7();
  const { subject, text, daysAgo } = message;
  const choice = { audience: 'holders', attendance: 'all', ticketTypeIds: [] } as const;
  await sendMessage(tx, { ...by, messageId, subject, text, choice, mailsPerDay: MAILS_PER_DAY });
  await tx.query(
    `WITH mailed AS (
       UPDATE mails SET created_at = at, sent_at = at + interval '1 minute', message_id = '<' || id || '@demo.example>'
         FROM (SELECT now() - $2 * interval '1 day' AS at) AS sent WHERE kind = 'message' AND occasion = $1
     )
     UPDATE messages SET created_at = at, finished_at = at + interval '1 minute', sent = recipients, refused = 0
       FROM (SELECT now() - $2 * interval '1 day' AS at) AS sent WHERE id = $1::uuid`,
    [messageId, daysAgo],
  );
}
