import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

// One thing asked of a ticket type, and its answer. Times are of one clock.
export type Operation = {
  client: number;
  kind: 'hold' | 'release' | 'order' | 'lapse' | 'give' | 'refund' | 'read';
  cart: number;
  quantity: number;
  told: 'yes' | 'no' | 'unknown';
  left: number;
  call: number;
  return: number;
};

/** Of one ticket type and not too long, or the search for an order never ends. */
export type History = { name: string; capacity: number; operations: Operation[] };

export type Verdict = { name: string; result: 'Ok' | 'Illegal' | 'Unknown' };

export type Judge = {
  judge(histories: History[]): Promise<Verdict[]>;
  remove(): Promise<void>;
};

const FOLDER = path.join(import.meta.dirname, 'porcupine');
// Go's own archive is unpacked there, which is on nobody's PATH by itself.
const USUAL_GO = '/usr/local/go/bin';

/** Builds the judge with Go, which fetches Porcupine. Answers why not, in words, where there is no Go or nothing can be fetched. */
export async function buildJudge(): Promise<Judge | string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-porcupine-'));
  const program = path.join(folder, 'judge');
  const env = { ...process.env, PATH: `${process.env['PATH']}:${USUAL_GO}` };
  try {
    await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: FOLDER, env });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'Go is not installed' : `Porcupine can’t be built: ${message}`;
  }
  return {
    judge: (histories) => ask(program, histories),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function ask(program: string, histories: History[]): Promise<Verdict[]> {
  const child = spawn(program, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(histories));
  return JSON.parse(await text(child.stdout)) as Verdict[];
}
