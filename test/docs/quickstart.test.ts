import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { processesIn, signalAll } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';
import { REFUSALS } from '../../src/refusal.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PATIENCE_MS = 60_000;
const run = promisify(execFile);

const folder = await makeSeededDataDir();
let program: Program;
// What the reader's folder looks like after `npm start`.
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
  signalAll(await processesIn(folder.dataDir), 'SIGKILL');
  await until(
    'everybody to have left the folder',
    async () => (await processesIn(folder.dataDir)).length === 0,
  );
  await rm(reader, { recursive: true, force: true });
  await folder.remove();
});

/** The page's blocks in one language, one after the other, with the port of this program. */
async function blocksOf(page: string, language: string): Promise<string> {
  const text = await readFile(path.join(ROOT, page), 'utf8');
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code]) => code,
  );
  assert.ok(blocks.length > 0, `${page} has ${language}`);
  return blocks.join('\n').replaceAll('http://localhost:3000', `http://localhost:${program.port}`);
}

test('the shell commands of the quickstart lead to a paid order, pasted one after the other', async () => {
  const script = await blocksOf('docs/api-quickstart.md', 'sh');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: reader,
    env: { ...process.env, PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}` },
    timeout: PATIENCE_MS,
  });
  assert.match(stdout, /"slug":"lagos-rooftop-sessions"/);
  assert.match(stdout, /"status":"pending_payment"/);
  const reference = /"reference":"(TSR-[\w-]+)"/.exec(stdout)?.[1] ?? 'none';
  const back = /^303 back to (\S+)$/m.exec(stdout)?.[1] ?? '';
  const returned = await fetch(back, { redirect: 'manual' });
  assert.equal(returned.headers.get('location'), `https://shop.example/thanks?reference=${reference}`);
  const receiptUrl = /^http\S+\/checkout\/orders\/\S+$/m.exec(stdout)?.[0] ?? '';
  assert.ok((await (await fetch(receiptUrl)).text()).includes(reference));
});

test('the script of the quickstart, as a page would run it, ends at the payment page', async () => {
  const [host] = (await program.demo()).hosts;
  const page = `globalThis.location = { origin: 'https://shop.example', assign: (url) => console.log(url) };`;
  const script = (await blocksOf('docs/api-quickstart.md', 'js')).replace('pk_…', host?.publicKey ?? '');
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', `${page}\n${script}`], {
    timeout: PATIENCE_MS,
  });
  assert.ok(stdout.startsWith(`http://localhost:${program.port}/checkout/pay/`), stdout);
});

test('the frame of the embed page has an address that is answered, with a policy that lets it be framed', async () => {
  const markup = await blocksOf('docs/embed.md', 'html');
  const address = /src="([^"]+)"/.exec(markup)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-security-policy') ?? '', /frame-ancestors \*/);
});

test('the quickstart explains no error code that the API doesn’t have, and with its true status', async () => {
  const text = await readFile(path.join(ROOT, 'docs/api-quickstart.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)];
  assert.ok(rows.length > 10);
  for (const [, code = '', status] of rows) {
    const known = Object.entries(REFUSALS).find(([name]) => name === code)?.[1];
    assert.equal(known?.status, Number(status), code);
  }
});
