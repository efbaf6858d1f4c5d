import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { runRareJobSoon } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { readSalesOverTime, type ReadSalesOverTime } from './read-sales-over-time.ts';
import { sellAllSorts } from './sell-all-sorts.fixture.ts';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp();
  // A percentage makes fees that are not round.
  host = await makeHost(on, { feeBasisPoints: 333, feeFlatMinor: 7, feeCapMinor: 250_000 });
});
after(() => on.close());
afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

const query = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
  (await on.app.database.query<Record<string, unknown>>(sql, values)).rows;

/** All that is kept of an event, by ticket type and gateway. */
const keptOf = (eventId: string) =>
  query(
    `SELECT t.name, s.gateway, sum(orders) AS orders, sum(tickets) AS tickets, sum(gross_minor)::bigint AS gross,
            sum(discount_minor)::bigint AS discount, sum(s.fees_minor)::bigint AS fees, sum(s.refunded_minor)::bigint AS refunded,
            sum(returned_tickets) AS returned
       FROM ticket_types AS t JOIN sales_times AS s ON s.ticket_type_id = t.id WHERE t.event_id = $1
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [eventId],
  );

/** Row by row, with its minute. */
const rowsOf = (eventId: string) =>
  query(
    `SELECT s.* FROM ticket_types AS t JOIN sales_times AS s ON s.ticket_type_id = t.id WHERE t.event_id = $1
      ORDER BY s.ticket_type_id, s.at, s.gateway`,
    [eventId],
  );

test('sales and refunds are kept by ticket type and gateway, and an order counts once', async () => {
  const { eventId } = await sellAllSorts(on, host);
  const [discounts = {}] = await query(
    `SELECT sum((quote ->> 'discount')::bigint)::bigint AS discount, sum((quote ->> 'totalFees')::bigint)::bigint AS fees
       FROM orders WHERE event_id = $1`,
    [eventId],
  );
  const kept = await keptOf(eventId);
  assert.deepEqual(
    kept.map(({ name, gateway, orders, tickets, gross, returned }) => [
      name,
      gateway,
      orders,
      tickets,
      gross,
      returned,
    ]),
    [
      ['Balcony', 'none', 1, 2, 0, 2],
      ['Balcony', 'sandbox', 2, 3, 3 * 12_345, 2],
      ['Stalls', 'sandbox', 1, 5, 5 * 6_789, 1],
      ['Terrace', 'none', 1, 2, 0, 0],
      ['Terrace', 'sandbox', 0, 1, 0, 0],
    ],
  );
  const sum = (column: string) => kept.reduce((total, row) => total + Number(row[column]), 0);
  assert.deepEqual([sum('discount'), sum('fees')], [discounts['discount'], discounts['fees']]);
  assert.ok(sum('refunded') > 101);
});

test('sales from before this was kept are counted once, to the minute, as if it had been', async () => {
  const show = await sellAllSorts(on, host);
  const kept = await rowsOf(show.eventId);
  await query('UPDATE ticket_types SET times_counted = false WHERE event_id = $1', [show.eventId]);
  await query('UPDATE sales_times SET gross_minor = 1, orders = 0 WHERE ticket_type_id = ANY ($1)', [
    show.skus,
  ]);
  const isCounted = async () =>
    (
      await readSalesOverTime(on.app.database, {
        hostId: host.hostId,
        eventId: show.eventId,
        period: { lastMinutes: 60 },
        step: null,
      })
    )?.isCounted;
  assert.equal(await isCounted(), false);
  await runRareJobSoon(on, 'count_sales_times');
  await until('the sales to be counted', isCounted);
  assert.deepEqual(await rowsOf(show.eventId), kept);
});

describe('minutes of some days ago', () => {
  test('become quarters of an hour that add up to the same; those of today stay', async () => {
    const show = await sellAllSorts(on, host);
    const sums = await keptOf(show.eventId);
    // The same sales at 40 minutes in a row, a week ago, and besides as they are.
    await query(
      `INSERT INTO sales_times
       SELECT s.ticket_type_id, date_bin('1 hour', now() - interval '7 days', 'epoch') + nr * interval '1 minute', s.gateway, s.orders,
              s.tickets, s.gross_minor, s.discount_minor, s.fees_minor, s.refunded_minor, s.returned_tickets
         FROM sales_times AS s, generate_series(0, 39) AS nr WHERE s.ticket_type_id = ANY ($1)`,
      [show.skus],
    );
    const rows = async (isOld: boolean) =>
      (await rowsOf(show.eventId)).filter(
        ({ at }) => (at as Date).getTime() < Date.now() - 3 * 86_400_000 === isOld,
      );
    const today = await rows(false);
    const all = await keptOf(show.eventId);
    await runRareJobSoon(on, 'fold_sales_times');
    await until('the minutes to be put together', async () => (await rows(true)).length < 40);
    assert.deepEqual(await keptOf(show.eventId), all);
    assert.deepEqual(await rows(false), today);
    const starts = new Set((await rows(true)).map(({ at }) => (at as Date).getTime() % 900_000));
    assert.deepEqual([...starts], [0]);
    await query(
      `DELETE FROM sales_times WHERE ticket_type_id = ANY ($1) AND at < now() - interval '3 days'`,
      [show.skus],
    );
    assert.deepEqual(await keptOf(show.eventId), sums);
  });
});

describe('sales over time', () => {
  const read = async (input: Omit<ReadSalesOverTime, 'hostId' | 'step'> & Partial<ReadSalesOverTime>) => {
    const found = await readSalesOverTime(on.app.database, { hostId: host.hostId, step: null, ...input });
    assert.ok(found);
    return found;
  };

  /** An event whose sales were at these times, one ticket of 100 each. */
  async function makeSold(times: string[], timezone = 'Africa/Lagos') {
    const { eventId, skus } = await makeEvent(on, host, { timezone, ticketTypes: [{}, { name: 'Unsold' }] });
    await query(
      `INSERT INTO sales_times (ticket_type_id, at, gateway, orders, tickets, gross_minor, fees_minor, discount_minor, refunded_minor)
       SELECT $1, at, 'sandbox', 1, 1, 100, 5, 10, 1 FROM unnest($2::timestamptz[]) AS at`,
      [skus[0], times],
    );
    return { eventId, forget: () => query('DELETE FROM sales_times WHERE ticket_type_id = $1', [skus[0]]) };
  }

  test('a sale of half an hour before midnight in Greenwich is of the next day in Lagos', async () => {
    const { eventId, forget } = await makeSold([
      '2026-03-01T22:45Z',
      '2026-03-01T23:30Z',
      '2026-03-02T10:00Z',
    ]);
    const found = await read({
      eventId,
      period: { from: new Date('2026-02-28T23:00Z'), to: new Date('2026-03-03T23:00Z') },
      step: 'day',
    });
    assert.deepEqual(
      found.buckets.map((start) => start.toISOString()),
      ['2026-02-28T23:00:00.000Z', '2026-03-01T23:00:00.000Z', '2026-03-02T23:00:00.000Z'],
    );
    const [sold, unsold] = found.types;
    assert.deepEqual(sold?.tickets, [1, 2, 0]);
    assert.deepEqual(sold?.salesMinor, [95, 190, 0]);
    assert.deepEqual(sold?.refundsMinor, [1, 2, 0]);
    assert.deepEqual([unsold?.name, unsold?.orders], ['Unsold', [0, 0, 0]]);
    await forget();
  });

  test('weeks begin on a Monday, hours and days by the clock on the wall, and nothing is lost where clocks are changed', async () => {
    // Clocks in Berlin went forward on 29 March and back on 25 October 2026.
    const times = ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-10-25T00:30Z', '2026-10-25T01:30Z'];
    const { eventId, forget } = await makeSold(times, 'Europe/Berlin');
    for (const [from, to] of [
      ['2026-03-28T22:00Z', '2026-03-29T22:00Z'],
      ['2026-10-24T20:00Z', '2026-10-25T22:00Z'],
      ['2026-01-01T00:00Z', '2026-12-31T00:00Z'],
    ] as const)
      for (const step of ['15m', '1h', '6h', 'day', 'week', 'month'] as const) {
        const found = await read({ eventId, period: { from: new Date(from), to: new Date(to) }, step });
        const sum = found.types[0]?.tickets.reduce((total, one) => total + one, 0);
        assert.equal(sum, from.startsWith('2026-01') ? 4 : 2, `${from} by ${step}`);
        assert.ok(found.buckets.length <= 64);
      }
    const year = await read({
      eventId,
      period: { from: new Date('2026-03-20T00:00Z'), to: new Date('2026-11-01T00:00Z') },
      step: 'week',
    });
    assert.equal(year.buckets[0]?.toISOString(), '2026-03-15T23:00:00.000Z');
    await forget();
    const inKathmandu = await makeSold(['2026-03-01T18:20Z'], 'Asia/Kathmandu');
    const day = await read({
      eventId: inKathmandu.eventId,
      period: { from: new Date('2026-03-01T18:15Z'), to: new Date('2026-03-02T18:15Z') },
      step: 'day',
    });
    assert.deepEqual([day.buckets.length, day.types[0]?.tickets], [1, [1]]);
    await inKathmandu.forget();
  });

  test('an hour is shown by five minutes, a day by the half hour, a month by the day, a year by the week; without sales there is nothing', async () => {
    const { eventId, forget } = await makeSold([]);
    const stepOf = async (period: ReadSalesOverTime['period']) => (await read({ eventId, period })).step;
    assert.equal(await stepOf({ lastMinutes: 60 }), '5m');
    assert.equal(await stepOf({ lastMinutes: 24 * 60 }), '30m');
    assert.equal(await stepOf({ lastMinutes: 7 * 24 * 60 }), '6h');
    assert.equal(await stepOf({ lastMinutes: 30 * 24 * 60 }), 'day');
    assert.equal(await stepOf({ lastMinutes: 366 * 24 * 60 }), 'week');
    assert.equal(
      await stepOf({ from: new Date('2020-01-01T10:00Z'), to: new Date('2020-01-01T11:00Z') }),
      '15m',
    );
    const all = await read({ eventId, period: { from: null, to: null } });
    assert.deepEqual(all.buckets, []);
    assert.deepEqual(all.types[0]?.tickets, []);
    await forget();
  });

  test('another host has no such event', async () => {
    const { eventId } = await makeSold([]);
    const other = await makeHost(on);
    const period = { lastMinutes: 60 };
    assert.equal(
      await readSalesOverTime(on.app.database, { hostId: other.hostId, eventId, period, step: null }),
      null,
    );
  });
});
