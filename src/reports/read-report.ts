import type { Queryable } from '../db/database.ts';
import { COUNTRIES, type Country } from '../money/countries.ts';
import type { ReportDays } from './report-period.ts';

export const REPORT_GROUPS = ['event', 'ticket_type', 'gateway', 'day', 'month'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

export type ReportFigures = {
  /** An order of several ticket types counts once, with the first of them. */
  orders: number;
  tickets: number;
  /** Tickets that became void in the period, whenever they were bought. */
  returnedTickets: number;
  /** Prices of the tickets, before discounts and without fees. */
  grossMinor: number;
  discountsMinor: number;
  /** The buyers' fees, on top. None if the host absorbs them. */
  feesMinor: number;
  /** The refunds of the period, whenever it was bought; refunded fees are included. */
  refundsMinor: number;
  /** The host's share: gross, less discounts and refunds. */
  netMinor: number;
};

export type ReportRow = ReportFigures & {
  /** The id of the event or ticket type, the gateway, the day (`2026-11-16`) or the month (`2026-11`). */
  key: string;
  /** The name of the event or ticket type, or the key once more. */
  name: string;
  /** That a ticket type is of. */
  eventName: string | null;
  country: Country;
  currency: string;
};

/** How money came: through a gateway, by bank transfer to the host, at the counter (`by_hand`), or none was due. */
export type MoneyCame = 'gateway' | 'bank_transfer' | 'by_hand' | 'none';

/** Of one currency: sums of different ones say nothing. */
export type ReportSum = { country: Country; currency: string; all: ReportFigures } & Record<
  MoneyCame,
  ReportFigures
>;

export type Report = {
  /** False: some was sold before this was kept, and is not counted yet (count-events-job.ts). */
  isCounted: boolean;
  /** By whose clock the days are. */
  timezone: string;
  /** Of each thing in which something was sold or given back, and each currency. */
  rows: ReportRow[];
  sums: ReportSum[];
};

export type ReadReport = ReportDays & {
  hostId: string;
  /** Of these alone; null: of all of the host's. */
  eventIds: string[] | null;
  by: ReportGroup;
};

/** The key and the order of each group, in terms of event `e`, ticket type `t` and sales `s`. */
export const GROUP_SQL: Record<ReportGroup, { key: string; name: string; eventName: string; order: string }> =
  {
    event: { key: 'e.id::text', name: 'e.name', eventName: 'NULL', order: 'e.starts_at DESC, e.id' },
    ticket_type: {
      key: 't.id::text',
      name: 't.name',
      eventName: 'e.name',
      order: 'e.starts_at DESC, e.id, t.position, t.id',
    },
    gateway: { key: 's.gateway', name: 's.gateway', eventName: 'NULL', order: 's.gateway' },
    day: { key: 's.day', name: 's.day', eventName: 'NULL', order: 's.day' },
    month: { key: 'left(s.day, 7)', name: 'left(s.day, 7)', eventName: 'NULL', order: 'left(s.day, 7)' },
  };

type FoundRow = Omit<ReportRow, 'currency' | 'netMinor'> & { gateway: string };

/**
 * Reads the sales and refunds of a host's events in some days, by the clock of the host's country. Sums are kept as tickets are sold
 * (docs/decisions/reports.md): no order is read.
 */
export async function readReport(
  tx: Queryable,
  { hostId, eventIds, from, to, by }: ReadReport,
): Promise<Report> {
  const timezone = await readTimezone(tx, hostId);
  const { key, name, eventName, order } = GROUP_SQL[by];
  const { rows } = await tx.query<FoundRow>(
    `SELECT ${key} AS key, ${name} AS name, ${eventName} AS "eventName", e.country, s.gateway, sum(s.orders)::bigint AS orders,
            sum(s.tickets)::bigint AS tickets, sum(s.returned)::bigint AS "returnedTickets", sum(s.gross)::bigint AS "grossMinor",
            sum(s.discounts)::bigint AS "discountsMinor", sum(s.fees)::bigint AS "feesMinor", sum(s.refunds)::bigint AS "refundsMinor"
       FROM events AS e
       JOIN ticket_types AS t ON t.event_id = e.id
       -- OFFSET 0: type by type, by their key; the planner may go through those of every host otherwise.
       CROSS JOIN LATERAL (
         SELECT gateway, to_char(at AT TIME ZONE $5, 'YYYY-MM-DD') AS day, orders, tickets, returned_tickets AS returned,
                gross_minor AS gross, discount_minor AS discounts, fees_minor AS fees, refunded_minor AS refunds
           FROM sales_times
          WHERE ticket_type_id = t.id
            AND at >= coalesce($3::date::timestamp AT TIME ZONE $5, '-infinity')
            AND at < coalesce(($4::date + 1)::timestamp AT TIME ZONE $5, 'infinity') OFFSET 0) AS s
      WHERE e.host_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2))
      GROUP BY 1, 2, 3, 4, 5, ${order.replaceAll(' DESC', '')}
      ORDER BY ${order}, e.country, s.gateway`,
    [hostId, eventIds, from, to, timezone],
  );
  return { isCounted: await isCounted(tx, { hostId, eventIds }), timezone, ...addUp(rows) };
}

export async function readTimezone(tx: Queryable, hostId: string): Promise<string> {
  const { rows } = await tx.query<{ country: Country }>('SELECT country FROM hosts WHERE id = $1', [hostId]);
  const [host] = rows;
  if (!host) throw new Error(`there is no host ${hostId}`);
  return COUNTRIES[host.country].timezone;
}

/** Whether nothing that was sold before sums were kept is left to count; `taxesAlone`: nothing of which taxes are. */
export async function isCounted(
  tx: Queryable,
  {
    hostId,
    eventIds,
    taxesAlone = false,
  }: { hostId: string; eventIds: readonly string[] | null; taxesAlone?: boolean },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT 1 FROM ticket_types AS t JOIN events AS e ON e.id = t.event_id
      WHERE NOT ((t.times_counted OR ${taxesAlone}) AND t.taxes_counted) AND e.host_id = $1 AND ($2::uuid[] IS NULL OR e.id = ANY ($2)) LIMIT 1`,
    [hostId, eventIds],
  );
  return rowCount === 0;
}

const NOTHING: ReportFigures = {
  orders: 0,
  tickets: 0,
  returnedTickets: 0,
  grossMinor: 0,
  discountsMinor: 0,
  feesMinor: 0,
  refundsMinor: 0,
  netMinor: 0,
};

const cameBy = (gateway: string): MoneyCame =>
  gateway === 'bank_transfer' || gateway === 'by_hand' || gateway === 'none' ? gateway : 'gateway';

/** The rows have come by gateway too: one statement, so that rows and sums are of one moment. */
function addUp(found: FoundRow[]): Pick<Report, 'rows' | 'sums'> {
  const rows = new Map<string, ReportRow>();
  const sums = new Map<Country, ReportSum>();
  for (const one of found) {
    const { key, name, eventName, country, gateway } = one;
    const { currency } = COUNTRIES[country];
    const place = `${key} ${country}`;
    const row = rows.get(place) ?? { key, name, eventName, country, currency, ...NOTHING };
    rows.set(place, row);
    const sum = sums.get(country) ?? emptySum(country);
    sums.set(country, sum);
    for (const figures of [row, sum.all, sum[cameBy(gateway)]]) add(figures, one);
  }
  return { rows: [...rows.values()], sums: [...sums.values()] };
}

const emptySum = (country: Country): ReportSum => ({
  country,
  currency: COUNTRIES[country].currency,
  all: { ...NOTHING },
  gateway: { ...NOTHING },
  bank_transfer: { ...NOTHING },
  by_hand: { ...NOTHING },
  none: { ...NOTHING },
});

function add(sum: ReportFigures, one: FoundRow): void {
  sum.orders += one.orders;
  sum.tickets += one.tickets;
  sum.returnedTickets += one.returnedTickets;
  sum.grossMinor += one.grossMinor;
  sum.discountsMinor += one.discountsMinor;
  sum.feesMinor += one.feesMinor;
  sum.refundsMinor += one.refundsMinor;
  sum.netMinor += one.grossMinor - one.discountsMinor - one.refundsMinor;
}
