import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { askForInvoice } from '../../src/invoices/ask-for-invoice.ts';
import { COMPANY, invoiceAs, issuedOf, untilAllIssued } from '../../src/invoices/invoices.fixture.ts';
import { issueInvoices } from '../../src/invoices/issue-invoices.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { refund, ticketsOf } from '../../src/reports/sell-all-sorts.fixture.ts';
import { buy, pay, untilStatus } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';

const DRAFT = (nr: number) => ({ ...COMPANY, company: `Company ${nr}` });

test('issued by many at once, with refunds and corrections in between: numbers have no gap, and each order what it is due', async () => {
  const on = await startTestApp();
  // Another process of the same product.
  const other = await startTestApp({ on });
  const host = await makeHost(on, {}, { servers: ['127.0.0.1'] });
  await invoiceAs(on, host);
  const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ capacity: 10_000 }] });
  const { database } = on.app;
  const orders: string[] = [];
  const issue = (orderId: string) =>
    (randomInt(2) === 0 ? database : other.app.database).transaction((tx) => issueInvoices(tx, orderId));
  await Promise.all(
    Array.from({ length: 4 }, async (_, buyer) => {
      for (let turn = 0; turn < 2; turn++) {
        const items = [{ sku: skus[0], quantity: 3 }];
        const email = `buyer-${buyer}-${turn}@example.com`;
        const order = await buy(on, host, { slug, items }, { body: { email } });
        await pay(order.checkoutUrl);
        const { id } = await untilStatus(on, order.reference, 'confirmed');
        orders.push(id);
        const [ticket = ''] = await ticketsOf(on, id);
        await Promise.all([
          issue(id),
          issue(id),
          refund(on, id, { ticketIds: [ticket] }),
          database.transaction((tx) =>
            askForInvoice(tx, { orderId: id, typed: DRAFT(turn), askedBy: 'buyer' }),
          ),
          issue(id),
        ]);
        if ((buyer + turn) % 3 === 0) await Promise.all([refund(on, id), issue(id)]);
      }
    }),
  );
  await untilAllIssued(on);
  assert.deepEqual(await checkInvariants(database), []);
  for (const id of orders) {
    const issued = await issuedOf(on, id);
    assert.ok(issued.some(({ refundId }) => refundId !== null));
    assert.equal(
      issued.filter(({ replaces, invoice }) => invoice.kind === 'invoice' && replaces === null).length,
      1,
    );
  }
  await other.close();
  assert.equal(await on.closeAndCountDeadlocks(), 0);
});

test('a transaction that fails after its number leaves no gap; a counter of its own, without the lock, leaves gaps and gives numbers twice', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const host = await makeHost(on);
  const { database } = on.app;
  const take =
    (from: string) =>
    async (nr: number): Promise<number | null> => {
      try {
        return await database.transaction(async (tx) => {
          const { rows } = await tx.query<{ first_sequence: number }>(
            `SELECT first_sequence FROM ${from} AS taken`,
            [host.hostId],
          );
          // Others have their turn between the number and the commit.
          await tx.query('SELECT pg_sleep(0.001)');
          if (nr % 3 === 0) throw new Error('killed before its commit');
          return rows[0]?.first_sequence ?? null;
        });
      } catch {
        return null;
      }
    };
  const takeMany = async (one: (nr: number) => Promise<number | null>): Promise<number[]> => {
    const taken = await Promise.all(Array.from({ length: 30 }, (_, nr) => one(nr)));
    return taken.filter((number) => number !== null).toSorted((a, b) => a - b);
  };
  const numbers = Array.from({ length: 20 }, (_, nr) => nr + 1);
  assert.deepEqual(await takeMany(take(`take_invoice_numbers($1, false, 'UTC', 1)`)), numbers);

  // Without the guard: what everybody has read is taken by everybody.
  await database.query('CREATE TABLE plain_counter AS SELECT 0 AS last');
  await database.query(`
    CREATE FUNCTION take_plainly(of_host uuid, OUT first_sequence integer) LANGUAGE plpgsql AS $$
    DECLARE known integer := (SELECT last FROM plain_counter);
    BEGIN
      first_sequence := known + 1;
      PERFORM pg_sleep(0.001);
      UPDATE plain_counter SET last = known + 1;
    END $$`);
  const plainly = await takeMany(take('take_plainly($1)'));
  assert.ok(new Set(plainly).size < plainly.length, 'the race happens');
});

test('numbers go on in the year of their host’s zone, with times that never go back', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const { hostId } = await makeHost(on);
  const take = async (zone: string) => {
    const { rows } = await database.query<{
      year: number;
      first_sequence: number;
      issued_on: string;
      issued_at: Date;
    }>(
      `SELECT year, first_sequence, issued_on::text, issued_at FROM take_invoice_numbers($1, false, $2, 1) AS taken`,
      [hostId, zone],
    );
    return rows[0];
  };
  const first = await take('UTC');
  // As if the clock had been a day ahead, within the year.
  await database.query(
    `UPDATE invoice_counters SET issued_at = issued_at + interval '1 hour' WHERE host_id = $1`,
    [hostId],
  );
  const second = await take('Pacific/Pago_Pago');
  assert.equal(second?.first_sequence, 2);
  assert.equal(second?.issued_at.getTime(), (first?.issued_at.getTime() ?? 0) + 3_600_000);
  assert.equal(second?.issued_on, first?.issued_on);
  // The last year's row stays as it is.
  await database.query(
    'UPDATE invoice_counters SET year = year - 1, issued_on = issued_on - 366 WHERE host_id = $1',
    [hostId],
  );
  assert.equal((await take('UTC'))?.first_sequence, 1);
});

test('once the new year has begun for a host, its numbers stay there, whatever zone it chooses', async (t) => {
  const on = await startTestApp();
  t.after(() => on.close());
  const { database } = on.app;
  const { hostId } = await makeHost(on);
  // The function with a clock that stands still, an hour into the new year of Kiritimati.
  const text = await readFile(new URL('../../functions/take_invoice_numbers.sql', import.meta.url), 'utf8');
  await database.query(
    text
      .replace('FUNCTION take_invoice_numbers', 'FUNCTION take_at_new_year')
      .replace('clock_timestamp()', `'2026-12-31T11:00:00Z'`),
  );
  const take = async (zone: string, isSandbox = false): Promise<unknown[]> => {
    const { rows } = await database.query<{ year: number; nr: number; day: string }>(
      `SELECT year, first_sequence AS nr, issued_on::text AS day FROM take_at_new_year($1, $2, $3, 1) AS taken`,
      [hostId, isSandbox, zone],
    );
    return rows.map(({ year, nr, day }) => [year, nr, day]);
  };
  assert.deepEqual(await take('Africa/Lagos'), [[2026, 1, '2026-12-31']]);
  assert.deepEqual(await take('Pacific/Kiritimati'), [[2027, 1, '2027-01-01']]);
  assert.deepEqual(await take('Africa/Lagos'), [[2027, 2, '2027-01-01']]);
  // A zone in which it is the day before yesterday's evening.
  assert.deepEqual(await take('Etc/GMT+12'), [[2027, 3, '2027-01-01']]);
  // The sandbox has a series of its own.
  assert.deepEqual(await take('Africa/Lagos', true), [[2026, 1, '2026-12-31']]);
  // A clock that was wrong by more than the world is wide is not followed into its year.
  await database.query(
    `UPDATE invoice_counters SET issued_on = issued_on + 2 WHERE host_id = $1 AND year = 2027`,
    [hostId],
  );
  assert.deepEqual(await take('Africa/Lagos'), [[2026, 2, '2026-12-31']]);
});
