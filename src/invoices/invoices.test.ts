import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { buy, pay, untilStatus } from '../../test/harness/buy.ts';
import { makeEvent } from '../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { correctBuyer, seenPerson } from '../orders/correct-buyer.ts';
import { issueComplimentary } from '../orders/issue-complimentary.ts';
import { sellByHand } from '../orders/host-order.fixture.ts';
import { setTaxes } from '../orders/taxes.fixture.ts';
import { refund, ticketsOf } from '../reports/sell-all-sorts.fixture.ts';
import type { InvoiceDraft } from '../rules/invoices.ts';
import {
  askAs,
  COMPANY,
  invoiceAs,
  invoiceIn,
  issuedOf,
  makeInvoicedShow,
  sellInvoiced,
  untilAllIssued,
  untilIssued,
  type InvoicedShow,
} from './invoices.fixture.ts';
import { issueInvoices } from './issue-invoices.ts';
import type { IssuedInvoice } from './read-issued.ts';
import { readInvoiceState } from './read-invoice-state.ts';
import type { InvoiceSettings } from './settings/read-invoice-settings.ts';

suite('invoices', () => {
  let on: TestApp;
  before(async () => {
    on = await startTestApp();
  });
  after(() => on.close());
  afterEach(async () => assert.deepEqual(await checkInvariants(on.app.database), []));

  const makeShow = (settings?: Partial<InvoiceSettings> | null) => makeInvoicedShow(on, settings);
  const sell = (show: InvoicedShow, quantities?: number[]) => sellInvoiced(on, show, quantities);
  const ask = (orderId: string, typed?: Partial<InvoiceDraft>, askedBy?: 'buyer' | 'member') =>
    askAs(on, orderId, typed, askedBy);

  const numbersOf = (issued: readonly IssuedInvoice[]) =>
    issued.map(({ invoice: { number, kind, grossMinor, corrects } }) => [
      number.replace(/^SANDBOX-\d{4}-0*/, ''),
      kind,
      grossMinor,
      corrects?.number.replace(/^SANDBOX-\d{4}-0*/, '') ?? null,
    ]);

  test('are of all that an order cost, line by line, with its taxes and who sold it', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    const [{ invoice } = {} as IssuedInvoice] = await untilIssued(on, orderId, 1);
    assert.match(invoice.number, /^SANDBOX-\d{4}-000001$/);
    assert.deepEqual(
      invoice.lines.map(({ name, quantity, rate: { name: of, basisPoints }, grossMinor }) => [
        name,
        quantity,
        of,
        basisPoints,
        grossMinor,
      ]),
      [
        ['Ticket 1', 2, '', 750, 200_006],
        ['Ticket 2', 1, 'Reduced VAT', 500, 50_001],
        ['Fees', 1, '', 750, 2 * 15_000 + 12_500],
      ],
    );
    assert.deepEqual(
      invoice.taxes.map(({ grossMinor, taxMinor }) => [grossMinor, taxMinor]),
      [
        [242_506, 16_919],
        [50_001, 2_381],
      ],
    );
    assert.deepEqual([invoice.grossMinor, invoice.taxMinor], [292_507, 19_300]);
    assert.deepEqual(invoice.seller.address, {
      lines: ['12 Marina'],
      postalCode: '100001',
      city: 'Lagos',
      region: 'Lagos',
      countryCode: 'NG',
    });
    assert.deepEqual(
      [invoice.seller.taxNumber, invoice.seller.email, invoice.footer],
      ['NG-77', 'ask@host.example', 'RC 123456'],
    );
    assert.deepEqual(invoice.buyer, {
      name: 'Ada Obi',
      email: 'ada@example.com',
      company: '',
      address: null,
      taxNumber: '',
      purchaseReference: '',
    });
  });

  test('of hosts that have none switched on there are none', async () => {
    for (const settings of [null, { forOrders: 'none' as const }]) {
      const show = await makeShow(settings);
      const orderId = await sell(show);
      await refund(on, orderId);
      assert.deepEqual(await ask(orderId), { outcome: 'no_invoice' });
      await untilAllIssued(on);
      assert.deepEqual(await issuedOf(on, orderId), []);
    }
  });

  test('go to those who ask, where a host says so; a refund of another order has no credit note', async () => {
    const show = await makeShow({ forOrders: 'asked' });
    const [asking, silent] = [await sell(show), await sell(show)];
    await refund(on, silent, { ticketIds: [], amountMinor: 100 });
    assert.deepEqual(await ask(asking), { outcome: 'asked' });
    const [{ invoice } = {} as IssuedInvoice] = await untilIssued(on, asking, 1);
    assert.equal(invoice.buyer.company, COMPANY.company);
    assert.equal(invoice.buyer.taxNumber, 'DE123456789');
    await untilAllIssued(on);
    assert.deepEqual(await issuedOf(on, silent), []);
    // Money that had gone back before is credited at once.
    await ask(silent);
    const late = await untilIssued(on, silent, 2);
    assert.deepEqual(numbersOf(late), [
      ['2', 'invoice', 292_507, null],
      ['3', 'credit_note', 100, '2'],
    ]);
  });

  test('are asked for before an order is paid, and then issued with what was asked', async () => {
    const show = await makeShow({ forOrders: 'asked' });
    const order = await buy(on, show.host, { slug: show.slug, items: [{ sku: show.skus[0], quantity: 1 }] });
    const { rows } = await on.app.database.query<{ id: string }>(
      'SELECT id FROM orders WHERE reference = $1',
      [order.reference],
    );
    const orderId = rows[0]?.id ?? '';
    assert.deepEqual(await ask(orderId), { outcome: 'asked' });
    await pay(order.checkoutUrl);
    const [{ invoice } = {} as IssuedInvoice] = await untilIssued(on, orderId, 1);
    assert.equal(invoice.buyer.purchaseReference, 'PO-7');
  });

  test('are credited refund by refund, rate by rate, to the last unit', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    const [first = '', , third = ''] = await ticketsOf(on, orderId);
    await refund(on, orderId, { ticketIds: [first] });
    await refund(on, orderId, { ticketIds: [], amountMinor: 333 });
    await refund(on, orderId, { ticketIds: [third] });
    await refund(on, orderId);
    const issued = await untilIssued(on, orderId, 5);
    const notes = issued.filter(({ invoice }) => invoice.kind === 'credit_note');
    const sum = (of: 'grossMinor' | 'taxMinor') =>
      notes.reduce((total, { invoice }) => total + invoice[of], 0);
    assert.deepEqual([sum('grossMinor'), sum('taxMinor')], [292_507, 19_300]);
    assert.ok(notes.every(({ invoice }) => invoice.corrects?.number === issued[0]?.invoice.number));
    assert.equal((await readInvoiceState(on.app.database, orderId))?.mayAsk, 'no_invoice');
  });

  test('are never changed: a correction is a credit note of the rest and another invoice, in one go', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await untilIssued(on, orderId, 1);
    assert.deepEqual(await ask(orderId), { outcome: 'asked' });
    assert.deepEqual(await ask(orderId), { outcome: 'unchanged' });
    await untilIssued(on, orderId, 3);
    await refund(on, orderId, { ticketIds: [], amountMinor: 92_507 });
    await untilIssued(on, orderId, 4);
    await ask(orderId, { company: 'Another' });
    const issued = await untilIssued(on, orderId, 6);
    assert.deepEqual(numbersOf(issued), [
      ['1', 'invoice', 292_507, null],
      ['2', 'credit_note', 292_507, '1'],
      ['3', 'invoice', 292_507, null],
      ['4', 'credit_note', 92_507, '3'],
      ['5', 'credit_note', 200_000, '3'],
      ['6', 'invoice', 200_000, null],
    ]);
    const [of1, of3, of6] = [issued[1], issued[4], issued[5]].map((one) => one?.invoice.buyer.company);
    assert.deepEqual([of1, of3, of6], ['', COMPANY.company, 'Another']);
    // A later refund is of the one in force.
    await refund(on, orderId);
    assert.deepEqual(numbersOf(await untilIssued(on, orderId, 7)).at(-1), ['7', 'credit_note', 200_000, '6']);
    for (const deed of [
      'UPDATE invoices SET gross_minor = 1',
      'DELETE FROM invoices',
      'TRUNCATE invoices CASCADE',
    ])
      await assert.rejects(on.app.database.query(deed), /append only|must be kept/);
  });

  test('are corrected without a new word, where the name of the buyer was', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await ask(orderId);
    await untilAllIssued(on);
    const was = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' };
    await on.app.database.transaction((tx) =>
      correctBuyer(tx, {
        orderId,
        actor: OPERATOR,
        ...was,
        firstName: 'Adaeze',
        seen: seenPerson(was),
        hostMailsPerDay: 100,
      }),
    );
    const count = (await issuedOf(on, orderId)).length;
    // A double press is one correction.
    const presses = await Promise.all([ask(orderId, {}, 'member'), ask(orderId, {}, 'member')]);
    assert.deepEqual(presses.map(({ outcome }) => outcome).toSorted(), ['asked', 'unchanged']);
    const issued = await untilIssued(on, orderId, count + 2);
    assert.deepEqual(
      issued.slice(count - 1).map(({ invoice: { kind, buyer } }) => [kind, buyer.name, buyer.company]),
      [
        ['invoice', 'Ada Obi', COMPANY.company],
        ['credit_note', 'Ada Obi', COMPANY.company],
        ['invoice', 'Adaeze Obi', COMPANY.company],
      ],
    );
    assert.deepEqual(await ask(orderId, {}, 'member'), { outcome: 'unchanged' });
  });

  test('are corrected by buyers for a month and three times, and then by the host alone', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await untilIssued(on, orderId, 1);
    for (const nr of [1, 2, 3]) {
      assert.deepEqual(await ask(orderId, { company: `Name ${nr}` }), { outcome: 'asked' });
      await untilIssued(on, orderId, 1 + 2 * nr);
    }
    assert.deepEqual(await ask(orderId, { company: 'Name 4' }), { outcome: 'ask_host' });
    assert.deepEqual(await ask(orderId, { company: 'Name 4' }, 'member'), { outcome: 'asked' });
    await untilIssued(on, orderId, 9);

    const other = await sell(show);
    await untilIssued(on, other, 1);
    await on.app.database.query(
      `UPDATE orders SET confirmed_at = confirmed_at - interval '31 days' WHERE id = $1`,
      [other],
    );
    assert.deepEqual(await ask(other), { outcome: 'ask_host' });
  });

  test('are all there where they are switched on or off while tickets are sold', async () => {
    const { database } = on.app;
    for (const [then, now] of [
      ['none', 'all'],
      ['all', 'none'],
    ] as const) {
      const show = await makeShow({ forOrders: then });
      const items = [{ sku: show.skus[0], quantity: 1 }];
      const order = await buy(on, show.host, { slug: show.slug, items });
      let paid: Promise<unknown> = Promise.resolve();
      await database.transaction(async (tx) => {
        await invoiceIn(tx, show.host, { forOrders: now });
        // It is paid for now, before this is on record.
        paid = pay(order.checkoutUrl).then(() => untilStatus(on, order.reference, 'confirmed'));
        await until('the order to be confirmed, or to wait for the settings', async () => {
          const { rowCount } = await database.query(
            `SELECT FROM orders WHERE reference = $1 AND confirmed_at IS NOT NULL
              UNION ALL SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`,
            [order.reference],
          );
          return rowCount;
        });
      });
      await paid;
      const { id } = await untilStatus(on, order.reference, 'confirmed');
      await untilAllIssued(on);
      const { isUnderWay } = (await readInvoiceState(database, id)) ?? {};
      assert.equal(isUnderWay, false, `${then} to ${now}: one is promised that never comes`);
    }
  });

  test('there are none of what is free or given away; what is sold at the counter has one', async () => {
    const show = await makeShow();
    const { eventId, skus, host } = show;
    const free = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
    const none = await buy(on, host, { slug: free.slug, items: [{ sku: free.skus[0], quantity: 1 }] });
    const { id: freeId } = await untilStatus(on, none.reference, 'confirmed');
    const gift = await on.app.database.transaction((tx) =>
      issueComplimentary(tx, {
        ticketTypeId: skus[0] ?? '',
        quantity: 1,
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Obi',
        cause: 'a test',
      }),
    );
    assert.deepEqual(await ask(freeId), { outcome: 'no_invoice' });
    const counter = await sellByHand(on, host, {
      eventId,
      lines: [{ ticketTypeId: skus[0] ?? '', quantity: 1, priceMinor: null }],
    });
    const [{ invoice } = {} as IssuedInvoice] = await untilIssued(on, counter.orderId, 1);
    // Money in hand is no sandbox's.
    assert.match(invoice.number, /^\d{4}-000001$/);
    await untilAllIssued(on);
    assert.deepEqual([await issuedOf(on, freeId), await issuedOf(on, gift.orderId)], [[], []]);
  });

  test('keep the words of the day they were sold on, also where they are issued later', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await untilIssued(on, orderId, 1);
    await setTaxes(on, show.host, { sellerName: 'Renamed Ltd' });
    await invoiceAs(on, show.host, { city: 'Abuja', prefix: 'B-' });
    await ask(orderId);
    const later = await untilIssued(on, orderId, 3);
    for (const { invoice } of later)
      assert.deepEqual(
        [invoice.seller.name, invoice.seller.address?.city],
        [later[0]?.invoice.seller.name, 'Lagos'],
      );
    assert.match(later[2]?.invoice.number ?? '', /^SANDBOX-B-\d{4}-000003$/);
  });

  test('issued again, nothing more comes of it', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await untilIssued(on, orderId, 1);
    assert.deepEqual(await on.app.database.transaction((tx) => issueInvoices(tx, orderId)), []);
  });
});
