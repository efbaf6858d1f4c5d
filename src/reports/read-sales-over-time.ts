import assert from 'node:assert/strict';
import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import { MINUTES_KEPT_DAYS } from './fold-sales-times.ts';
import { chooseStep, stepInterval, stepStart, type TimeStep } from './time-steps.ts';

/** Until now, by the database's clock; or from one time to another, where null is the first sale, and now or the end of the event. */
export type SalesPeriod = { lastMinutes: number } | { from: Date | null; to: Date | null };

export type ReadSalesOverTime = {
  hostId: string;
  eventId: string;
  period: SalesPeriod;
  /** No finer than this. Null: as fine as can be read. */
  step: TimeStep | null;
};

/** One number for each of `buckets`. */
export type TypeSalesOverTime = {
  ticketTypeId: string;
  name: string;
  /** An order of several ticket types counts once, at the first. */
  orders: number[];
  tickets: number[];
  /** Tickets that became void at this time, whenever they were bought. */
  returnedTickets: number[];
  /** The buyers' payments: prices, less discounts, with fees. */
  salesMinor: number[];
  /** The refunds at this time, whenever it was bought. */
  refundsMinor: number[];
};

export type SalesOverTime = {
  /** False: some was sold before this was kept, and is not counted yet (count-sales-times.ts). */
  isCounted: boolean;
  timezone: string;
  country: Country;
  currency: string;
  step: TimeStep;
  /** When each begins, oldest first, with those in which nothing happened. Steps begin by the clock on the wall at the event. */
  buckets: Date[];
  /** When the last bucket ends: it may not be over yet. */
  to: Date;
  /** In the order of the event's ticket types, with those that sold nothing. */
  types: TypeSalesOverTime[];
};

/** When an event sold what. Null where the host has no such event. */
export async function readSalesOverTime(
  tx: Queryable,
  { hostId, eventId, period, step: atLeast }: ReadSalesOverTime,
): Promise<SalesOverTime | null> {
  const event = await findPeriod(tx, { hostId, eventId, period });
  if (!event) return null;
  const { from, to, timezone, country, isCounted, areMinutesGone } = event;
  const step = chooseStep({ from, to, areMinutesGone, atLeast });
  const buckets = from < to ? await listBuckets(tx, { from, to, timezone, step }) : [];
  const types = await readTypes(tx, { eventId, buckets, to, timezone, step });
  return { isCounted, timezone, country, currency: COUNTRIES[country].currency, step, buckets, to, types };
}

type Period = {
  timezone: string;
  country: Country;
  isCounted: boolean;
  from: Date;
  to: Date;
  areMinutesGone: boolean;
};

async function findPeriod(
  tx: Queryable,
  { hostId, eventId, period }: Omit<ReadSalesOverTime, 'step'>,
): Promise<Period | null> {
  const [minutes, from, to] =
    'lastMinutes' in period ? [period.lastMinutes, null, null] : [null, period.from, period.to];
  const { rows } = await tx.query<Period>(
    `SELECT *, "from" < now() - interval '${MINUTES_KEPT_DAYS} days' AS "areMinutesGone" FROM (
       SELECT event.timezone, event.country, coalesce(sold.is_counted, true) AS "isCounted",
              coalesce($4::timestamptz, now() - $3 * interval '1 minute', sold.first_at, now()) AS "from",
              CASE WHEN $3::integer IS NOT NULL THEN now()
                   ELSE coalesce($5::timestamptz, least(now(), greatest(event.closes_at, sold.last_at + interval '1 minute'))) END AS "to"
         FROM events AS event
         CROSS JOIN LATERAL (
           SELECT bool_and(t.times_counted) AS is_counted, min(ends.first_at) AS first_at, max(ends.last_at) AS last_at
             FROM ticket_types AS t
             CROSS JOIN LATERAL (
               SELECT min(at) AS first_at, max(at) AS last_at FROM sales_times WHERE ticket_type_id = t.id) AS ends
            WHERE t.event_id = event.id) AS sold
        WHERE event.id = $2 AND event.host_id = $1) AS found`,
    [hostId, eventId, minutes, from, to],
  );
  return rows[0] ?? null;
}

/** Made from times on the wall, as the sales' are: where clocks are changed, both come to the same moments. */
async function listBuckets(
  tx: Queryable,
  { from, to, timezone, step }: { from: Date; to: Date; timezone: string; step: TimeStep },
): Promise<Date[]> {
  const { rows } = await tx.query<{ start: Date }>(
    `SELECT DISTINCT wall_time AT TIME ZONE $3 AS start
       FROM generate_series(${stepStart(step, '$1::timestamptz AT TIME ZONE $3')}, $2::timestamptz AT TIME ZONE $3, ${stepInterval(step)})
            AS wall_time
      WHERE wall_time AT TIME ZONE $3 < $2 ORDER BY 1`,
    [from, to, timezone],
  );
  return rows.map(({ start }) => start);
}

type BucketRow = {
  ticket_type_id: string;
  name: string;
  start: Date | null;
  orders: number;
  tickets: number;
  returned: number;
  sales: number;
  refunds: number;
};

async function readTypes(
  tx: Queryable,
  of: { eventId: string; buckets: Date[]; to: Date; timezone: string; step: TimeStep },
): Promise<TypeSalesOverTime[]> {
  const { rows } = await tx.query<BucketRow>(
    `SELECT t.id AS ticket_type_id, t.name, bucket.*
       FROM ticket_types AS t
       LEFT JOIN LATERAL (
         SELECT ${stepStart(of.step, 'at AT TIME ZONE $4')} AT TIME ZONE $4 AS start, sum(orders) AS orders, sum(tickets) AS tickets,
                sum(returned_tickets) AS returned, sum(gross_minor - discount_minor + fees_minor)::bigint AS sales,
                sum(refunded_minor)::bigint AS refunds
           FROM sales_times WHERE ticket_type_id = t.id AND at >= $2 AND at < $3 GROUP BY 1) AS bucket ON true
      WHERE t.event_id = $1 ORDER BY t.position, t.id`,
    // Whole buckets: from the beginning of the first.
    [of.eventId, of.buckets[0] ?? of.to, of.to, of.timezone],
  );
  const places = new Map(of.buckets.map((start, place) => [start.getTime(), place]));
  const types = new Map<string, TypeSalesOverTime>();
  for (const row of rows) {
    const type = types.get(row.ticket_type_id) ?? withoutSales(row, of.buckets.length);
    types.set(row.ticket_type_id, type);
    if (row.start === null) continue;
    const place = places.get(row.start.getTime());
    assert(place !== undefined, 'sales at a time that has no bucket');
    type.orders[place] = row.orders;
    type.tickets[place] = row.tickets;
    type.returnedTickets[place] = row.returned;
    type.salesMinor[place] = row.sales;
    type.refundsMinor[place] = row.refunds;
  }
  return [...types.values()];
}

function withoutSales({ ticket_type_id: ticketTypeId, name }: BucketRow, buckets: number): TypeSalesOverTime {
  const zeros = (): number[] => Array.from({ length: buckets }, () => 0);
  return {
    ticketTypeId,
    name,
    orders: zeros(),
    tickets: zeros(),
    returnedTickets: zeros(),
    salesMinor: zeros(),
    refundsMinor: zeros(),
  };
}
