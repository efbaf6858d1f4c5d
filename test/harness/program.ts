import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ownPort } from './own-port.ts';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { askRun } from './run-door.ts';
import { until } from './until.ts';

// A first start makes a database and the demo. On a machine with more to do than it has cores, that takes minutes.
export const START_PATIENCE_MS = 300_000;

const ROOT = path.join(import.meta.dirname, '../..');

export type Program = {
  child: ChildProcess;
  baseUrl: string;
  publicUrl: string;
  port: number;
  /** Everything it printed so far, both streams. */
  output: () => string;
  /** Resolves to its exit code; null where a signal ended it. */
  exited: Promise<number | null>;
  demo(): Promise<DemoFacts>;
};

/** A folder to be someone's DATA_DIR, and the way to be rid of it. */
export async function makeDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'tessera-data-'));
  return { dataDir: path.join(parent, 'data'), remove: () => rm(parent, { recursive: true, force: true }) };
}

/** A data folder in which the first start is over, which is the slow one. */
export async function makeSeededDataDir(): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const [seeded, made] = await Promise.all([askRun('seeded-folder'), makeDataDir()]);
  // The program makes what is not there yet. With `-a`, the database's files still belong to its user.
  if (seeded) await promisify(execFile)('cp', ['-a', seeded, made.dataDir]);
  return made;
}

/** The program itself, as npm start runs it, in a process of its own: that of this checkout, or of another one's folder. */
export async function launch(
  environment: Record<string, string>,
  words: string[] = ['start'],
  folder = ROOT,
): Promise<Program> {
  const port = environment['PORT'] ? Number(environment['PORT']) : await ownPort();
  const inherited = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const child = spawn(process.execPath, ['src/bin/tessera.ts', ...words], {
    cwd: folder,
    env: { ...inherited, PORT: String(port), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const publicUrl = `http://127.0.0.1:${port}`;
  return {
    child,
    publicUrl,
    port,
    baseUrl: `${publicUrl}/api/v1`,
    output: () => output,
    exited: new Promise((resolve) => child.once('close', (code) => resolve(code))),
    demo: async () =>
      JSON.parse(await readFile(path.join(environment['DATA_DIR'] ?? '', 'demo.json'), 'utf8')) as DemoFacts,
  };
}

export async function untilHealthy(program: Program): Promise<void> {
  await until(
    'a healthy answer',
    async () => {
      if (program.child.exitCode !== null) throw new Error(`the program ended: ${program.output()}`);
      return fetch(`${program.baseUrl}/health`).then(
        (response) => response.status === 200,
        () => false,
      );
    },
    START_PATIENCE_MS,
  );
}
