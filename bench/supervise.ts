import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

// npm run bench: runs bench/run.ts in a process group of its own. However that ends, the servers that it started end too.

// A product that stops takes five seconds at most.
const STOP_PATIENCE_MS = 10_000;

const bench = spawn(process.execPath, [path.join(import.meta.dirname, 'run.ts'), ...process.argv.slice(2)], {
  detached: true,
  // By the channel the bench hears when this process is gone.
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
});
const group = -(bench.pid ?? 0);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => isLeft('SIGTERM'));
const [code] = (await once(bench, 'exit')) as [number | null];
const deadline = performance.now() + STOP_PATIENCE_MS;
isLeft('SIGTERM');
while (isLeft(0)) {
  if (performance.now() > deadline) isLeft('SIGKILL');
  await delay(50);
}
process.exitCode = code ?? 1;

/** Signals what the bench has started. False: nothing is left of it. */
function isLeft(signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(group, signal);
  } catch {
    return false;
  }
}
