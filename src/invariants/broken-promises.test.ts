import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { disputeBreaks } from './break-disputes.fixture.ts';
import { doorBreaks } from './break-doors.fixture.ts';
import { invoiceBreaks } from './break-invoices.fixture.ts';
import { listBreaks } from './break-lists.fixture.ts';
import { mailBreaks } from './break-mails.fixture.ts';
import { orderBreaks } from './break-orders.fixture.ts';
import { pageBreaks } from './break-pages.fixture.ts';
import { returnBreaks } from './break-returns.fixture.ts';
import { roomBreaks } from './break-rooms.fixture.ts';
import { stockBreaks } from './break-stock.fixture.ts';
import { transferBreaks } from './break-transfers.fixture.ts';
import { taxBreaks } from './break-taxes.fixture.ts';
import { checkInvariants, PROMISE_COUNT, type Violation } from './check-invariants.ts';
import { startSales } from './sale.fixture.ts';

const sales = await startSales();
const { on, query, healthySale } = sales;
after(() => sales.close());

let known = new Set<string>();
const broken = new Set<string>();

/** New reports since the last ones. That a healthy sale adds none is another test's. */
async function reportedBy(deed: () => Promise<unknown>): Promise<Violation[]> {
  await deed();
  const violations = await checkInvariants(on.app.database);
  const reported = violations.filter((one) => !known.has(JSON.stringify(one)));
  known = new Set(violations.map((one) => JSON.stringify(one)));
  for (const { promise } of violations) broken.add(promise);
  return reported;
}

describe('each promise, broken by hand, is reported', () => {
  for (const { promise, how, unlock, deed, where } of [
    ...stockBreaks(sales),
    ...orderBreaks(sales),
    ...taxBreaks(sales),
    ...invoiceBreaks(sales),
    ...disputeBreaks(sales),
    ...pageBreaks(sales),
    ...transferBreaks(sales),
    ...returnBreaks(sales),
    ...mailBreaks(sales),
    ...doorBreaks(sales),
    ...roomBreaks(sales),
    ...listBreaks(sales),
  ]) {
    test(how, async () => {
      if (unlock) await query(unlock);
      const sale = await healthySale();
      const reported = await reportedBy(() => deed(sale));
      const place = await where(sale);
      const found = reported.filter((one) => promise.test(one.promise) && one.where === place);
      assert.equal(found.length > 0, true, JSON.stringify(reported));
      assert.ok(found.every(({ detail }) => detail));
    });
  }

  test('and no promise is left out', () => {
    assert.equal(broken.size, PROMISE_COUNT);
  });
});
