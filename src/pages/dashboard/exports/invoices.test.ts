import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { buy, pay, untilStatus } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { readZip } from '../../../invoices/archive/read-zip.fixture.ts';
import { invoiceAs, untilIssued } from '../../../invoices/invoices.fixture.ts';
import { refund } from '../../../reports/sell-all-sorts.fixture.ts';
import { askForFile, exportsOf, fetchFile, linesOf } from './exports.fixture.ts';

suite('the accountant’s files of invoices', () => {
  let on: TestApp;
  let host: TestHost;
  let finance: SignedIn;
  let numbers: string[];
  let day: string;
  before(async () => {
    on = await startTestApp();
    host = await makeHost(on);
    finance = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const { slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 100_000 }] });
    await invoiceAs(on, host, { hasFacturX: false });
    const order = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    await pay(order.checkoutUrl);
    const { id } = await untilStatus(on, order.reference, 'confirmed');
    await untilIssued(on, id, 1);
    await refund(on, id, { ticketIds: [], amountMinor: 100 });
    const issued = await untilIssued(on, id, 2);
    numbers = issued.map(({ invoice }) => invoice.number);
    day = issued[0]?.invoice.issuedOn ?? '';
  });
  after(() => on.close());

  const ofPeriod = (from: string | null, to: string | null) => ({ filters: { eventId: null, from, to } });
  const readArchive = async (asked: ReturnType<typeof ofPeriod>) => {
    const { body } = await askForFile(on, host, finance, 'invoice-files', asked);
    const response = await fetch(`${on.publicUrl}/dashboard${exportsOf(host)}/${body.exportId}`, {
      headers: { cookie: finance.cookie },
    });
    const folder = await mkdtemp(path.join(tmpdir(), 'tessera-files-'));
    try {
      const file = path.join(folder, 'invoices.zip');
      await writeFile(file, Buffer.from(await response.arrayBuffer()));
      return { headers: response.headers, files: await readZip(file) };
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  test('invoices of the sandbox are in none', async () => {
    const { text } = await fetchFile(on, host, finance, 'invoices', ofPeriod(null, null));
    assert.deepEqual(linesOf(text), []);
    assert.deepEqual((await readArchive(ofPeriod(null, null))).files, []);
    // From here on they are as of payments that were real.
    await on.app.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('UPDATE invoices SET is_sandbox = false WHERE host_id = $1', [host.hostId]);
    });
  });

  test('the list has each of the days, credit notes with a minus', async () => {
    const { text, headers } = await fetchFile(on, host, finance, 'invoices', ofPeriod(day, null));
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="invoices-\d{4}-\d\d-\d\d\.csv"$/,
    );
    assert.deepEqual(
      linesOf(text).map((line) => [line['number'], line['kind'], line['gross']?.startsWith('-')]),
      [
        [numbers[0], 'invoice', false],
        [numbers[1], 'credit note', true],
      ],
    );
    const earlier = await fetchFile(on, host, finance, 'invoices', ofPeriod(null, '2020-01-01'));
    assert.deepEqual(linesOf(earlier.text), []);
  });

  test('the archive has the PDF of each, by its number', async () => {
    const { headers, files } = await readArchive(ofPeriod(day, null));
    assert.equal(headers.get('content-type'), 'application/zip');
    assert.match(
      headers.get('content-disposition') ?? '',
      /^attachment; filename="invoice-files-\d{4}-\d\d-\d\d\.zip"$/,
    );
    assert.deepEqual(
      files.map(({ name }) => name),
      numbers.map((number) => `${number}.pdf`),
    );
    for (const { base64 } of files)
      assert.equal(Buffer.from(base64, 'base64').subarray(0, 5).toString(), '%PDF-');
    assert.deepEqual((await readArchive(ofPeriod(null, '2020-01-01'))).files, []);
  });

  test('neither is for a manager, and other hosts find none', async () => {
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    const elsewhere = await makeHost(on);
    const stranger = await signInAs(on, elsewhere, { hasFactor: true });
    for (const what of ['invoices', 'invoice-files']) {
      const refused = await askForFile(on, host, manager, what, ofPeriod(null, null));
      assert.deepEqual([refused.status, refused.body.error_code], [403, 'not_allowed']);
      assert.equal((await askForFile(on, host, stranger, what, ofPeriod(null, null))).status, 404);
      const { body } = await askForFile(on, host, finance, what, ofPeriod(null, null));
      for (const [as, of] of [
        [stranger, elsewhere],
        [stranger, host],
        [manager, host],
      ] as const)
        assert.equal((await askDashboard(on, `${exportsOf(of)}/${body.exportId}`, { as })).status, 404);
    }
  });

  test('a member who lost the power meanwhile gets no file; the audit log has each that was asked for, with its days', async () => {
    const other = await signInAs(on, host, { role: 'finance', hasFactor: true });
    const { body } = await askForFile(on, host, other, 'invoice-files', ofPeriod('2026-01-01', null));
    await askForFile(on, host, other, 'invoices', ofPeriod(null, '2026-12-31'));
    const { rows } = await on.app.database.query(
      `SELECT action, after FROM audit_log WHERE host_id = $1 AND person_id = $2 AND action LIKE 'invoice.%' ORDER BY id`,
      [host.hostId, other.personId],
    );
    assert.deepEqual(rows, [
      { action: 'invoice.export_files', after: { from: '2026-01-01' } },
      { action: 'invoice.export', after: { to: '2026-12-31' } },
    ]);
    await on.app.database.query(`UPDATE members SET role = 'manager' WHERE host_id = $1 AND person_id = $2`, [
      host.hostId,
      other.personId,
    ]);
    const { status } = await askDashboard(on, `${exportsOf(host)}/${body.exportId}`, { as: other });
    assert.equal(status, 404);
  });
});
