import type { Database, Queryable } from '../db/database.ts';
import { readEvent, type StoredEvent } from '../events/event-fields.ts';
import type { GatewayName } from '../payments/gateway.ts';
import type { Gateways } from '../payments/gateways.ts';
import { listByHand, type GivenByHand } from './list-by-hand.ts';
import { readCancellation, type Cancellation } from './read-cancellation.ts';
import { readPlan, type CancellationPlan } from './read-plan.ts';
import { listPostponements, type Postponement } from './read-postponements.ts';

export type Cancelling = {
  event: StoredEvent;
  /** The effects of cancelling; null once it is done. */
  plan: CancellationPlan | null;
  cancellation: Cancellation | null;
  postponements: Postponement[];
  /** The money that the host must pay back itself, since no gateway has it. */
  byHand: GivenByHand[];
  /** Gateways that took money for this event, and whose account can't be used any more. */
  unusable: GatewayName[];
  /** When ticket types stop being sold by a day of their own, which stays when the event is moved. */
  saleEnds: { name: string; endsAt: Date }[];
};

/** All that is to know before an event is cancelled or moved, and after. */
export async function readCancelling(
  { database, gateways }: { database: Database; gateways: Gateways },
  which: { hostId: string; eventId: string },
): Promise<Cancelling> {
  const event = await readEvent(database, which);
  const { eventId } = which;
  const isCancelled = event.status === 'CANCELLED';
  const [plan, cancellation, postponements, byHand, unusable, saleEnds] = await Promise.all([
    isCancelled ? null : readPlan(database, eventId),
    readCancellation(database, eventId),
    listPostponements(database, eventId),
    listByHand(database, eventId),
    isCancelled ? [] : findUnusable(database, gateways, eventId),
    listSaleEnds(database, eventId),
  ]);
  return { event, plan, cancellation, postponements, byHand, unusable, saleEnds };
}

async function findUnusable(
  database: Queryable,
  gateways: Gateways,
  eventId: string,
): Promise<GatewayName[]> {
  const { rows } = await database.query<{ gateway: GatewayName; accountId: string | null }>(
    `SELECT DISTINCT o.gateway, o.payment_account_id AS "accountId" FROM orders AS o
      WHERE o.event_id = $1 AND o.status IN ('confirmed', 'partially_refunded') AND o.gateway NOT IN ('by_hand', 'bank_transfer')`,
    [eventId],
  );
  const unusable = new Set<GatewayName>();
  for (const { gateway, accountId } of rows) {
    try {
      await gateways.open(gateway, accountId);
    } catch {
      unusable.add(gateway);
    }
  }
  return [...unusable];
}

async function listSaleEnds(database: Queryable, eventId: string): Promise<Cancelling['saleEnds']> {
  const { rows } = await database.query<Cancelling['saleEnds'][number]>(
    `SELECT name, sale_ends_at AS "endsAt" FROM ticket_types WHERE event_id = $1 AND sale_ends_at IS NOT NULL
      ORDER BY position, id LIMIT 100`,
    [eventId],
  );
  return rows;
}
