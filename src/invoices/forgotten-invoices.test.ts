import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { runRareJobSoon } from '../../test/harness/buy.ts';
import { startTestApp, type TestApp } from '../../test/harness/test-app.ts';
import { until } from '../../test/harness/until.ts';
import { OPERATOR } from '../audit/actor.ts';
import type { Transaction } from '../db/database.ts';
import { eraseBuyer } from '../buyer-data/erase-buyer.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { refund } from '../reports/sell-all-sorts.fixture.ts';
import type { InvoiceDraft } from '../rules/invoices.ts';
import { askForInvoice } from './ask-for-invoice.ts';
import {
  askAs,
  COMPANY,
  issuedOf,
  makeInvoicedShow,
  sellInvoiced,
  untilAllIssued,
  untilIssued,
  type InvoicedShow,
} from './invoices.fixture.ts';
import { readInvoiceState } from './read-invoice-state.ts';
import type { InvoiceSettings } from './settings/read-invoice-settings.ts';

suite('the end of invoices', () => {
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

  test('are kept for the host’s term, and then forgotten with all that belongs to their order', async () => {
    const show = await makeShow({ keptYears: 5 });
    const [old, corrected] = [await sell(show), await sell(show)];
    await untilIssued(on, old, 1);
    await untilIssued(on, corrected, 1);
    await ask(corrected);
    await untilIssued(on, corrected, 3);
    const { database } = on.app;
    // Six years ago; of the second order only its first invoice.
    await database.transaction(async (tx) => {
      await tx.query('ALTER TABLE invoices DISABLE TRIGGER USER');
      await tx.query(
        `UPDATE invoices SET year = year - 6, issued_on = issued_on - interval '6 years' WHERE host_id = $1 AND sequence <= 2`,
        [show.host.hostId],
      );
      await tx.query('ALTER TABLE invoices ENABLE TRIGGER USER');
    });
    await runRareJobSoon(on, 'forget_invoices');
    await until('the old one to be forgotten', async () => (await issuedOf(on, old)).length === 0);
    assert.equal((await issuedOf(on, corrected)).length, 3);
    // Not by the job alone.
    await assert.rejects(
      database.query('DELETE FROM invoices WHERE order_id = $1', [corrected]),
      /must be kept/,
    );
    await database.transaction(async (tx) => {
      await tx.query(`SELECT set_config('tessera.deletes_host', 'on', true)`);
      await tx.query('DELETE FROM invoices WHERE host_id = $1', [show.host.hostId]);
      await tx.query('DELETE FROM invoice_counters WHERE host_id = $1', [show.host.hostId]);
    });
  });

  test('are not issued again once they are forgotten: not for whoever asks, nor for a refund', async () => {
    const show = await makeShow({ keptYears: 5 });
    const orderId = await sell(show);
    await untilIssued(on, orderId, 1);
    const { database } = on.app;
    await database.query(`UPDATE orders SET confirmed_at = confirmed_at - interval '6 years' WHERE id = $1`, [
      orderId,
    ]);
    // Invoices were on then.
    await database.query(
      `INSERT INTO invoice_settings SELECT (jsonb_populate_record(s, '{"since": "2000-01-01T00:00:00Z"}')).*
         FROM invoice_settings AS s WHERE host_id = $1`,
      [show.host.hostId],
    );
    await database.transaction(async (tx) => {
      await tx.query(`SELECT set_config('tessera.deletes_host', 'on', true)`);
      await tx.query('DELETE FROM invoices WHERE order_id = $1', [orderId]);
      await tx.query('UPDATE invoice_counters SET forgotten_at = now() WHERE host_id = $1', [
        show.host.hostId,
      ]);
    });
    assert.deepEqual(await ask(orderId), { outcome: 'no_invoice' });
    assert.equal((await readInvoiceState(database, orderId))?.isUnderWay, false);
    await refund(on, orderId, { ticketIds: [], amountMinor: 1 });
    await untilAllIssued(on);
    assert.deepEqual(await issuedOf(on, orderId), []);
  });

  test('outlast the erasure of their buyer, and are credited afterwards; wishes for an invoice do not', async () => {
    const show = await makeShow();
    const orderId = await sell(show);
    await ask(orderId);
    await untilAllIssued(on);
    const earlier = await issuedOf(on, orderId);
    const hostId = show.host.hostId;
    await on.app.database.transaction((tx) =>
      eraseBuyer(tx, { hostId, email: 'ada@example.com', actor: OPERATOR, alsoAhead: true }),
    );
    assert.deepEqual(await issuedOf(on, orderId), earlier);
    const { rowCount } = await on.app.database.query('SELECT FROM invoice_requests WHERE order_id = $1', [
      orderId,
    ]);
    assert.equal(rowCount, 0);
    await refund(on, orderId, { ticketIds: [], amountMinor: 1 });
    const note = (await untilIssued(on, orderId, earlier.length + 1)).at(-1);
    assert.deepEqual(note?.invoice.buyer, earlier.at(-1)?.invoice.buyer);
  });

  test('there are no more for an erased buyer, whose name nobody has, however many were asked for before', async () => {
    const erase = ({ host: { hostId } }: InvoicedShow) =>
      on.app.database.transaction((tx) =>
        eraseBuyer(tx, { hostId, email: 'ada@example.com', actor: OPERATOR, alsoAhead: true }),
      );
    for (const asksBefore of [false, true]) {
      const show = await makeShow({ forOrders: 'asked' });
      const orderId = await sell(show);
      if (asksBefore) await ask(orderId);
      await untilAllIssued(on);
      const earlier = await issuedOf(on, orderId);
      await erase(show);
      for (const by of ['buyer', 'member'] as const)
        assert.deepEqual(await ask(orderId, { company: 'Late' }, by), { outcome: 'no_invoice' });
      assert.deepEqual(await issuedOf(on, orderId), earlier);
    }
  });

  test('nobody is erased while an order of theirs is due an invoice: it would be made out to nobody', async () => {
    const show = await makeShow({ forOrders: 'asked' });
    const orderId = await sell(show);
    const hostId = show.host.hostId;
    const erase = (tx: Transaction) =>
      eraseBuyer(tx, { hostId, email: 'ada@example.com', actor: OPERATOR, alsoAhead: true });
    await assert.rejects(
      // In one transaction: the job is on record, and nobody can run it yet.
      on.app.database.transaction(async (tx) => {
        await askForInvoice(tx, { orderId, typed: COMPANY, askedBy: 'buyer' });
        await erase(tx);
      }),
      /Nothing was erased: order TSR-\S+ is still due an invoice or a credit note/,
    );
    await ask(orderId);
    const [issued] = await untilIssued(on, orderId, 1);
    await untilAllIssued(on);
    const { orders } = await on.app.database.transaction(erase);
    assert.equal(orders, 1);
    assert.deepEqual(
      [issued?.invoice.buyer.name, (await issuedOf(on, orderId))[0]?.invoice.buyer.name],
      ['Ada Obi', 'Ada Obi'],
    );
  });
});
