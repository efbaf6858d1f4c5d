import type { Database } from '../../../../db/database.ts';
import { findOrder } from '../../../../orders/find-order.ts';
import { Refusal } from '../../../../refusal.ts';
import { resendTickets } from '../../../../tickets/mails/resend-tickets.ts';

/** Sends an order's tickets, with the link, to its buyer. Says nothing of whether it did: anybody may ask. */
export async function mailReceipt(database: Database, reference: string): Promise<void> {
  const order = await findOrder(database, { seenBy: 'buyer', reference });
  if (!order) return;
  try {
    await database.transaction((tx) => resendTickets(tx, { orderId: order.id, askedBy: 'anybody' }));
  } catch (error) {
    // It has no tickets, or they were sent often enough.
    if (!(error instanceof Refusal)) throw error;
  }
}
