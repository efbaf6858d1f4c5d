import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { residentMib } from '../../bench/resident-mib.ts';
import { archiveInvoices } from '../../src/invoices/archive/archive-invoices.ts';
import { writeZip, type ZippedFile } from '../../src/invoices/archive/write-zip.ts';
import { GERMAN } from '../../src/invoices/documents/sample-invoices.fixture.ts';
import { renderInvoicePdf } from '../../src/invoices/documents/render-invoice-pdf.ts';
import type { Invoice } from '../../src/invoices/invoice.ts';

// More than a ZIP of the old kind can hold.
const INVOICES = 70_000;
const MAX_GROWTH = 1.25;
const GIB = 1024 ** 3;
const run = promisify(execFile);

async function makeFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-archive-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const python = async (code: string, ...args: string[]): Promise<unknown> =>
  JSON.parse((await run('python3', ['-c', `import json, sys, zipfile\n${code}`, ...args])).stdout);

test(`${INVOICES} invoices are one ZIP64, and the program’s memory stays as it is`, async (t) => {
  const file = path.join(await makeFolder(t), 'invoices.zip');
  // Drawn once, since as many take half an hour; and its beginning, since to pack them whole takes minutes.
  const pdf = (await renderInvoicePdf(GERMAN)).subarray(0, 4_000);
  const printer = { openArchive: () => ({ print: async () => pdf, close: () => {} }) };
  const resident: number[] = [];
  async function* invoices(): AsyncGenerator<Invoice, void, undefined> {
    for (let nr = 1; nr <= INVOICES; nr++) {
      if (nr % 1_000 === 0) resident.push(await residentMib(process.pid));
      yield { ...GERMAN, number: `2026-${String(nr).padStart(6, '0')}` };
    }
  }
  await pipeline(archiveInvoices(invoices(), { printer, facturX: false }), createWriteStream(file));
  const [first, second] = [Math.max(...resident.slice(10, 35)), Math.max(...resident.slice(35))];
  t.diagnostic(`resident: ${first} MiB at most in the first half, ${second} MiB in the second`);
  assert.ok(second <= first * MAX_GROWTH, resident.join(' '));
  const read = await python(
    `with zipfile.ZipFile(sys.argv[1]) as z:
    names = z.namelist()
    print(json.dumps([len(set(names)), names[0], names[-1], len(z.read(names[-1])), len(z.read(names[66000]))]))`,
    file,
  );
  assert.deepEqual(read, [INVOICES, '2026-000001.pdf', '2026-070000.pdf', pdf.length, pdf.length]);
});

test('a ZIP of more than 4 GiB is read, up to its last file', async (t) => {
  const file = path.join(await makeFolder(t), 'large.zip');
  const at = new Date('2026-11-19T10:30:00Z');
  const large = new Uint8Array(GIB);
  async function* files(): AsyncGenerator<ZippedFile, void, undefined> {
    for (let nr = 1; nr <= 5; nr++) yield { name: `large ${nr}`, at, bytes: large, deflated: null };
    yield { name: 'last', at, bytes: Buffer.from('the last one'), deflated: null };
  }
  // Zeros are left out, as holes of the file.
  const handle = await open(file, 'w');
  let position = 0;
  for await (const chunk of writeZip(files())) {
    if (chunk !== large) await handle.write(chunk, 0, chunk.length, position);
    position += chunk.length;
  }
  await handle.close();
  const read = await python(
    `with zipfile.ZipFile(sys.argv[1]) as z:
    print(json.dumps([len(z.namelist()), z.getinfo('last').header_offset > 2 ** 32, z.read('last').decode()]))`,
    file,
  );
  assert.deepEqual(read, [6, true, 'the last one']);
});
