import { createHash } from 'node:crypto';
import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Transaction } from '../db/database.ts';
import { countHostMails } from '../hosts/count-host-mails.ts';
import { lockToTake } from '../inventory/ticket-type-fields.ts';
import { invalidField } from '../refusal.ts';
import { MAX_TICKETS_OF_GIFT } from '../rules/guest-list.ts';
import { writeGifts, type Gift, type WrittenGift } from './write-gifts.ts';

export type GiveTickets = {
  hostId: string;
  eventId: string;
  actor: Actor;
  gift: Gift;
  sendsMail: boolean;
  /** The page's name for this gift: pressed twice, it is given once. */
  requestKey: string;
  mailsPerDay: number;
};

const GIVEN_CAUSE = 'given by the host';

/** A member gives one guest tickets, for nothing: one order, of one ticket type or several. */
export async function giveTickets(tx: Transaction, input: GiveTickets): Promise<WrittenGift> {
  const { hostId, eventId, actor, gift, sendsMail } = input;
  const tickets = gift.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (tickets > MAX_TICKETS_OF_GIFT)
    throw invalidField('lines', `must have at most ${MAX_TICKETS_OF_GIFT} tickets.`);
  const ticketTypeIds = gift.lines.map(({ ticketTypeId }) => ticketTypeId);
  if (new Set(ticketTypeIds).size < ticketTypeIds.length)
    throw invalidField('lines', 'must name each ticket type once.');
  // First, so that who presses twice waits here, and finds what was given meanwhile.
  await lockToTake(tx, { hostId, eventId, ticketTypeIds });
  const earlier = await findEarlier(tx, input);
  const given = earlier ?? (await give(tx, input));
  await recordChange(tx, {
    hostId,
    actor,
    action: 'order.give',
    subject: { id: given.orderId, name: given.reference },
    after: { tickets, sendsMail, isRepeated: earlier !== null },
  });
  return given;
}

async function give(tx: Transaction, input: GiveTickets): Promise<WrittenGift> {
  const { hostId, eventId, gift, sendsMail, mailsPerDay } = input;
  if (sendsMail) await countHostMails(tx, { hostId, count: 1, perDay: mailsPerDay });
  const [given] = await writeGifts(tx, {
    hostId,
    eventId,
    gifts: [gift],
    cause: GIVEN_CAUSE,
    sendsMail,
    idempotency: { key: keyOf(input), requestHash: hashOf(input) },
  });
  if (!given) throw new Error('a gift that was not written down');
  return given;
}

/** Beside the keys that integrators choose, and never one of theirs. */
const keyOf = ({ requestKey }: GiveTickets): string => `gift ${requestKey}`;

/** Of what was typed: the same key for something else is no repetition. */
function hashOf({ eventId, gift, sendsMail }: GiveTickets): Buffer {
  const { firstName, lastName, email, language, guestNote = '', lines } = gift;
  const typed = [
    eventId,
    lines.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]),
    [firstName, lastName, email, language, guestNote, sendsMail],
  ];
  return createHash('sha256').update(JSON.stringify(typed)).digest();
}

async function findEarlier(tx: Transaction, input: GiveTickets): Promise<WrittenGift | null> {
  const { rows } = await tx.query<WrittenGift & { requestHash: Buffer | null }>(
    'SELECT id AS "orderId", reference, request_hash AS "requestHash" FROM orders WHERE host_id = $1 AND idempotency_key = $2',
    [input.hostId, keyOf(input)],
  );
  const [found] = rows;
  if (!found) return null;
  if (!found.requestHash?.equals(hashOf(input)))
    throw invalidField('requestKey', 'was used for another order: reload the page.');
  return { orderId: found.orderId, reference: found.reference };
}
