import type { Queryable } from '../../../../db/database.ts';
import { findMove, findRefundOffer } from '../../../../cancelling/read-postponements.ts';
import { describeOrder, type DescribedOrder } from '../../../../orders/describe-order.ts';
import { readTerms } from '../../../../hosts/read-terms.ts';
import { readGoesBack } from '../../../../orders/refund-whole-order.ts';
import { readTransferInstructions } from '../../../../tickets/read-transfer-instructions.ts';
import type { TransferInstructions } from '../../../../rules/bank-transfer.ts';
import type { SecretKeys } from '../../../../secrets/secret-keys.ts';
import { isForBuyer } from '../../../../tickets/list-order-tickets.ts';
import type { HostForBuyers } from '../../../../tickets/read-order.ts';
import { translateOrder } from '../../../../tickets/translate-order.ts';
import type { Language } from '../../../../values/language.ts';
import { signTickets, type OrderTicket } from '../../../../tickets/load-order-tickets.ts';

/** An order as its buyer may see it, with the codes of its tickets. */
export type Receipt = Omit<DescribedOrder, 'tickets'> & {
  receiptToken: string;
  tickets: OrderTicket[];
  /** A ticket that is good is another person's: the host has passed it on. */
  isPassedOn: boolean;
  /** The event was moved since it was bought; null: it was not. */
  move: { from: Date; message: string } | null;
  /** The host takes the tickets back, and this much goes back; null where it does not, or they are used. */
  offer: { until: Date; amountMinor: number } | null;
  /** Of an order for a change of seat: what opens the order that has the ticket; null where it is another person’s. */
  ticketsToken: string | null;
  /** How to pay an order that waits for a bank transfer. */
  transfer: TransferInstructions | null;
  terms: string;
  refundPolicy: string;
};

/** All that the receipt page tells, in the language of its reader or else in the order's; null for every text that is not an order's receipt token. */
export async function loadReceipt(
  tx: Queryable,
  secretKeys: SecretKeys,
  { receiptToken, language }: { receiptToken: string; language: Language | null },
): Promise<Receipt | null> {
  const described = await describeOrder(tx, { seenBy: 'buyer', receiptToken });
  if (!described) return null;
  const { event } = described;
  const receipt: Receipt = {
    ...described,
    order: { ...described.order, language: language ?? described.order.language },
    ...(await readAgreed(tx, event.host)),
    ...(await readMove(tx, described)),
    transfer: described.order.byTransfer ? await readTransferInstructions(tx, described.order.id) : null,
    receiptToken,
    ticketsToken:
      described.order.source === 'exchange' ? await findTicketsToken(tx, described.order.id) : null,
    isPassedOn: isPassedOn(described),
    tickets: await signTickets(tx, secretKeys, { eventId: event.id, tickets: ofBuyer(described) }),
  };
  return translateOrder(tx, receipt, receipt.order.language);
}

/** A ticket that was passed on to another person is void here: its code is theirs. */
const ofBuyer = ({ order, tickets }: DescribedOrder): DescribedOrder['tickets'] =>
  tickets.map((ticket) =>
    ticket.voidedAt === null && !isForBuyer(ticket, order.buyer)
      ? { ...ticket, voidedAt: ticket.passedOnAt }
      : ticket,
  );

/** Only who had no other hand in it can give an order back: what was passed on is its new holder's. */
const isPassedOn = ({ order, tickets }: DescribedOrder): boolean =>
  tickets.some((ticket) => ticket.voidedAt === null && !isForBuyer(ticket, order.buyer));

/** An address that was corrected since was not the buyer’s: who reads mails there is not shown the way to the tickets. */
async function findTicketsToken(tx: Queryable, orderId: string): Promise<string | null> {
  const { rows } = await tx.query<{ token: string }>(
    `SELECT bought.receipt_token AS token
       FROM seat_exchanges AS x JOIN orders AS d ON d.id = x.difference_order_id JOIN orders AS bought ON bought.id = x.order_id
      WHERE d.id = $1 AND lower(bought.email) = lower(d.email)`,
    [orderId],
  );
  return rows[0]?.token ?? null;
}

/** Of an order that was confirmed. */
async function readMove(tx: Queryable, described: DescribedOrder): Promise<Pick<Receipt, 'move' | 'offer'>> {
  const { order, event, tickets } = described;
  if (order.confirmedAt === null) return { move: null, offer: null };
  const bought = { eventId: event.id, boughtAt: order.confirmedAt };
  const live = tickets.filter(({ voidedAt }) => voidedAt === null);
  const isGood = live.length > 0 && live.every(({ usedAt }) => usedAt === null) && !isPassedOn(described);
  const offer = isGood ? await findRefundOffer(tx, bought) : null;
  const goesBack = offer && (await readGoesBack(tx, order.id));
  return {
    move: await findMove(tx, bought),
    offer:
      offer && goesBack
        ? { until: offer.refundUntil, amountMinor: goesBack.amountMinor + goesBack.differencesMinor }
        : null,
  };
}

/** Most hosts have written nothing, and are not asked for it. */
async function readAgreed(
  tx: Queryable,
  { id, hasTerms, hasRefundPolicy }: HostForBuyers,
): Promise<Pick<Receipt, 'terms' | 'refundPolicy'>> {
  if (!hasTerms && !hasRefundPolicy) return { terms: '', refundPolicy: '' };
  const { terms, refundPolicy } = await readTerms(tx, id);
  return { terms, refundPolicy };
}
