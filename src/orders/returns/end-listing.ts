import { nameActor, SYSTEM, type Actor } from '../../audit/actor.ts';
import { recordChange } from '../../audit/record-change.ts';
import type { Transaction } from '../../db/database.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { planMails } from '../../tickets/mails/plan-mails.ts';
import { SEND_HOLDER_MAIL } from '../../tickets/mails/send-mail-job.ts';
import { addToHistory } from '../add-to-history.ts';
import { tellPhones } from '../disputes/block-tickets.ts';
import { lockOrder } from '../lock-order.ts';
import { lockTickets } from '../replace-email.ts';

export type WithdrawnListing = 'listing_withdrawn' | 'listing_in_cart' | 'listing_sold' | 'listing_over';

type Listing = { id: string; state: string; typeId: string | null; position: number };

/** The buyer takes a ticket off sale, and is let in by it again. One that is in somebody's cart may be sold at any moment: it stays. */
export async function withdrawListing(
  tx: Transaction,
  { orderId, position }: { orderId: string; position: number },
): Promise<WithdrawnListing> {
  const actor: Actor = { kind: 'buyer' };
  await nameActor(tx, actor);
  const listing = await lockListing(tx, { orderId, position });
  if (!listing) return 'listing_over';
  if (listing.typeId === null) return 'listing_sold';
  if (!(await endListing(tx, { orderId, listing, state: 'withdrawn' }))) {
    // Sold while this waited for the lock, or in a cart.
    return (await isListed(tx, listing.id)) ? 'listing_in_cart' : 'listing_sold';
  }
  await addToHistory(tx, orderId, `the buyer took ticket ${position} off sale again`);
  await recordListing(tx, { orderId, actor, action: 'order.withdraw_listing' });
  return 'listing_withdrawn';
}

/** Resale has ended for it: the ticket is good again, and its buyer is told. False: it is in a cart still. */
export async function endUnsold(
  tx: Transaction,
  { orderId, returnId }: { orderId: string; returnId: string },
): Promise<boolean> {
  await nameActor(tx, SYSTEM);
  const listing = await lockListing(tx, { orderId, returnId });
  if (!listing) return true;
  if (!(await endListing(tx, { orderId, listing, state: 'unsold' }))) return false;
  await addToHistory(tx, orderId, `ticket ${listing.position} was not sold again: it is good`);
  await recordListing(tx, { orderId, actor: SYSTEM, action: 'order.end_listing' });
  const { rows } = await tx.query<{ email: string }>('SELECT email FROM orders WHERE id = $1', [orderId]);
  await planMails(
    tx,
    { orderId, kind: 'not_resold', occasion: returnId },
    rows.map(({ email }) => email),
  );
  await enqueueJob(tx, { kind: SEND_HOLDER_MAIL, payload: { mail: 'not_resold', orderId, returnId } });
  return true;
}

async function lockListing(
  tx: Transaction,
  { orderId, position, returnId }: { orderId: string; position?: number; returnId?: string },
): Promise<Listing | undefined> {
  await lockOrder(tx, orderId);
  await lockTickets(tx, orderId);
  const { rows } = await tx.query<Listing>(
    `SELECT r.id, r.state, r.listed_type_id AS "typeId", t.position FROM returns AS r JOIN tickets AS t ON t.id = r.listed_ticket_id
      WHERE r.order_id = $1 AND (r.id = $2 OR t.position = $3)`,
    [orderId, returnId ?? null, position ?? null],
  );
  return rows[0];
}

async function endListing(
  tx: Transaction,
  { orderId, listing, state }: { orderId: string; listing: Listing; state: 'withdrawn' | 'unsold' },
): Promise<boolean> {
  if (listing.typeId === null) return false;
  const { rows } = await tx.query<{ ended: string[] }>(
    'SELECT end_listings(of_type => $1, ids => ARRAY[$2::uuid], new_state => $3) AS ended',
    [listing.typeId, listing.id, state],
  );
  if (rows[0]?.ended.length !== 1) return false;
  await tellPhones(tx, orderId);
  return true;
}

async function isListed(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM returns WHERE id = $1 AND listed_type_id IS NOT NULL', [
    id,
  ]);
  return rowCount === 1;
}

async function recordListing(
  tx: Transaction,
  {
    orderId,
    actor,
    action,
  }: { orderId: string; actor: Actor; action: 'order.withdraw_listing' | 'order.end_listing' },
): Promise<void> {
  const { rows } = await tx.query<{ hostId: string; reference: string }>(
    'SELECT host_id AS "hostId", reference FROM orders WHERE id = $1',
    [orderId],
  );
  const [order] = rows;
  if (order)
    await recordChange(tx, {
      hostId: order.hostId,
      actor,
      action,
      subject: { id: orderId, name: order.reference },
    });
}
