import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { before, test, after } from 'node:test';
import { promisify } from 'node:util';
import { printQueues } from '../../../test/harness/print-queues.ts';
import { until } from '../../../test/harness/until.ts';
import { readCsv } from '../../csv/read-csv.ts';
import { writeCsv } from '../../csv/write-csv.ts';
import { createInvoicePrinter } from '../documents/invoice-printer.ts';
import { renderInvoicePdf } from '../documents/render-invoice-pdf.ts';
import { EUROPEAN, GERMAN, GERMAN_CREDIT, KUWAITI } from '../documents/sample-invoices.fixture.ts';
import type { Invoice } from '../invoice.ts';
import { archiveInvoices } from './archive-invoices.ts';
import { inOrder } from './in-order.ts';
import { INVOICE_COLUMNS, invoiceLines } from './invoice-lines.ts';
import { readZip } from './read-zip.fixture.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'tessera-archive-'));
});
after(() => rm(folder, { recursive: true }));

async function* each<Item>(items: Iterable<Item>): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

test('another program reads each PDF out of the ZIP, by its number', async (t) => {
  const printer = createInvoicePrinter(printQueues);
  t.after(() => printer.close());
  const slashed: Invoice = { ...GERMAN, number: 'ÖRTE/2026-000001' };
  const invoices = [GERMAN, GERMAN_CREDIT, KUWAITI, slashed];
  const file = path.join(folder, 'invoices.zip');
  await pipeline(archiveInvoices(each(invoices), { printer, facturX: true }), createWriteStream(file));
  const read = await readZip(file);
  assert.deepEqual(
    read.map(({ name, at }) => [name, at]),
    ['2026-000042.pdf', '2026-000043.pdf', '2026-000009.pdf', 'ÖRTE_2026-000001.pdf'].map((name) => [
      name,
      [2026, 11, 19, 10, 30, 0],
    ]),
  );
  for (const [index, invoice] of invoices.entries()) {
    const pdf = await renderInvoicePdf(invoice, { facturX: true });
    assert.equal(read[index]?.base64, pdf.toString('base64'));
  }
});

test('an archive without invoices is an empty ZIP', async (t) => {
  const printer = createInvoicePrinter(printQueues);
  t.after(() => printer.close());
  const file = path.join(folder, 'empty.zip');
  await pipeline(archiveInvoices(each([]), { printer, facturX: false }), createWriteStream(file));
  assert.deepEqual(await readZip(file), []);
});

test('a reader who leaves stops the prints, and the next archive is printed', async (t) => {
  const printer = createInvoicePrinter(printQueues);
  t.after(() => printer.close());
  let taken = 0;
  async function* endless(): AsyncGenerator<Invoice, void, undefined> {
    for (;;) {
      taken += 1;
      yield { ...GERMAN, number: `2026-${taken}` };
    }
  }
  for await (const chunk of archiveInvoices(endless(), { printer, facturX: false })) {
    assert.ok(chunk.length > 0);
    break;
  }
  assert.equal(taken, 3);
  const file = path.join(folder, 'next.zip');
  await pipeline(archiveInvoices(each([GERMAN]), { printer, facturX: false }), createWriteStream(file));
  assert.equal((await readZip(file)).length, 1);
});

test('an invoice that can’t be printed ends the archive, which is no whole ZIP then', async (t) => {
  const printer = createInvoicePrinter(printQueues);
  t.after(() => printer.close());
  const broken: Invoice = { ...GERMAN, issuedOn: 'no day' };
  const file = path.join(folder, 'broken.zip');
  const archive = archiveInvoices(each([GERMAN, GERMAN, broken, GERMAN]), { printer, facturX: false });
  await assert.rejects(pipeline(archive, createWriteStream(file)), /Invalid time value/);
  await assert.rejects(promisify(execFile)('python3', ['-m', 'zipfile', '-t', file]));
});

test('work is done several at a time and told in order, and no item is taken too early', async () => {
  const gates = Array.from({ length: 6 }, () => Promise.withResolvers<void>());
  let taken = 0;
  async function* items(): AsyncGenerator<number, void, undefined> {
    for (let item = 0; item < gates.length; item++) {
      taken += 1;
      yield item;
    }
  }
  const results = inOrder(items(), 3, async (item) => {
    await gates[item]?.promise;
    return item;
  });
  const first = results.next();
  await until('three are worked on', () => taken === 3);
  gates[2]?.resolve();
  gates[1]?.resolve();
  gates[0]?.resolve();
  assert.deepEqual(await first, { done: false, value: 0 });
  assert.equal(taken, 3, 'nobody has asked for the next');
  for (const gate of gates) gate.resolve();
  const rest: number[] = [];
  for await (const result of results) rest.push(result);
  assert.deepEqual(rest, [1, 2, 3, 4, 5]);
});

test('the list has a line for each rate, and credit notes take off', async () => {
  const lines: unknown[][] = [];
  const evil: Invoice = { ...KUWAITI, buyer: { ...KUWAITI.buyer, company: '=HYPERLINK("http://x")' } };
  for await (const page of invoiceLines(each([GERMAN, GERMAN_CREDIT, EUROPEAN.GERMAN_EXEMPT, evil])))
    lines.push(...page);
  const text = writeCsv(INVOICE_COLUMNS, lines as string[][]);
  assert.match(text, /,"'=HYPERLINK/);
  const { lines: read } = readCsv(text, {
    columns: INVOICE_COLUMNS.map((name) => ({ name })),
    maxLines: 100,
  });
  assert.deepEqual(
    read.map(({ cells }) => [
      cells['number'],
      cells['kind'],
      cells['rate'],
      cells['rate in percent'],
      cells['net'],
      cells['tax'],
      cells['gross'],
      cells['currency'],
      cells['corrects'],
    ]),
    [
      ['2026-000042', 'invoice', 'Ermäßigt', '7', '126.17', '8.83', '135.00', 'EUR', ''],
      ['2026-000042', 'invoice', 'VAT', '19', '34.01', '6.46', '40.47', 'EUR', ''],
      ['2026-000043', 'credit note', 'Ermäßigt', '7', '-42.06', '-2.94', '-45.00', 'EUR', '2026-000042'],
      ['2026-000043', 'credit note', 'VAT', '19', '-2.94', '-0.56', '-3.50', 'EUR', '2026-000042'],
      ['2026-000044', 'invoice', '§ 4 Nr. 20 UStG (exempt)', '', '90.00', '0.00', '90.00', 'EUR', ''],
      ['2026-000044', 'invoice', 'VAT', '19', '10.00', '1.90', '11.90', 'EUR', ''],
      ['2026-000009', 'invoice', '', '', '27.250', '0.000', '27.250', 'KWD', ''],
    ],
  );
});
