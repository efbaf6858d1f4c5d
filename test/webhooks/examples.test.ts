import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../src/db/embedded/free-port.ts';
import { until } from '../harness/until.ts';

type Vector = { name: string; key: string; body: string; signature: string; valid: boolean };

const ROOT = path.join(import.meta.dirname, '../..');
const VECTORS = JSON.parse(await readFile(path.join(ROOT, 'examples/test-vectors.json'), 'utf8')) as Vector[];
const KEY = VECTORS[0]?.key ?? '';
// Go compiles before it runs.
const START_PATIENCE_MS = 120_000;

const RECEIVERS: Record<string, { asks: string[]; command: (port: number) => string[] }> = {
  TypeScript: {
    asks: [process.execPath, '--version'],
    command: () => [process.execPath, 'examples/typescript/receiver.ts'],
  },
  Python: { asks: ['python3', '--version'], command: () => ['python3', 'examples/python/receiver.py'] },
  PHP: {
    asks: ['php', '--version'],
    command: (port) => ['php', '-S', `127.0.0.1:${port}`, 'examples/php/receiver.php'],
  },
  Go: { asks: ['go', 'version'], command: () => ['go', 'run', 'examples/go/receiver.go'] },
};

const isHere = ([program = '', ...words]: string[]): boolean => spawnSync(program, words).status === 0;

for (const [language, { asks, command }] of Object.entries(RECEIVERS)) {
  const skip = isHere(asks) ? false : `${language} is not on this machine`;
  test(`the receiver in ${language} takes what is genuine and refuses the rest`, { skip }, async (t) => {
    const port = await freePort();
    const [program = '', ...words] = command(port);
    const child = spawn(program, words, {
      cwd: ROOT,
      env: { ...process.env, PRIVATE_KEY: KEY, PORT: String(port) },
      stdio: 'ignore',
      // A group of its own: what `go run` has compiled is a child of its child.
      detached: true,
    });
    t.after(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'));
    const url = `http://127.0.0.1:${port}/`;
    const post = (body: string, headers: Record<string, string>) =>
      fetch(url, { method: 'POST', body, headers });
    await until(
      'it to listen',
      () =>
        post('', {}).then(
          () => true,
          () => false,
        ),
      START_PATIENCE_MS,
    );
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
  });
}
