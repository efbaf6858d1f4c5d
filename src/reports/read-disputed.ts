import type { Queryable } from '../db/database.ts';
import type { Country } from '../money/countries.ts';
import { readTimezone } from './read-report.ts';
import type { ReportDays } from './report-period.ts';

/** Of one currency, which several countries may have. Apart from sales and refunds: what was lost is not taken off the net. */
export type DisputedSum = {
  country: Country;
  currency: string;
  /** Opened in these days, whatever became of them. */
  opened: number;
  openedMinor: number;
  /** Lost in these days, whenever they were opened. */
  lost: number;
  lostMinor: number;
};

/** Reads the disputes of a host's events in some days, by the clock of the host's country. There are few: each is read. */
export async function readDisputed(
  tx: Queryable,
  { hostId, eventIds, from, to }: ReportDays & { hostId: string; eventIds: string[] | null },
): Promise<DisputedSum[]> {
  const timezone = await readTimezone(tx, hostId);
  const { rows } = await tx.query<DisputedSum>(
    `SELECT min(country) AS country, currency, (count(*) FILTER (WHERE is_opened))::integer AS opened,
            coalesce(sum(amount_minor) FILTER (WHERE is_opened), 0)::bigint AS "openedMinor",
            (count(*) FILTER (WHERE is_lost))::integer AS lost,
            coalesce(sum(amount_minor) FILTER (WHERE is_lost), 0)::bigint AS "lostMinor"
       FROM (SELECT e.country, d.currency, d.amount_minor, d.opened_at >= days.first AND d.opened_at < days.last AS is_opened,
                    d.state = 'lost' AND d.ended_at >= days.first AND d.ended_at < days.last AS is_lost
               FROM payment_disputes AS d
              CROSS JOIN LATERAL (SELECT coalesce($3::date::timestamp AT TIME ZONE $5, '-infinity') AS first,
                                         coalesce(($4::date + 1)::timestamp AT TIME ZONE $5, 'infinity') AS last) AS days
              CROSS JOIN LATERAL (SELECT event_id FROM orders WHERE id = d.order_id LIMIT 1) AS o
              CROSS JOIN LATERAL (SELECT country FROM events WHERE id = o.event_id LIMIT 1) AS e
              WHERE d.host_id = $1 AND ($2::uuid[] IS NULL OR o.event_id = ANY ($2))) AS of_host
      WHERE is_opened OR is_lost GROUP BY currency ORDER BY currency`,
    [hostId, eventIds, from, to, timezone],
  );
  return rows;
}
