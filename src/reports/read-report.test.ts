import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { readReport, REPORT_GROUPS, type ReadReport, type ReportGroup } from './read-report.ts';
import { daysBefore, daysOf } from './report-period.ts';
import { sellAllSorts, type Show } from './sell-all-sorts.fixture.ts';

let on: TestApp;
let host: TestHost;
const shows: Show[] = [];

before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { feeBasisPoints: 333, feeFlatMinor: 7, feeCapMinor: 250_000 });
  for (let nr = 0; nr < 2; nr++) shows.push(await sellAllSorts(on, host));
  // A neighbour, whose sales are no business of ours.
  await sellAllSorts(on, await makeHost(on));
});
after(() => on.close());

const query = async <Row extends Record<string, unknown>>(sql: string, values: unknown[] = []) =>
  (await on.app.database.query<Row>(sql, values)).rows;

const report = (input: Partial<ReadReport> & { by: ReportGroup }) =>
  readReport(on.app.database, { hostId: host.hostId, eventIds: null, from: null, to: null, ...input });

/** How the orders table tells each group: of order `o`, item `i`, and the time of the order or refund. */
const KEYS: Record<ReportGroup, (time: string) => string> = {
  event: () => 'o.event_id::text',
  ticket_type: () => `i ->> 'sku'`,
  gateway: () => `coalesce(o.gateway, 'none')`,
  day: (time) => `(${time} AT TIME ZONE 'Africa/Lagos')::date::text`,
  month: (time) => `to_char(${time} AT TIME ZONE 'Africa/Lagos', 'YYYY-MM')`,
};

type Sums = { key: string; tickets: number; gross: number; discounts: number; fees: number; refunds: number };

/** The same by the orders, item by item, and their refunds. */
async function byTheOrders(by: ReportGroup): Promise<Sums[]> {
  const keyOf = KEYS[by];
  return query<Sums>(
    `SELECT key, sum(tickets)::bigint AS tickets, sum(gross)::bigint AS gross, sum(discounts)::bigint AS discounts,
            sum(fees)::bigint AS fees, sum(refunds)::bigint AS refunds
       FROM (SELECT ${keyOf('o.confirmed_at')} AS key, (i ->> 'quantity')::int AS tickets,
                    (i ->> 'quantity')::int * (i ->> 'price')::bigint AS gross, (i ->> 'discount')::bigint AS discounts,
                    (i ->> 'quantity')::int * (i ->> 'fee')::bigint AS fees, 0 AS refunds
               FROM orders AS o, json_array_elements(o.quote -> 'items') AS i
              WHERE o.host_id = $1 AND o.confirmed_at IS NOT NULL
             UNION ALL
             SELECT ${by === 'ticket_type' ? 'NULL' : keyOf('r.created_at')}, 0, 0, 0, 0, r.amount_minor
               FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.host_id = $1 AND r.reason = 'host') AS lines
      WHERE key IS NOT NULL GROUP BY 1 ORDER BY 1`,
    [host.hostId],
  );
}

test('the rows are what the orders and refunds add up to, however they are grouped, and so are the sums', async () => {
  for (const by of REPORT_GROUPS) {
    const { rows, sums, isCounted } = await report({ by });
    assert.equal(isCounted, true);
    const shown = rows
      .map((row) => ({
        key: row.key,
        tickets: row.tickets,
        gross: row.grossMinor,
        discounts: row.discountsMinor,
        fees: row.feesMinor,
        // The ticket type of a refund is decided when it is made.
        refunds: by === 'ticket_type' ? 0 : row.refundsMinor,
      }))
      .toSorted((one, other) => (one.key < other.key ? -1 : 1));
    assert.deepEqual(shown, await byTheOrders(by), by);
    for (const row of [...rows, ...sums.map(({ all }) => all)])
      assert.equal(row.netMinor, row.grossMinor - row.discountsMinor - row.refundsMinor);
    const [sum] = sums;
    assert.equal(sums.length, 1);
    const [made = {}] = await query(
      `SELECT count(*) AS orders, sum(total_minor)::bigint AS total,
              (SELECT sum(amount_minor)::bigint FROM refunds AS r JOIN orders AS bought ON bought.id = r.order_id
                WHERE bought.host_id = $1 AND r.reason = 'host') AS refunds,
              (SELECT count(*) FROM tickets AS t JOIN orders AS bought ON bought.id = t.order_id
                WHERE bought.host_id = $1 AND t.voided_at IS NOT NULL) AS void
         FROM orders WHERE host_id = $1 AND confirmed_at IS NOT NULL`,
      [host.hostId],
    );
    assert.ok(sum);
    const { all } = sum;
    assert.deepEqual(
      [
        all.orders,
        all.grossMinor - all.discountsMinor + all.feesMinor,
        all.refundsMinor,
        all.returnedTickets,
      ],
      [made['orders'], made['total'], made['refunds'], made['void']],
    );
    assert.equal(
      rows.reduce((returned, row) => returned + row.returnedTickets, 0),
      made['void'],
    );
    assert.equal(sum.gateway.grossMinor + sum.by_hand.grossMinor + sum.none.grossMinor, all.grossMinor);
    assert.equal(sum.none.grossMinor, 0);
    assert.ok(sum.none.tickets > 0 && sum.gateway.tickets > 0);
  }
  assert.deepEqual(await checkInvariants(on.app.database), []);
});

test('a member of chosen events has a report of these, and another host one of its own', async () => {
  const [first] = shows;
  assert.ok(first);
  const { rows } = await report({ by: 'event', eventIds: [first.eventId] });
  assert.deepEqual(
    rows.map(({ key }) => key),
    [first.eventId],
  );
  const other = await makeHost(on);
  assert.deepEqual(await report({ by: 'event', eventIds: [] }), {
    isCounted: true,
    timezone: 'Africa/Lagos',
    rows: [],
    sums: [],
  });
  assert.deepEqual((await report({ by: 'day', hostId: other.hostId })).rows, []);
  assert.deepEqual((await report({ by: 'day', hostId: other.hostId, eventIds: [first.eventId] })).rows, []);
});

test('a sale half an hour before midnight in Greenwich is of the next day in Lagos, and of the next month; in Accra it is not', async () => {
  for (const [country, days, months] of [
    ['NIGERIA', ['2026-03-31', '2026-04-01'], ['2026-03', '2026-04']],
    ['GHANA', ['2026-03-31'], ['2026-03']],
  ] as const) {
    const own = await makeHost(on, { country });
    const { skus } = await makeEvent(on, own, { country });
    await query(
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor)
       SELECT $1, at, 'sandbox', 1, 1, 100 FROM unnest($2::timestamptz[]) AS at`,
      [skus[0], ['2026-03-31T22:59Z', '2026-03-31T23:30Z']],
    );
    // The first minute of the day is of the day.
    const [first] = await query<{ at: Date }>(`SELECT '2026-03-29'::timestamp AT TIME ZONE $1 AS at`, [
      (await report({ hostId: own.hostId, by: 'day' })).timezone,
    ]);
    await query(
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor) VALUES ($1, $2, 'by_hand', 1, 1, 7)`,
      [skus[0], first?.at],
    );
    const ofFirst = await report({ hostId: own.hostId, by: 'day', from: '2026-03-29', to: '2026-03-29' });
    assert.deepEqual(
      ofFirst.sums.map(({ all, by_hand: byHand, gateway }) => [
        all.grossMinor,
        byHand.grossMinor,
        gateway.grossMinor,
      ]),
      [[7, 7, 0]],
    );
    await query(`DELETE FROM sales_times WHERE gateway = 'by_hand' AND ticket_type_id = $1`, [skus[0]]);
    // Sales from before these sums are said to be missing, until they are counted.
    const setCounted = (isCounted: boolean) =>
      query('UPDATE ticket_types SET times_counted = $2 WHERE id = $1', [skus[0], isCounted]);
    await setCounted(false);
    assert.equal((await report({ hostId: own.hostId, by: 'day' })).isCounted, false);
    assert.equal((await report({ by: 'day' })).isCounted, true);
    await setCounted(true);
    const of = async (by: ReportGroup, from: string | null, to: string | null) =>
      (await report({ hostId: own.hostId, by, from, to })).rows.map(({ key }) => key);
    assert.deepEqual(await of('day', null, null), days);
    assert.deepEqual(await of('month', null, null), months);
    assert.deepEqual(await of('day', '2026-04-01', null), days.slice(1));
    assert.deepEqual(await of('day', null, '2026-03-31'), ['2026-03-31']);
    assert.deepEqual(await of('day', '2026-03-30', '2026-03-30'), []);
    await query('DELETE FROM sales_times WHERE ticket_type_id = $1', [skus[0]]);
  }
});

test('currencies are never added up', async () => {
  const own = await makeHost(on);
  for (const country of ['NIGERIA', 'GHANA'] as const) {
    const { skus } = await makeEvent(on, own, { country });
    await query(
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor) VALUES ($1, '2026-03-31', 'by_hand', 1, 1, 100)`,
      [skus[0]],
    );
  }
  const { rows, sums } = await report({ hostId: own.hostId, by: 'day' });
  assert.deepEqual(
    rows.map(({ key, currency, grossMinor }) => [key, currency, grossMinor]),
    [
      ['2026-03-31', 'GHS', 100],
      ['2026-03-31', 'NGN', 100],
    ],
  );
  assert.deepEqual(
    sums.map(({ currency, all, by_hand: byHand, gateway }) => [
      currency,
      all.grossMinor,
      byHand.grossMinor,
      gateway.grossMinor,
    ]),
    [
      ['GHS', 100, 100, 0],
      ['NGN', 100, 100, 0],
    ],
  );
  await query(`DELETE FROM sales_times WHERE gateway = 'by_hand'`);
});

test('a period is days of the calendar: this month until today, all of last month, this year', () => {
  assert.deepEqual(daysOf('this_month', '2026-11-16'), { from: '2026-11-01', to: '2026-11-16' });
  assert.deepEqual(daysOf('last_month', '2026-11-16'), { from: '2026-10-01', to: '2026-10-31' });
  assert.deepEqual(daysOf('last_month', '2026-03-31'), { from: '2026-02-01', to: '2026-02-28' });
  assert.deepEqual(daysOf('last_month', '2028-03-01'), { from: '2028-02-01', to: '2028-02-29' });
  assert.deepEqual(daysOf('last_month', '2027-01-01'), { from: '2026-12-01', to: '2026-12-31' });
  assert.deepEqual(daysOf('this_year', '2026-11-16'), { from: '2026-01-01', to: '2026-11-16' });
  assert.deepEqual(daysOf('all', '2026-11-16'), { from: null, to: null });
});

test('a period is compared with the same days before it, as far as these are there', () => {
  const compared = (period: Parameters<typeof daysBefore>[0], from: string | null, to: string | null) => {
    const days = daysBefore(period, { from, to });
    return days && `${days.from} ${days.to}`;
  };
  assert.equal(compared('this_month', '2026-11-01', '2026-11-16'), '2026-10-01 2026-10-16');
  assert.equal(compared('this_month', '2026-03-01', '2026-03-31'), '2026-02-01 2026-02-28');
  assert.equal(compared('this_month', '2027-01-01', '2027-01-02'), '2026-12-01 2026-12-02');
  assert.equal(compared('last_month', '2026-02-01', '2026-02-28'), '2026-01-01 2026-01-31');
  assert.equal(compared('this_year', '2028-01-01', '2028-02-29'), '2027-01-01 2027-02-28');
  assert.equal(compared('days', '2026-11-10', '2026-11-16'), '2026-11-03 2026-11-09');
  assert.equal(compared('days', '2026-11-10', '2026-11-10'), '2026-11-09 2026-11-09');
  assert.equal(compared('days', '2026-11-10', null), null);
  assert.equal(compared('all', null, null), null);
});
