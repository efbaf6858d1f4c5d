import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import type { TaxLine } from '../rules/taxes.ts';
import { GROUP_SQL, readTimezone, type ReadReport } from './read-report.ts';

/** Sales and refunds at one rate. */
export type TaxFigures = TaxLine & {
  /** The refunds of the time, whenever it was bought, and the tax in them. */
  refundedMinor: number;
  refundedTaxMinor: number;
};

/** Of one currency: sums of different ones say nothing. */
export type TaxSum = TaxFigures & {
  /** As of the report's rows; empty where these are not asked for. */
  key: string;
  country: Country;
  currency: string;
};

/** A refund's ticket type is not kept, only its event: there is no report of taxes by ticket type. */
export type TaxGroup = Exclude<ReadReport['by'], 'ticket_type'>;

/** The taxes in a host's sales and refunds in some days, rate by rate, as readReport has the sales. */
export async function readTaxes(
  tx: Queryable,
  { hostId, eventIds, from, to, by }: Omit<ReadReport, 'by'> & { by: TaxGroup | null },
): Promise<TaxSum[]> {
  const { rows } = await tx.query<Omit<TaxSum, 'currency'>>(
    `SELECT ${by === null ? "''" : GROUP_SQL[by].key} AS key, e.country, s.name, s.kind, s.basis_points AS "basisPoints",
            sum(s.amount_minor)::bigint AS "amountMinor", sum(s.tax_minor)::bigint AS "taxMinor",
            sum(s.refunded_minor)::bigint AS "refundedMinor", sum(s.refunded_tax_minor)::bigint AS "refundedTaxMinor"
       FROM events AS e
       JOIN ticket_types AS t ON t.event_id = e.id
       -- OFFSET 0: type by type, by their key; the planner may go through those of every host otherwise.
       CROSS JOIN LATERAL (
         SELECT *, to_char(at AT TIME ZONE $5, 'YYYY-MM-DD') AS day FROM tax_times
          WHERE ticket_type_id = t.id
            AND at >= coalesce($3::date::timestamp AT TIME ZONE $5, '-infinity')
            AND at < coalesce(($4::date + 1)::timestamp AT TIME ZONE $5, 'infinity') OFFSET 0) AS s
      WHERE e.host_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2))
      GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 5 DESC, 4 DESC, 3`,
    [hostId, eventIds, from, to, await readTimezone(tx, hostId)],
  );
  return rows.map((row) => ({ ...row, currency: COUNTRIES[row.country].currency }));
}
