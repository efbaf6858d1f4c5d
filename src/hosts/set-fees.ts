import type { Actor } from '../audit/actor.ts';
import { recordChange } from '../audit/record-change.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { FeeRule } from '../inventory/fees.ts';
import type { Country } from '../money/countries.ts';
import { invalidField, Refusal } from '../refusal.ts';

// As in the database's checks.
const MAX_BASIS_POINTS = 10_000;
const MAX_AMOUNT_MINOR = 10_000_000_000;

const COLUMNS = `fee_basis_points AS "basisPoints", fee_flat_minor AS "flatMinor", fee_cap_minor AS "capMinor",
  fees_absorbed AS "isAbsorbed"`;

export async function readFees(
  database: Queryable,
  hostId: string,
): Promise<{ country: Country; fees: FeeRule }> {
  const { rows } = await database.query<FeeRule & { country: Country }>(
    `SELECT country, ${COLUMNS} FROM hosts WHERE id = $1`,
    [hostId],
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such host.');
  const { country, ...fees } = row;
  return { country, fees };
}

/** Sets the platform's fee for each ticket, by the operator. Counts for new quotes, in every process at once. */
export async function setFees(
  tx: Transaction,
  { hostId, actor, changes }: { hostId: string; actor: Actor; changes: Partial<FeeRule> },
): Promise<FeeRule> {
  await tx.query('SELECT 1 FROM hosts WHERE id = $1 FOR UPDATE', [hostId]);
  const { fees: before } = await readFees(tx, hostId);
  const after: FeeRule = { ...before, ...changes };
  if (after.basisPoints > MAX_BASIS_POINTS) throw invalidField('percent', 'must be at most 100.');
  for (const [field, amountMinor] of [
    ['flat', after.flatMinor],
    ['cap', after.capMinor ?? 0],
  ] as const) {
    if (amountMinor > MAX_AMOUNT_MINOR)
      throw invalidField(field, `must be at most ${MAX_AMOUNT_MINOR} minor units.`);
  }
  await tx.query(
    `UPDATE hosts SET fee_basis_points = $2, fee_flat_minor = $3, fee_cap_minor = $4, fees_absorbed = $5, fees_changed_at = clock_timestamp(),
            version = version + 1
      WHERE id = $1`,
    [hostId, after.basisPoints, after.flatMinor, after.capMinor, after.isAbsorbed],
  );
  await recordChange(tx, { hostId, actor, action: 'host.set_fees', before, after });
  return after;
}
