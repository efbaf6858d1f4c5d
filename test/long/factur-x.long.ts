import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { renderInvoicePdf } from '../../src/invoices/documents/render-invoice-pdf.ts';
import { EUROPEAN, GERMAN } from '../../src/invoices/documents/sample-invoices.fixture.ts';
import type { Invoice } from '../../src/invoices/invoice.ts';

// Mustang is a validator of others: PDF/A-3 by veraPDF, and the XML by the schema and the rules of EN 16931. It needs Java, and Maven to
// fetch it from whichever repository that is set to.
const MUSTANG = 'org.mustangproject:Mustang-CLI:2.26.0';
const FETCH_TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const run = promisify(execFile);

/** Null: it can't be had. */
async function fetchMustang(folder: string): Promise<string | null> {
  try {
    const options = [`-Dartifact=${MUSTANG}`, `-DoutputDirectory=${folder}`, '-Dmdep.stripVersion=true'];
    await run('mvn', ['-q', 'dependency:copy', ...options], { cwd: folder, timeout: FETCH_TIMEOUT_MS });
    await run('java', ['-version']);
    return path.join(folder, 'Mustang-CLI.jar');
  } catch (error) {
    process.stdout.write(`SKIPPED: no ${MUSTANG} and Java, because of ${String(error).slice(0, 300)}\n`);
    return null;
  }
}

/** Says of each file in a folder whether it is `valid` or `invalid`. */
async function judge(jar: string, folder: string): Promise<Record<string, string>> {
  const options = ['--action', 'validateExpectValid', '--no-notices', '--disable-file-logging', '-d', folder];
  // It fails where any file is invalid.
  const { stdout, stderr } = await run('java', ['-jar', jar, ...options], {
    cwd: folder,
    maxBuffer: MAX_OUTPUT_BYTES,
  }).catch((error: { stdout: string; stderr: string }) => error);
  const found = (stdout + stderr).matchAll(/Testing file \d+:\s+(\w+) \((.*?)\.pdf\)/g);
  return Object.fromEntries(
    Array.from(found, ([, verdict = '', file = '']) => [path.basename(file), verdict] as const),
  );
}

test('a validator of others takes every Factur-X invoice, and refuses those that are wrong', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-factur-x-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const jar = await fetchMustang(folder);
  if (jar === null) return t.skip(`${MUSTANG} and Java are not there`);
  const files = path.join(folder, 'files');
  await mkdir(files);
  const print = async (name: string, invoice: Invoice, facturX = true): Promise<void> =>
    writeFile(path.join(files, `${name}.pdf`), await renderInvoicePdf(invoice, { facturX }));

  for (const [name, invoice] of Object.entries(EUROPEAN)) await print(name, invoice);
  // The negative control.
  const [tax, ...others] = GERMAN.taxes;
  assert(tax);
  await print('wrong sum', { ...GERMAN, grossMinor: GERMAN.grossMinor + 1 });
  await print('wrong tax', { ...GERMAN, taxes: [{ ...tax, taxMinor: tax.taxMinor + 200 }, ...others] });
  await print('plain', GERMAN, false);
  assert.deepEqual(await judge(jar, files), {
    ...Object.fromEntries(Object.keys(EUROPEAN).map((name) => [name, 'valid'])),
    'wrong sum': 'invalid',
    'wrong tax': 'invalid',
    plain: 'invalid',
  });
});
