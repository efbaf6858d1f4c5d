import type { Queryable, Transaction } from '../db/database.ts';
import { invalidField } from '../refusal.ts';
import { hasPercentage, type TaxRate } from '../rules/taxes.ts';

/** The rates of a host beside its usual one, and the one for fees among them; null: fees have the usual one. */
export type TaxRates = { taxRates: TaxRate[]; feeTaxRateId: string | null };

export async function readTaxRates(database: Queryable, hostId: string): Promise<TaxRates> {
  const { rows } = await database.query<TaxRate & { isForFees: boolean }>(
    `SELECT id, name, kind, basis_points AS "basisPoints", is_for_fees AS "isForFees"
       FROM tax_rates WHERE host_id = $1 AND archived_at IS NULL ORDER BY position, id`,
    [hostId],
  );
  return {
    taxRates: rows.map(({ id, name, kind, basisPoints }) => ({ id, name, kind, basisPoints })),
    feeTaxRateId: rows.find(({ isForFees }) => isForFees)?.id ?? null,
  };
}

/**
 * Gives rates that were removed and typed again as they were their ids back, under the lock of the host's settings: ticket types have those. The one
 * removed last comes first.
 */
export async function keepKnownIds(
  tx: Transaction,
  { hostId, taxRates, feeTaxRateId }: TaxRates & { hostId: string },
): Promise<TaxRates> {
  const { rows: known } = await tx.query<TaxRate>(
    `SELECT id, name, kind, basis_points AS "basisPoints" FROM tax_rates WHERE host_id = $1 ORDER BY archived_at DESC NULLS FIRST, id`,
    [hostId],
  );
  const taken = new Set(taxRates.map(({ id }) => id));
  const ids = new Map<string, string>();
  for (const rate of taxRates) {
    const former = known.some(({ id }) => id === rate.id)
      ? undefined
      : known.find((one) => !taken.has(one.id) && isSameRate(one, rate));
    if (!former) continue;
    taken.add(former.id);
    ids.set(rate.id, former.id);
  }
  return {
    taxRates: taxRates.map((rate) => ({ ...rate, id: ids.get(rate.id) ?? rate.id })),
    feeTaxRateId: feeTaxRateId && (ids.get(feeTaxRateId) ?? feeTaxRateId),
  };
}

const isSameRate = (one: TaxRate, other: TaxRate): boolean =>
  one.name.toLowerCase() === other.name.toLowerCase() &&
  one.kind === other.kind &&
  one.basisPoints === other.basisPoints;

/**
 * Writes a host's rates as they are now, under the lock of its settings. Rates that are not among them any more are kept for the ticket types
 * that have them, and come back under their ids. Orders have their own copy of the rate.
 */
export async function saveTaxRates(
  tx: Transaction,
  { hostId, taxRates, feeTaxRateId }: TaxRates & { hostId: string },
): Promise<void> {
  const ids = taxRates.map(({ id }) => id);
  checkRates(taxRates, feeTaxRateId);
  await tx.query(
    `UPDATE tax_rates SET is_for_fees = false, archived_at = CASE WHEN id = ANY ($2) THEN NULL ELSE coalesce(archived_at, now()) END
      WHERE host_id = $1`,
    [hostId, ids],
  );
  for (const [position, { id, name, kind, basisPoints }] of taxRates.entries()) {
    const { rowCount } = await tx.query(
      `INSERT INTO tax_rates AS known (id, host_id, name, kind, basis_points, is_for_fees, position) VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (id) DO UPDATE SET name = $3, kind = $4, basis_points = $5, is_for_fees = $6, position = $7
         WHERE known.host_id = $2`,
      [id, hostId, name, kind, basisPoints, id === feeTaxRateId, position],
    );
    // Another host's: ids are made by the page.
    if (rowCount !== 1) throw invalidField(`taxRates[${position}].id`, 'must be new, or one of yours.');
  }
}

function checkRates(taxRates: readonly TaxRate[], feeTaxRateId: string | null): void {
  for (const [nr, { id, name, kind, basisPoints }] of taxRates.entries()) {
    const before = taxRates.slice(0, nr);
    if (before.some((other) => other.id === id))
      throw invalidField(`taxRates[${nr}].id`, 'must be there once.');
    if (before.some((other) => other.name.toLowerCase() === name.toLowerCase()))
      throw invalidField(`taxRates[${nr}].name`, 'must be a name that no other rate has.');
    if (hasPercentage(kind) !== basisPoints > 0)
      throw invalidField(
        `taxRates[${nr}].basisPoints`,
        hasPercentage(kind)
          ? 'must be more than 0, or the kind must be zero or exempt.'
          : 'must be 0 for this kind.',
      );
  }
  if (feeTaxRateId !== null && !taxRates.some(({ id }) => id === feeTaxRateId))
    throw invalidField('feeTaxRateId', 'must be one of the tax rates.');
}

/** As the audit log has them. */
export const showTaxRates = ({
  taxRates,
  feeTaxRateId,
}: TaxRates): { taxRates: string; feeTaxRate: string } => ({
  taxRates: taxRates.map(showTaxRate).join('; '),
  feeTaxRate: taxRates.find(({ id }) => id === feeTaxRateId)?.name ?? '',
});

const showTaxRate = ({ name, kind, basisPoints }: TaxRate): string =>
  `${name} (${kind}${hasPercentage(kind) ? `, ${basisPoints / 100} %` : ''})`;
