import type { Database } from '../../db/database.ts';
import {
  GatewayRefused,
  GatewaySilent,
  type GatewayName,
  type LookedUp,
  type TakenPayment,
} from '../../payments/gateway.ts';
import type { Gateways } from '../../payments/gateways.ts';
import { noteArrival } from '../../payments/note-arrival.ts';
import { listPages, type PaymentPage } from './payment-page.ts';

type Deps = { database: Database; gateways: Gateways };

export type LookedAtPages = Omit<LookedUp, 'taken'> & {
  taken: (TakenPayment & { gateway: GatewayName })[];
  /** A gateway that gave no answer; what the others have said counts all the same. */
  silence: Error | null;
};

// The state of an order is that of its furthest page.
const FURTHEST: LookedUp['state'][] = ['paid', 'under_way', 'open', 'closed', 'unknown'];

/**
 * Asks about every page of an order, and writes down which of them took the money: settle_payments goes by that. Pages that were left are asked
 * about too, since not every gateway can be asked to close one.
 */
export async function lookAtPages(
  deps: Deps,
  orderId: string,
  { isOver }: { isOver: boolean },
): Promise<LookedAtPages> {
  const pages = await listPages(deps.database, orderId);
  const answers = await Promise.allSettled(
    pages
      .filter(({ refusedAt }) => refusedAt === null)
      .map(async (page) => ({
        ...(await lookAtPage(deps, orderId, { ...page, isOver })),
        gateway: page.gateway,
      })),
  );
  const found = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  let silence: Error | null = null;
  for (const one of answers) {
    if (one.status === 'fulfilled') continue;
    const error: unknown = one.reason;
    if (!(error instanceof GatewaySilent || error instanceof GatewayRefused)) throw error;
    silence ??= error;
  }
  return {
    state: FURTHEST.find((state) => found.some((one) => one.state === state)) ?? 'unknown',
    taken: found.flatMap(({ taken, gateway }) => taken.map((one) => ({ ...one, gateway }))),
    ...(found.some(({ isDisputed }) => isDisputed) && { isDisputed: true as const }),
    silence,
  };
}

async function lookAtPage(
  { database, gateways }: Deps,
  orderId: string,
  page: PaymentPage & { isOver: boolean },
): Promise<LookedUp> {
  const gateway = await gateways.open(page.gateway, page.accountId);
  const found = await gateway.lookUp(page);
  const isNews = found.taken.some(({ gatewayPaymentId }) => !page.taken.includes(gatewayPaymentId));
  if (isNews) {
    // Several look-ups at once add each id once: the row is locked.
    await database.query(
      `UPDATE payment_pages SET taken = taken || ARRAY(SELECT id FROM unnest($3::text[]) AS id WHERE NOT id = ANY (taken))
        WHERE order_id = $1 AND number = $2`,
      [orderId, page.number, found.taken.map(({ gatewayPaymentId }) => gatewayPaymentId)],
    );
    if (page.accountId !== null) await noteArrival(database, 'payment', page.accountId);
  }
  if (found.state === 'closed' && page.closedAt === null) {
    await database.query(
      'UPDATE payment_pages SET closed_at = clock_timestamp() WHERE order_id = $1 AND number = $2 AND closed_at IS NULL',
      [orderId, page.number],
    );
  }
  return found;
}
