import type { Queryable } from '../db/database.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { listOrders, type OrderPage } from './list-orders.ts';
import { searchOrders, type SearchOrders } from './search-orders.ts';

// One letter finds everything, and nothing that anybody looks for.
const MIN_CHARACTERS = 2;

/** A page of the orders that pass the filters; where something was typed, of those that are found by it. */
export function findOrders(
  tx: Queryable,
  secretKeys: SecretKeys,
  { typed, ...list }: SearchOrders,
): Promise<OrderPage> {
  const text = typed.trim();
  return text.length < MIN_CHARACTERS
    ? listOrders(tx, list)
    : searchOrders(tx, secretKeys, { ...list, typed: text });
}
