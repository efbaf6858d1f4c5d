import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { countHostMails } from '../../hosts/count-host-mails.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { Refusal } from '../../refusal.ts';
import type { Gift } from '../write-gifts.ts';
import { TAKE_GUEST_LIST } from './take-guest-list-job.ts';

export type SendGuestList = {
  hostId: string;
  eventId: string;
  actor: Actor;
  gifts: Gift[];
  sendsMail: boolean;
  mailsPerDay: number;
};

/** A list of guests, read and found good: a job takes it in from here. One at a time of an event. */
export async function sendGuestList(tx: Transaction, input: SendGuestList): Promise<{ guestListId: string }> {
  const { hostId, eventId, actor, gifts, sendsMail, mailsPerDay } = input;
  const event = await lockEvent(tx, { hostId, eventId });
  if (event.status !== 'LIVE' || event.isOver)
    throw new Refusal('wrong_state', 'You can add guests only to a published event that is not over.');
  await requireNoneWaiting(tx, eventId);
  // Every line is an order with a mail of its own, also where several have one address.
  if (sendsMail) await countHostMails(tx, { hostId, count: gifts.length, perDay: mailsPerDay });
  const guestListId = randomUUIDv7();
  const tickets = gifts.flatMap(({ lines }) => lines).reduce((sum, { quantity }) => sum + quantity, 0);
  await tx.query(
    `INSERT INTO guest_lists (id, host_id, event_id, person_id, guests, tickets, sends_mail, gifts)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      guestListId,
      hostId,
      eventId,
      actor.kind === 'member' ? actor.personId : null,
      gifts.length,
      tickets,
      sendsMail,
      JSON.stringify(gifts),
    ],
  );
  await enqueueJob(tx, { kind: TAKE_GUEST_LIST, payload: { guestListId }, uniqueKey: guestListId });
  await recordChange(tx, {
    hostId,
    actor,
    action: 'order.give_list',
    subject: { id: eventId, name: event.name },
    after: { guests: gifts.length, tickets, sendsMail },
  });
  return { guestListId };
}

/** So that members who send lists at the same moment come one after the other. */
async function lockEvent(
  tx: Transaction,
  { hostId, eventId }: { hostId: string; eventId: string },
): Promise<{ name: string; status: string; isOver: boolean }> {
  const { rows } = await tx.query<{ name: string; status: string; isOver: boolean }>(
    `SELECT name, status, closes_at <= clock_timestamp() AS "isOver" FROM events WHERE id = $1 AND host_id = $2 FOR NO KEY UPDATE`,
    [eventId, hostId],
  );
  const [event] = rows;
  if (!event) throw new Refusal('not_found', 'There is no such event, or you don’t have access to it.');
  return event;
}

async function requireNoneWaiting(tx: Transaction, eventId: string): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM guest_lists WHERE event_id = $1 AND state = 'waiting' LIMIT 1`,
    [eventId],
  );
  if (rowCount !== 0)
    throw new Refusal('wrong_state', 'Another guest list is being imported: wait until it is done.');
}
