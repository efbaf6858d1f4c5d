import type { Transaction } from '../db/database.ts';
import { nameActor, type Actor } from '../audit/actor.ts';
import { lockOrder } from '../orders/lock-order.ts';
import { RefusedAsDisputed } from '../orders/disputes/disputed-money.ts';
import { refundWholeOrder } from '../orders/refund-whole-order.ts';
import { findRefundOffer } from './read-postponements.ts';

export type GaveBack = 'given_back' | 'too_late' | 'used' | 'nothing_left' | 'not_all_yours' | 'disputed';

type Found = {
  eventId: string;
  boughtAt: Date | null;
  live: number;
  used: number;
  others: number;
  wasTaken: boolean;
};

/**
 * The buyer of an event that was moved gives all tickets of an order back, as the host has offered. The stock is for sale again, and the
 * money follows. Harmless to repeat: whoever presses twice has given them back once.
 */
export async function giveTicketsBack(tx: Transaction, { orderId }: { orderId: string }): Promise<GaveBack> {
  const actor: Actor = { kind: 'buyer' };
  await nameActor(tx, actor);
  await lockOrder(tx, orderId);
  // A door lets people in by the ticket's lock alone: whom it has let in at this moment is waited for, and seen.
  await tx.query('SELECT 1 FROM tickets WHERE order_id = $1 ORDER BY id FOR UPDATE', [orderId]);
  const { rows } = await tx.query<Found>(
    `SELECT o.event_id AS "eventId", o.confirmed_at AS "boughtAt", count(t.id) FILTER (WHERE t.voided_at IS NULL) AS live,
            count(t.used_at) FILTER (WHERE t.voided_at IS NULL) AS used,
            count(*) FILTER (WHERE t.voided_at IS NULL AND t.passed_on_at IS NOT NULL AND lower(t.email) <> lower(o.email)) AS others,
            EXISTS (SELECT FROM order_changes AS c WHERE c.order_id = o.id AND c.actor = 'buyer'
                       AND c.cause NOT LIKE 'the buyer %') AS "wasTaken"
       FROM orders AS o LEFT JOIN tickets AS t ON t.order_id = o.id WHERE o.id = $1 GROUP BY o.id`,
    [orderId],
  );
  const [order] = rows;
  if (!order || order.live === 0) return order?.wasTaken ? 'given_back' : 'nothing_left';
  if (order.used > 0) return 'used';
  // A passed-on ticket belongs to its new holder: only the host can take it back.
  if (order.others > 0) return 'not_all_yours';
  const { eventId, boughtAt } = order;
  const offer = boughtAt && (await findRefundOffer(tx, { eventId, boughtAt }));
  if (!offer) return 'too_late';
  const given = await refundWholeOrder(tx, {
    orderId,
    actor,
    requestKey: `postponement ${offer.postponementId}`,
    returnsStock: true,
  }).catch((error: unknown) => {
    // Said before anything was changed, and in words for the host.
    if (error instanceof RefusedAsDisputed) return 'disputed' as const;
    throw error;
  });
  if (given === 'disputed') return given;
  return given ? 'given_back' : 'nothing_left';
}
