import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { processesIn, signalAll } from '../harness/processes.ts';
import { START_PATIENCE_MS } from '../harness/program.ts';
import { until, untilEqual } from '../harness/until.ts';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGKILL'] as const) {
  test(`a bench that gets ${signal} leaves no server running`, async (t) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tessera-interrupted-'));
    const bench = spawn(process.execPath, ['bench/supervise.ts', 'reads'], {
      env: { ...process.env, TMPDIR: folder },
      stdio: 'ignore',
    });
    t.after(async () => {
      signalAll(await processesOf(folder), 'SIGKILL');
      await rm(folder, { recursive: true, force: true });
    });
    const exited = once(bench, 'exit');
    const isRunning = async (): Promise<boolean> => (await processesIn(folder)).length > 0;
    await until('the database of the bench to run', isRunning, START_PATIENCE_MS);
    bench.kill(signal);
    await exited;
    await untilEqual([], () => processesOf(folder));
  });
}

/** Every process whose settings name the folder: the bench itself, the product and all that they started. Linux only. */
async function processesOf(folder: string): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    names.map(async (name) => {
      const environment = await readFile(`/proc/${name}/environ`, 'utf8').catch(() => '');
      return environment.includes(folder) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}
