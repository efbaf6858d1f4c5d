import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { endAllIn } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { isHere, readSamples, runSample, RUNTIMES } from './run-samples.ts';
import { EXAMPLE_TICKET } from '../../src/api/examples.ts';
import { REASONS, REFUSALS, type RefusalCode } from '../../src/refusal.ts';

const ROOT = path.join(import.meta.dirname, '../..');
// Each starts programs of its own, on a busy machine for minutes.
const PATIENCE_MS = 300_000;
const OPERATIONS = [
  'createOrder',
  'createReservation',
  'getEvent',
  'getHealth',
  'listEvents',
  'listGallery',
  'listTickets',
  'releaseReservation',
];
const run = promisify(execFile);

const folder = await makeSeededDataDir();
let program: Program;
// The reader's folder after `npm start`.
let reader: string;

before(async () => {
  program = await launch({ DATA_DIR: folder.dataDir });
  await untilHealthy(program);
  reader = await mkdtemp(path.join(tmpdir(), 'tessera-reader-'));
  await symlink(folder.dataDir, path.join(reader, '.tessera'));
});
after(async () => {
  program.child.kill('SIGKILL');
  await program.exited;
  await endAllIn(folder.dataDir);
  await rm(reader, { recursive: true, force: true });
  await folder.remove();
});

/** The page's blocks in one language, with the port of this program. */
async function blocksOf(page: string, language: string): Promise<string[]> {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
  assert.ok(blocks.length > 0, `${page} has ${language}`);
  return blocks.map((code) => code.replaceAll('http://localhost:3000', `http://localhost:${program.port}`));
}

test('the shell commands of the quickstart lead to a paid order, pasted one after the other', async () => {
  const script = (await blocksOf('docs/api-quickstart.md', 'sh')).join('\n');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: reader,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
    timeout: PATIENCE_MS,
  });
  assert.match(stdout, /"slug":"lagos-rooftop-sessions"/);
  assert.match(stdout, /"status":"pending_payment"/);
  const reference = /"reference":"(TSR-[\w-]+)"/.exec(stdout)?.[1] ?? 'none';
  const back = /^303 back to (\S+)$/m.exec(stdout)?.[1] ?? '';
  const page = await readFile(path.join(ROOT, 'docs/api-quickstart.md'), 'utf8');
  const told = /^```\n(303 back to .*)\n```$/m.exec(page)?.[1]?.replace('3000', program.port.toString());
  assert.equal(told, `303 back to ${back.replaceAll(/(?<=orders\/|TSR-)[^/?]+/g, '…')}`);
  const returned = await fetch(back, { redirect: 'manual' });
  assert.equal(returned.headers.get('location'), `https://shop.example/thanks?reference=${reference}`);
  const receiptUrl = /^http\S+\/checkout\/orders\/\S+$/m.exec(stdout)?.[0] ?? '';
  assert.ok((await (await fetch(receiptUrl)).text()).includes(reference));
});

/** Runs a module in the reader's folder, with the demo's key. */
async function runModule(node: string, code: string): Promise<string> {
  const [host] = (await program.demo()).hosts;
  const script = code.replaceAll('pk_…', host?.publicKey ?? '');
  const { stdout } = await run(node, ['--input-type=module', '--eval', script], {
    cwd: reader,
    timeout: PATIENCE_MS,
  });
  return stdout;
}

const tsc = (...words: string[]) =>
  run(process.execPath, [path.join(ROOT, 'node_modules/typescript/bin/tsc'), ...words], { cwd: reader });

// As strict as it gets, on what is installed too.
const STRICT = [
  '--strict',
  '--noUncheckedIndexedAccess',
  '--exactOptionalPropertyTypes',
  '--verbatimModuleSyntax',
];
const MODULES = ['--module', 'nodenext', '--target', 'es2022', '--outDir', 'out'];

test('the client is packed, installed in an empty project, and sells there on any Node; its types hold', async () => {
  await run('npm', ['pack', '--workspace', 'packages/client', '--pack-destination', reader], { cwd: ROOT });
  const tarball = (await readdir(reader)).find((name) => name.endsWith('.tgz')) ?? '';
  const readme = await readFile(path.join(ROOT, 'packages/client/README.md'), 'utf8');
  assert.ok(readme.includes(`npm install ./${tarball}`), tarball);
  await writeFile(path.join(reader, 'package.json'), '{ "private": true, "type": "module" }');
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: reader });
  const installed = path.join(reader, 'node_modules/@tessera-tickets/client');
  assert.deepEqual((await readdir(installed)).sort(), ['LICENSE', 'README.md', 'dist', 'package.json']);
  const { length } = gzipSync(await readFile(path.join(installed, 'dist/client.js')));
  assert.ok(length < 4_096, `${length} bytes`);

  const [selling = '', refusals = '', inLine = '', receiver = ''] = await blocksOf(
    'packages/client/README.md',
    'ts',
  );
  await writeFile(path.join(reader, 'shop.ts'), `${selling}\n${refusals}\nconsole.log(typeof wordsFor);`);
  await writeFile(path.join(reader, 'line.ts'), `${inLine}\nexport { holdInLine };`);
  await writeFile(path.join(reader, 'receiver.ts'), receiver);
  await tsc(...STRICT, ...MODULES, '--lib', 'es2022,dom', '--types', '', 'shop.ts', 'line.ts');
  const types = ['--typeRoots', path.join(ROOT, 'node_modules/@types'), '--types', 'node', '--skipLibCheck'];
  await tsc(...STRICT, ...MODULES, ...types, 'receiver.ts');
  const shop = await readFile(path.join(reader, 'out/shop.js'), 'utf8');
  for (const node of new Set([process.env['npm_node_execpath'] ?? 'node', process.execPath])) {
    const said = await runModule(node, shop);
    assert.match(said, /^Lagos Rooftop Sessions lagos-rooftop-sessions\nheld for \d+ s\n/, node);
    assert.match(said, /\nhttp:\/\/localhost:\d+\/checkout\/pay\/\S+\nfunction\n$/, node);
  }
});

/** The contract: what the running program says of itself. */
async function documentedCodes(): Promise<string[]> {
  const response = await fetch(`${program.publicUrl}/api/v1/openapi.json`);
  const document = (await response.json()) as {
    components: { schemas: { ErrorCode: { enum: string[] } } };
  };
  return document.components.schemas.ErrorCode.enum;
}

test('the compiler names the error code that a switch forgets, and none that the API has not', async () => {
  const all = [...(await documentedCodes()), 'network_error', 'timeout', 'unexpected_answer'];
  assert.ok(all.length > 20, all.join());
  const write = (codes: string[]) =>
    writeFile(
      path.join(reader, 'codes.ts'),
      `import type { TesseraError } from '@tessera-tickets/client';
       export function wordsFor(error: TesseraError): string {
         switch (error.error_code) {
           ${codes.map((code) => `case '${code}':`).join('\n')} return error.message;
           default: return error satisfies never;
         }
       }`,
    );
  const compile = () => tsc(...STRICT, ...MODULES, '--lib', 'es2022,dom', '--types', '', 'codes.ts');
  await write(all);
  await compile();
  await write(all.filter((code) => code !== 'quote_mismatch'));
  await assert.rejects(compile(), ({ stdout }: { stdout: string }) => stdout.includes('quote_mismatch'));
});

test('both scripts of the quickstart, as a page would run them, end at the payment page', async () => {
  const page = `globalThis.document = {};
    globalThis.location = { origin: 'https://shop.example', assign: (url) => console.log(url) };`;
  // The one with the client needs it installed, as the test above did. Imports come first in any module.
  for (const script of await blocksOf('docs/api-quickstart.md', 'js')) {
    const said = await runModule(process.execPath, `${page}\n${script}`);
    assert.ok(said.startsWith(`http://localhost:${program.port}/checkout/pay/`), said);
  }
});

for (const [language, runtime] of Object.entries(RUNTIMES)) {
  const skip = isHere(runtime) ? false : `${language} is not on this machine`;
  test(
    `the samples of the reference in ${language} make a whole purchase, as they stand`,
    { skip },
    async () => {
      const samples = await readSamples(`${program.publicUrl}/docs`, language);
      const [host] = (await program.demo()).hosts;
      const place = await mkdtemp(path.join(reader, 'samples-'));
      const said = async (operation: string, key = host?.publicKey ?? ''): Promise<string> => {
        const text = samples.get(operation);
        assert.ok(text, `${operation} has a sample`);
        return runSample(runtime, { text, folder: place, key });
      };
      assert.match(await said('getHealth'), /ready/);
      assert.match(await said('listEvents'), /slug/);
      assert.match(await said('getEvent'), /headliners/);
      assert.match(await said('listGallery'), /thumbnailURL/);
      assert.ok((await said('listTickets')).includes(EXAMPLE_TICKET.id));
      assert.match(await said('createReservation'), /LAGOS10/);
      assert.match(await said('releaseReservation'), /released/);
      const ordered = await said('createOrder');
      assert.match(ordered, /pending_payment/);
      const payUrl = /http\S+\/checkout\/pay\/[\w-]+/.exec(ordered)?.[0] ?? '';
      const body = new URLSearchParams({ card: 'success' });
      const paid = await fetch(payUrl, { method: 'POST', body, redirect: 'manual' });
      const back = await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' });
      const reference = /TSR-[\w-]+/.exec(ordered)?.[0] ?? 'none';
      assert.equal(
        back.headers.get('location'),
        `https://lagosrooftop.example/thanks?reference=${reference}`,
      );
      assert.deepEqual([...samples.keys()].sort(), OPERATIONS, 'all of them were run');

      for (const operation of ['getEvent', 'createOrder']) {
        const refused = await said(operation, 'pk_wrong').catch(
          ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
        );
        assert.match(refused, /\bunauthorized\b/, operation);
      }
    },
  );
}

test('the frame of the embed page has an address that is answered, with a policy that lets it be framed', async () => {
  const [markup = ''] = await blocksOf('docs/embed.md', 'html');
  const address = /src="([^"]+)"/.exec(markup)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors \*/);
});

test('the quickstart, the reference and the contract have the same error codes, all that can be answered', async () => {
  const documented = (await documentedCodes()).sort();
  const quickstart = await readFile(path.join(ROOT, 'docs/api-quickstart.md'), 'utf8');
  const rows = [...quickstart.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  assert.deepEqual(rows.map(([, code = '']) => code).sort(), documented);
  for (const [, code = '', status] of rows) {
    assert.equal(REFUSALS[code as RefusalCode].status, Number(status), code);
  }
  const reasons = [...quickstart.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, reason, of]) => [
    reason,
    of,
  ]);
  assert.deepEqual(
    reasons,
    Object.entries(REASONS).map(([reason, { of }]) => [reason, of]),
  );

  const reference = await (await fetch(`${program.publicUrl}/docs`)).text();
  const anchors = [...reference.matchAll(/<tr id="error-(\w+)">.*?<\/tr>/gs)];
  assert.deepEqual(anchors.map(([, code = '']) => code).sort(), documented);
  for (const [row, code = ''] of anchors)
    assert.ok(row.includes(`${REFUSALS[code as RefusalCode].status}`), row);
  const told = [...reference.matchAll(/<ul class="reasons">.*?<\/ul>/gs)].join().replaceAll('<wbr/>', '');
  for (const reason of Object.keys(REASONS)) assert.ok(told.includes(`<code>${reason}</code>`), reason);

  // Any request may be answered by these two.
  const files = ['src/http/unread-requests.ts', 'src/http/errors.ts'];
  const sources = await Promise.all(files.map((file) => readFile(path.join(ROOT, file), 'utf8')));
  const answered = [...sources.join('\n').matchAll(/new Refusal\(\s*'(\w+)'/g)].map(([, code = '']) => code);
  assert.ok(answered.length > 10, answered.join());
  assert.deepEqual(
    answered.filter((code) => !documented.includes(code)),
    [],
  );
});
