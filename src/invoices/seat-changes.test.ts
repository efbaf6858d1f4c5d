import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, suite, test } from 'node:test';
import { pay, storedOrder, untilStatus } from '../../test/harness/buy.ts';
import { makeHost, type TestHost } from '../../test/harness/make-catalog.ts';
import { signInAs, type SignedIn } from '../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { costOf, onSeats, sellSeats } from '../orders/exchange/exchange.fixture.ts';
import { rate as makeRate, setTaxes } from '../orders/taxes.fixture.ts';
import { refund } from '../reports/sell-all-sorts.fixture.ts';
import { invoiceAs, untilAllIssued, untilIssued, issuedOf } from './invoices.fixture.ts';
import type { IssuedInvoice } from './read-issued.ts';

const [CHEAP_MINOR, DEAR_MINOR] = [1_000_000, 3_000_000];
const DIFFERENCE_MINOR = costOf(DEAR_MINOR) - costOf(CHEAP_MINOR);

suite('invoices of a change of seat', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let seats: ReturnType<typeof onSeats>;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    await on.app.database.query('UPDATE hosts SET vat_basis_points = 750 WHERE id = $1', [host.hostId]);
    await invoiceAs(on, host);
    owner = await signInAs(on, host, { hasFactor: true });
    seats = onSeats(on, host);
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const sumsOf = (issued: IssuedInvoice[]) =>
    issued.map(({ invoice: { kind, grossMinor } }) => [kind, grossMinor]);

  test('a dearer one has an invoice of its own for the difference, once that is paid; the first one stays', async () => {
    const sale = await sellSeats(on, host, { quantity: 1, backMinor: CHEAP_MINOR, frontMinor: DEAR_MINOR });
    const { status, body } = await seats.exchange(owner, sale, {
      ticketId: sale.ticketIds[0] ?? '',
      toSeatId: sale.frontSeats[0] ?? '',
      seenDifferenceMinor: DIFFERENCE_MINOR,
      asksDifference: true,
    });
    assert.equal(status, 200, JSON.stringify(body));
    const { reference } = body as unknown as { reference: string };
    await untilAllIssued(on);
    const { id: differenceId } = await storedOrder(on, reference);
    assert.deepEqual(await issuedOf(on, differenceId), []);
    const { rows } = await on.app.database.query<{ url: string }>(
      'SELECT checkout_url AS url FROM orders WHERE reference = $1',
      [reference],
    );
    await pay(rows[0]?.url ?? '');
    await untilStatus(on, reference, 'confirmed');
    const issued = await untilIssued(on, differenceId, 1);
    await untilAllIssued(on);
    assert.deepEqual(sumsOf(issued), [['invoice', DIFFERENCE_MINOR]]);
    assert.equal(issued[0]?.invoice.orderReference, reference);
    assert.deepEqual(sumsOf(await issuedOf(on, sale.orderId)), [['invoice', costOf(CHEAP_MINOR)]]);
  });

  /** The sale's first ticket moves to the front, which costs less. */
  async function takeCheaperSeat(sale: Awaited<ReturnType<typeof sellSeats>>): Promise<void> {
    const [ticketId = ''] = sale.ticketIds;
    const { status, body } = await seats.send(owner, sale.reference, `/tickets/${ticketId}/cheaper-seat`, {
      fromSeatId: await seats.seatOf(ticketId),
      toSeatId: sale.frontSeats[0] ?? '',
      ticketTypeId: null,
      takesHouseSeat: false,
      seenDifferenceMinor: -DIFFERENCE_MINOR,
      requestKey: randomUUID(),
    });
    assert.equal(status, 200, JSON.stringify(body));
  }

  test('a cheaper one has a credit note for what goes back, of the order’s invoice, taxed as that is', async () => {
    const sale = await sellSeats(on, host, { quantity: 1, backMinor: DEAR_MINOR, frontMinor: CHEAP_MINOR });
    await takeCheaperSeat(sale);
    const issued = await untilIssued(on, sale.orderId, 2);
    assert.deepEqual(sumsOf(issued), [
      ['invoice', costOf(DEAR_MINOR)],
      ['credit_note', DIFFERENCE_MINOR],
    ]);
    const [first, note] = issued.map(({ invoice }) => invoice);
    assert.equal(note?.corrects?.number, first?.number);
    assert.deepEqual(
      note?.taxes.map(({ rate }) => rate),
      first?.taxes.map(({ rate }) => rate),
    );
  });

  test('money that goes back for a cheaper one comes off the rates of that ticket, and leaves those of others', async () => {
    const reduced = makeRate('Reduced VAT', 'reduced', 500);
    await setTaxes(on, host, { taxRates: [reduced], feeTaxRateId: reduced.id });
    const sale = await sellSeats(on, host, {
      quantity: 1,
      alsoLastFront: true,
      backMinor: DEAR_MINOR,
      frontMinor: CHEAP_MINOR,
      backRate: reduced,
    });
    await takeCheaperSeat(sale);
    const taxesOfLast = async (count: number) => {
      const note = (await untilIssued(on, sale.orderId, count)).at(-1)?.invoice;
      return note?.taxes.map((tax) => [tax.rate.name, tax.grossMinor]);
    };
    assert.deepEqual(await taxesOfLast(2), [['Reduced VAT', DIFFERENCE_MINOR]]);
    // Money for no ticket comes off all that is left, as before.
    await refund(on, sale.orderId, { ticketIds: [], amountMinor: 1_000 });
    assert.equal((await taxesOfLast(3))?.length, 2);
  });
});
