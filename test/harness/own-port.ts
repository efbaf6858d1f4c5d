import { randomInt } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const FOLDER = path.join(tmpdir(), 'tessera-ports');
// Below those that systems give to whoever asks for any port, and to connections that go out.
const FIRST_PORT = 20_000;
const PORT_COUNT = 10_000;
const MAX_TRIES = 1_000;

const kept: DatabaseSync[] = [];

/**
 * A port for this process and the programs that it starts, for as long as it lives: it may be listened on now, later, and again
 * after a restart. A port that is merely free may be somebody else's the moment after it was found.
 *
 * The lock is SQLite's lock on an empty file, which the system lets go of when the process ends, however it ends.
 */
export async function ownPort(): Promise<number> {
  return ownPorts(1);
}

/** The first of so many ports in a row, all of them for this process. */
export async function ownPorts(count: number): Promise<number> {
  await mkdir(FOLDER, { recursive: true });
  for (let tried = 0; tried < MAX_TRIES; tried++) {
    const first = FIRST_PORT + randomInt(PORT_COUNT - count + 1);
    const locks: DatabaseSync[] = [];
    for (let port = first; port < first + count; port++) {
      const lock = lockPort(port);
      if (lock) locks.push(lock);
      if (!lock || !(await isFree(port))) break;
      if (locks.length === count) {
        kept.push(...locks);
        return first;
      }
    }
    for (const lock of locks) lock.close();
  }
  throw new Error(`no port of ${PORT_COUNT} from ${FIRST_PORT} on is to be had`);
}

/** Null where another test has it. */
function lockPort(port: number): DatabaseSync | null {
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path.join(FOLDER, String(port)), { timeout: 0 });
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch {
    lock?.close();
    return null;
  }
}

/** A program that is no test of ours may listen there. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  const listens = await new Promise<boolean>((resolve) =>
    probe.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true)),
  );
  if (listens) await new Promise((resolve) => probe.close(resolve));
  return listens;
}
