import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, afterEach, before, suite, test } from 'node:test';
import { buy, pay, runRareJobSoon, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import type { Queryable } from '../db/database.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { refund, sellAllSorts, ticketsOf } from '../reports/sell-all-sorts.fixture.ts';
import { createPromoCode } from '../reservations/create-promo-code.ts';
import { readSettings } from '../hosts/read-settings.ts';
import { changeTicketType } from '../inventory/change-ticket-type.ts';
import { issueComplimentary } from './issue-complimentary.ts';
import { sellByHand } from './host-order.fixture.ts';
import { rate, setRates, setTaxes, taxesOf } from './taxes.fixture.ts';

suite('the taxes of an order', () => {
  let on: TestApp;
  let host: TestHost;
  before(async () => {
    on = await startTestApp();
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const query = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> =>
    (await on.app.database.query<Record<string, unknown>>(sql, values)).rows;
  const reduced = () => rate('Reduced VAT', 'reduced', 500);

  /** Three ticket types: at the usual rate, at a reduced one, and exempt. Fees are 5 % and 100.00 a ticket. */
  async function makeShow() {
    host = await makeHost(on);
    const rates = [reduced(), rate('Schools', 'exempt')] as const;
    await setTaxes(on, host, { vatBasisPoints: 750, taxRates: [...rates] });
    const show = await makeEvent(on, host, {
      ticketTypes: [{ priceMinor: 100_003 }, { priceMinor: 50_001 }, { priceMinor: 20_000 }],
    });
    await setRates(on, show.skus, [null, ...rates]);
    return { ...show, rates };
  }

  const itemsOf = (skus: string[], quantities: number[]) =>
    quantities.flatMap((quantity, nr) => (quantity > 0 ? [{ sku: skus[nr], quantity }] : []));

  async function sell(show: { slug: string; skus: string[] }, quantities: number[], promoCode?: string) {
    const order = await buy(on, host, {
      slug: show.slug,
      items: itemsOf(show.skus, quantities),
      ...(promoCode !== undefined && { promoCode }),
    });
    if (order.checkoutUrl) await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    return { id, reference: order.reference };
  }

  test('are kept item by item, fees apart, and rounded once a rate', async () => {
    const show = await makeShow();
    await setTaxes(on, host, { feeTaxRateId: show.rates[0].id });
    const { id, reference } = await sell(show, [2, 3, 1]);
    const rows = await query(
      `SELECT item, is_fee, name, kind, basis_points AS points, amount_minor AS amount FROM order_taxes WHERE order_id = $1 ORDER BY item, is_fee`,
      [id],
    );
    const of = {
      usual: ['', 'standard', 750],
      less: ['Reduced VAT', 'reduced', 500],
      none: ['Schools', 'exempt', 0],
    };
    assert.deepEqual(
      rows.map(({ item, is_fee: isFee, name, kind, points, amount }) => [
        item,
        isFee,
        name,
        kind,
        points,
        amount,
      ]),
      [
        [1, false, ...of.usual, 200_006],
        [1, true, ...of.less, 2 * 15_000],
        [2, false, ...of.less, 150_003],
        [2, true, ...of.less, 3 * 12_500],
        [3, false, ...of.none, 20_000],
        [3, true, ...of.less, 11_000],
      ],
    );
    // 228503 × 5 ÷ 105 is 10881.1; rounded line by line it would be 10882.
    assert.deepEqual((await taxesOf(on, reference)).order, [
      ['', 750, 200_006, 13_954],
      ['Reduced VAT', 500, 228_503, 10_881],
      ['Schools', 0, 20_000, 0],
    ]);
  });

  test('are those after a discount, which comes off each rate that it was for', async () => {
    const show = await makeShow();
    for (const [code, discount] of [
      ['LESS', { amountMinor: 50_000 }],
      ['FREE', { percentBasisPoints: 10_000 }],
    ] as const)
      await on.app.database.transaction((tx) =>
        createPromoCode(tx, { eventId: show.eventId, code, discount, maximumUses: null, ticketTypeIds: [] }),
      );
    const { reference } = await sell(show, [1, 1, 0], 'LESS');
    const { order } = await taxesOf(on, reference);
    const [{ total, discount } = {}] = await query(
      `SELECT total_minor AS total, (quote ->> 'discount')::bigint AS discount FROM orders WHERE reference = $1`,
      [reference],
    );
    assert.equal(discount, 50_000);
    assert.equal(
      order.reduce((sum, [, , amount]) => sum + amount, 0),
      total,
    );
    // All of it off: nothing is paid, and nothing is taxed.
    const free = await sell(show, [1, 1, 1], 'FREE');
    assert.deepEqual((await taxesOf(on, free.reference)).order, []);
  });

  test('are those of when it was made, also where a rate changes before it is paid', async () => {
    const show = await makeShow();
    const order = await buy(on, host, { slug: show.slug, items: itemsOf(show.skus, [1, 1, 0]) });
    const made = (await taxesOf(on, order.reference)).order;
    await setTaxes(on, host, { vatBasisPoints: 2_000, taxRates: [{ ...show.rates[0], basisPoints: 1_000 }] });
    await pay(order.checkoutUrl ?? '');
    await untilStatus(on, order.reference, 'confirmed');
    assert.deepEqual((await taxesOf(on, order.reference)).order, made);
    assert.deepEqual(
      made.map(([name, points]) => [name, points]),
      [
        ['', 750],
        ['Reduced VAT', 500],
      ],
    );
    const { reference } = await sell(show, [1, 1, 1]);
    // The exempt rate was removed: the ticket type that has it keeps it.
    assert.deepEqual(
      (await taxesOf(on, reference)).order.map(([name, points]) => [name, points]),
      [
        ['', 2_000],
        ['Reduced VAT', 1_000],
        ['Schools', 0],
      ],
    );
  });

  test('are none once the host has removed its VAT and every rate, whatever its ticket types had', async () => {
    const show = await makeShow();
    await setTaxes(on, host, { vatBasisPoints: null, taxRates: [] });
    const { reference } = await sell(show, [1, 1, 1]);
    assert.deepEqual((await taxesOf(on, reference)).order, []);
  });

  test('go back with the tickets of their rate; what is more than these cost comes off all that is left', async () => {
    const show = await makeShow();
    const { reference } = await sellByHand(on, host, {
      eventId: show.eventId,
      lines: show.skus.slice(0, 2).map((ticketTypeId) => ({ ticketTypeId, quantity: 2, priceMinor: null })),
    });
    const [{ id } = {}] = await query('SELECT id FROM orders WHERE reference = $1', [reference]);
    const orderId = String(id);
    const [first = '', , third = ''] = await ticketsOf(on, orderId);
    const made = (await taxesOf(on, reference)).order;
    await refund(on, orderId, { ticketIds: [third] });
    await refund(on, orderId, { ticketIds: [], amountMinor: 25_001 });
    await refund(on, orderId, { ticketIds: [first], amountMinor: 50_000 });
    const [one, two, three] = (await taxesOf(on, reference)).refunds;
    assert.deepEqual(one, [['Reduced VAT', 500, 50_001, 2_381]]);
    // In proportion to what is left: 200006 and 50001.
    assert.deepEqual(
      two?.map(([name, , amount]) => [name, amount]),
      [
        ['', 20_001],
        ['Reduced VAT', 5_000],
      ],
    );
    assert.deepEqual(
      three?.map(([name, , amount]) => [name, amount]),
      [['', 50_000]],
    );
    const [{ left } = {}] = await query(
      'SELECT amount_minor - refunded_minor AS left FROM payments WHERE order_id = $1',
      [orderId],
    );
    await refund(on, orderId, { amountMinor: Number(left) });
    const { refunds } = await taxesOf(on, reference);
    for (const [name, , amount, tax] of made) {
      const back = refunds.flat().filter(([other]) => other === name);
      const sums = [2, 3].map((nr) => back.reduce((sum, line) => sum + Number(line[nr]), 0));
      assert.deepEqual(sums, [amount, tax]);
    }
  });

  test('there are none of what is free or given away, nor where the host has no VAT', async () => {
    const show = await makeShow();
    const { orderId } = await on.app.database.transaction((tx) =>
      issueComplimentary(tx, {
        ticketTypeId: show.skus[0] ?? '',
        quantity: 1,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Obi',
        cause: 'a test',
      }),
    );
    await setTaxes(on, host, { vatBasisPoints: null });
    const { id } = await sell(show, [1, 0, 0]);
    assert.deepEqual(await query('SELECT 1 FROM order_taxes WHERE order_id = ANY ($1)', [[orderId, id]]), []);
    // Beside a taxed ticket, what has no rate is of the order, and no line of tax.
    const both = await sell(show, [1, 1, 0]);
    assert.deepEqual(
      (await query('SELECT DISTINCT kind FROM order_taxes WHERE order_id = $1 ORDER BY 1', [both.id])).map(
        ({ kind }) => kind,
      ),
      ['none', 'reduced'],
    );
    assert.equal((await taxesOf(on, both.reference)).order.length, 1);
  });

  test('a removed rate is offered to no other ticket type, and comes back under its id', async () => {
    const show = await makeShow();
    const { taxRates } = await readSettings(on.app.database, host.hostId);
    await setTaxes(on, host, { taxRates: [] });
    const choose = (ticketTypeId: string, taxRateId: string) =>
      on.app.database.transaction((tx) =>
        changeTicketType(tx, {
          hostId: host.hostId,
          eventId: show.eventId,
          ticketTypeId,
          actor: OPERATOR,
          version: 1,
          changes: { taxRateId },
        }),
      );
    const [usual = '', less = ''] = show.skus;
    await assert.rejects(choose(usual, show.rates[0].id), /must be one of your tax rates/);
    // Another host's, and none at all.
    const other = await makeHost(on);
    const theirs = rate('Theirs', 'reduced', 500);
    await setTaxes(on, other, { taxRates: [theirs] });
    await assert.rejects(choose(usual, theirs.id), /must be one of your tax rates/);
    await assert.rejects(choose(usual, randomUUID()), /must be one of your tax rates/);
    await assert.rejects(setTaxes(on, host, { taxRates: [theirs] }), /must be new, or one of yours/);
    assert.equal((await choose(less, show.rates[0].id)).taxRateId, show.rates[0].id);
    await setTaxes(on, host, { taxRates });
    assert.equal((await choose(usual, show.rates[0].id)).taxRateId, show.rates[0].id);
  });

  test('a rate that is removed and typed again as it was is the same one, for the ticket types that have it and for fees', async () => {
    const show = await makeShow();
    const [less] = show.rates;
    const again = rate(less.name.toUpperCase(), less.kind, less.basisPoints);
    // In one go, and then with a save in between, while it is the rate of fees.
    const { taxRates } = await setTaxes(on, host, { taxRates: [again], feeTaxRateId: again.id });
    assert.deepEqual(taxRates, [{ ...again, id: less.id }]);
    await setTaxes(on, host, { taxRates: [], feeTaxRateId: null });
    const third = rate(again.name, less.kind, less.basisPoints);
    const kept = await setTaxes(on, host, { taxRates: [third], feeTaxRateId: third.id });
    assert.deepEqual([kept.taxRates[0]?.id, kept.feeTaxRateId], [less.id, less.id]);
    const [{ id } = {}] = await query('SELECT tax_rate_id AS id FROM ticket_types WHERE id = $1', [
      show.skus[1],
    ]);
    assert.equal(id, less.id);
    // With another percentage it is another rate: what is sold is taxed as it was agreed until somebody says otherwise.
    const other = rate(less.name, less.kind, less.basisPoints + 100);
    const changed = await setTaxes(on, host, { taxRates: [other], feeTaxRateId: null });
    assert.equal(changed.taxRates[0]?.id, other.id);
  });

  test('orders from before are stamped by the migration as their receipts showed them', async () => {
    host = await makeHost(on, { feeBasisPoints: 333, feeFlatMinor: 7 });
    await setTaxes(on, host, { vatBasisPoints: 750 });
    await sellAllSorts(on, host);
    // An order keeps the rate of its day.
    await setTaxes(on, host, { vatBasisPoints: 1_000 });
    await sellAllSorts(on, host);
    const stamps = async (tx: Queryable): Promise<unknown[][]> => {
      const of = async (sql: string) => (await tx.query(sql, [host.hostId])).rows;
      return [
        await of(
          'SELECT * FROM order_taxes WHERE order_id IN (SELECT id FROM orders WHERE host_id = $1) ORDER BY 1, 2, 3',
        ),
        await of(
          'SELECT * FROM refund_taxes WHERE refund_id IN (SELECT id FROM refunds WHERE host_id = $1) ORDER BY 1',
        ),
      ];
    };
    const made = await stamps(on.app.database);
    assert.ok(made.every((rows) => rows.length > 3));
    const statements = (await readFile(new URL('../../migrations/0018_taxes.sql', import.meta.url), 'utf8'))
      .split(/;\n+(?=--|[A-Z])/)
      .map((statement) => statement.replace(/^(--.*\n)+/, ''))
      .filter((statement) => /^(CREATE FUNCTION pg_temp|INSERT INTO)/.test(statement));
    assert.equal(statements.length, 3);
    // Everybody's are stamped anew, and nothing of it is kept.
    const undone = new Error('undone');
    await assert.rejects(
      on.app.database.transaction(async (tx) => {
        await tx.query('DELETE FROM order_taxes');
        await tx.query('DELETE FROM refund_taxes');
        for (const statement of statements) await tx.query(statement);
        assert.deepEqual(await stamps(tx), made);
        throw undone;
      }),
      undone,
    );
  });

  test('a job stamps and counts what an older program sold during the upgrade', async () => {
    host = await makeHost(on, { feeBasisPoints: 333, feeFlatMinor: 7 });
    await setTaxes(on, host, { vatBasisPoints: 750 });
    const { eventId, skus, slug } = await sellAllSorts(on, host);
    // It may be paid after the job has been there.
    await buy(on, host, { slug, items: itemsOf(skus, [1]) });
    const all = async () => [
      await query('SELECT * FROM order_taxes WHERE ticket_type_id = ANY ($1) ORDER BY 1, 2, 3', [skus]),
      await query(
        'SELECT t.* FROM refund_taxes AS t JOIN refunds AS r ON r.id = t.refund_id WHERE r.host_id = $1 ORDER BY 1',
        [host.hostId],
      ),
      await query(
        `SELECT gateway, name, kind, basis_points, sum(amount_minor) AS amount, sum(tax_minor) AS tax, sum(refunded_minor) AS back,
                sum(refunded_tax_minor) AS tax_back FROM tax_times WHERE ticket_type_id = ANY ($1) GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`,
        [skus],
      ),
    ];
    const made = await all();
    await query(
      `UPDATE schema_migrations SET ran_at = now() - interval '1 hour' WHERE name = '0018_taxes.sql'`,
    );
    await query('DELETE FROM refund_taxes WHERE refund_id IN (SELECT id FROM refunds WHERE host_id = $1)', [
      host.hostId,
    ]);
    await query('DELETE FROM order_taxes WHERE ticket_type_id = ANY ($1)', [skus]);
    await query('UPDATE tax_times SET tax_minor = 1 WHERE ticket_type_id = ANY ($1)', [skus]);
    await query('UPDATE ticket_types SET taxes_counted = false WHERE event_id = $1', [eventId]);
    await runRareJobSoon(on, 'count_tax_times');
    await until('the taxes to be counted', async () => {
      const [row] = await query(
        'SELECT bool_and(taxes_counted) AS done FROM ticket_types WHERE event_id = $1',
        [eventId],
      );
      return row?.['done'] === true;
    });
    assert.deepEqual(await all(), made);
  });
});
