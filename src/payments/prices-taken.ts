import type { Queryable } from '../db/database.ts';
import { feeMinor, type FeeRule } from '../inventory/fees.ts';
import type { AccountGateway } from '../rules/gateway-accounts.ts';
import { isTaken } from '../rules/gateway-currencies.ts';

/**
 * Whether a gateway in use takes one ticket of every price that an event sells at, with its fee, so that nobody learns it when they pay. The
 * sandbox takes everything.
 */
export async function pricesTaken(
  database: Queryable,
  { hostId, eventId, currency }: { hostId: string; eventId: string; currency: string },
): Promise<boolean> {
  const { rows } = await database.query<{ gateway: AccountGateway; priceMinor: number; fees: FeeRule }>(
    `SELECT account.gateway, type.price_minor AS "priceMinor",
            json_build_object('basisPoints', host.fee_basis_points, 'flatMinor', host.fee_flat_minor,
                              'capMinor', host.fee_cap_minor, 'isAbsorbed', host.fees_absorbed) AS fees
       FROM payment_accounts AS account
       JOIN hosts AS host ON host.id = account.host_id
       JOIN ticket_types AS type ON type.event_id = $2
      WHERE account.host_id = $1 AND account.currency = $3 AND account.disabled_at IS NULL AND type.price_minor > 0
        AND coalesce(type.sale_ends_at > now(), true)`,
    [hostId, eventId, currency],
  );
  // Of several accounts, one that takes it is enough: buyers are offered no other.
  const taken = Map.groupBy(rows, ({ priceMinor }) => priceMinor);
  return [...taken].every(([priceMinor, accounts]) =>
    accounts.some(({ gateway, fees }) => isTaken(gateway, currency, priceMinor + feeMinor(priceMinor, fees))),
  );
}
