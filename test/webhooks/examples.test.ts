import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { verifyWebhook } from '../../packages/client/src/webhooks.ts';
import { until } from '../harness/until.ts';
import { startReceiver } from './receiver.ts';

type Vector = { name: string; key: string; body: string; signature: string; valid: boolean };

const ROOT = path.join(import.meta.dirname, '../..');
const VECTORS = JSON.parse(await readFile(path.join(ROOT, 'examples/test-vectors.json'), 'utf8')) as Vector[];
const KEY = VECTORS[0]?.key ?? '';
// Go compiles before it runs, on a busy machine for minutes.
const START_PATIENCE_MS = 300_000;

const NODE_OF_NPM = process.env['npm_node_execpath'] ?? 'node';

const RECEIVERS: Record<string, { asks: string[]; command: string[] }> = {
  JavaScript: {
    asks: [process.execPath, '--version'],
    command: [process.execPath, 'examples/javascript/receiver.mjs'],
  },
  // Not the one that the product brings along.
  'JavaScript, on the Node that runs npm,': {
    asks: [NODE_OF_NPM, '--version'],
    command: [NODE_OF_NPM, 'examples/javascript/receiver.mjs'],
  },
  Python: { asks: ['python3', '--version'], command: ['python3', 'examples/python/receiver.py'] },
  PHP: { asks: ['php', '--version'], command: ['php', '-S', '127.0.0.1:0', 'examples/php/receiver.php'] },
  Go: { asks: ['go', 'version'], command: ['go', 'run', 'examples/go/receiver.go'] },
};

const SOLD = VECTORS.filter(({ valid, body }) => valid && body.includes('TICKET_PURCHASED')).map(
  ({ body }) => (JSON.parse(body) as { data: { reference: string } }).data.reference,
);

const isHere = ([program = '', ...words]: string[]): boolean => spawnSync(program, words).status === 0;

for (const [language, { asks, command }] of Object.entries(RECEIVERS)) {
  const skip = isHere(asks) ? false : `${language} is not on this machine`;
  test(
    `the receiver in ${language} takes what is genuine, however deep its metadata is nested, and refuses the rest`,
    { skip },
    async (t) => {
      const [program = '', ...words] = command;
      const child = spawn(program, words, {
        cwd: ROOT,
        env: { ...process.env, PRIVATE_KEY: KEY, PORT: '0' },
        stdio: ['ignore', 'pipe', 'pipe'],
        // A group of its own: what `go run` has compiled is a child of its child.
        detached: true,
      });
      t.after(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
      const port = await until(
        'it to listen',
        () => /(?:listening on |http:\/\/127\.0\.0\.1:)(\d+)/.exec(said)?.[1],
        START_PATIENCE_MS,
      );
      const post = (body: string, headers: Record<string, string>) =>
        fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
      for (const { name, key, body, signature, valid } of VECTORS) {
        assert.equal(key, KEY);
        const answer = await post(body, {
          'X-Service-Signature': signature,
          'Content-Type': 'application/json',
        });
        assert.equal(answer.status, valid ? 200 : 401, name);
        assert.deepEqual(
          await answer.json(),
          valid ? { received: true } : { error: 'invalid signature' },
          name,
        );
      }
      const unsigned = await post('{}', {});
      assert.equal(unsigned.status, 401);
      // The work comes after the answer.
      for (const reference of SOLD) {
        await until(`${reference} to be counted`, () => said.includes(`sold: ${reference}`));
      }
    },
  );
}

test('the script for curl sends a test that is signed as ours are', async (t) => {
  const receiver = await startReceiver(t);
  const { stdout } = await promisify(execFile)('sh', ['examples/curl/send-test.sh'], {
    cwd: ROOT,
    env: { ...process.env, PRIVATE_KEY: KEY, RECEIVER_URL: receiver.url },
  });
  assert.equal(stdout, '{"received":true}\n200\n');
  const [sent] = receiver.received;
  const signature = String(sent?.headers['x-service-signature']);
  assert.ok(sent && (await verifyWebhook(sent.raw, signature, KEY)));
});
