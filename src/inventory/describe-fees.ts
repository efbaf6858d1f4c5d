import type { Queryable } from '../db/database.ts';
import { feeMinor, type FeeRule } from './fees.ts';

export type DescribedFees = Omit<FeeRule, 'isAbsorbed'> & {
  /** The fees of one ticket: one of the host's own with a price, if it has any. */
  example: { priceMinor: number; feeMinor: number };
};

// For a host without a priced ticket: 100 naira, 10,000 yen, 10 dinars.
const SAMPLE_PRICE_MINOR = 10_000;

/** Describes the operator's fees for each ticket. */
export async function describeFees(database: Queryable, hostId: string): Promise<DescribedFees> {
  const { rows } = await database.query<Omit<DescribedFees, 'example'> & { priceMinor: number | null }>(
    `SELECT fee_basis_points AS "basisPoints", fee_flat_minor AS "flatMinor", fee_cap_minor AS "capMinor",
            (SELECT t.price_minor FROM events AS e JOIN ticket_types AS t ON t.event_id = e.id
              WHERE e.host_id = h.id AND t.price_minor > 0 ORDER BY e.created_at DESC, t.position LIMIT 1) AS "priceMinor"
       FROM hosts AS h WHERE h.id = $1`,
    [hostId],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no host ${hostId}`);
  const { priceMinor: known, ...rule } = row;
  const priceMinor = known ?? SAMPLE_PRICE_MINOR;
  return { ...rule, example: { priceMinor, feeMinor: feeMinor(priceMinor, { ...rule, isAbsorbed: false }) } };
}
