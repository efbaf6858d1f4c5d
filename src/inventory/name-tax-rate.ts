import type { Queryable } from '../db/database.ts';
import { invalidField } from '../refusal.ts';

/** The name of a rate, for the audit log; null: the usual one. `toChoose`: it must be one that the host still offers. */
export async function nameTaxRate(
  tx: Queryable,
  {
    hostId,
    taxRateId,
    toChoose,
  }: { hostId: string; taxRateId: string | null | undefined; toChoose: boolean },
): Promise<string | null> {
  if (taxRateId === null || taxRateId === undefined) return null;
  const { rows } = await tx.query<{ name: string; isRemoved: boolean }>(
    'SELECT name, archived_at IS NOT NULL AS "isRemoved" FROM tax_rates WHERE id = $1 AND host_id = $2',
    [taxRateId, hostId],
  );
  const [rate] = rows;
  if (!rate || (toChoose && rate.isRemoved))
    throw invalidField('taxRateId', 'must be one of your tax rates: reload the page.');
  return rate.name;
}
