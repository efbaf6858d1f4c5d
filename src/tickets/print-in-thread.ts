import assert from 'node:assert/strict';
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../log/error-message.ts';
import type { FromThread, Printing, ThreadSettings, ToThread } from './printer-thread.ts';
import { readFonts } from './pdf-fonts.ts';

// Runs beside the program for a print queue. It draws a page when it is told to, and then waits for the next word.

const port = parentPort;
assert(port, 'not a program of its own');
const say = (message: FromThread): void => port.postMessage(message);
/** Handed over, not copied. A small one lies in memory that it shares with others. */
const give = (id: number, bytes: Buffer): void => {
  const whole = bytes.byteLength === bytes.buffer.byteLength ? [bytes.buffer as ArrayBuffer] : [];
  port.postMessage({ is: 'printed', id, bytes } satisfies FromThread, whole);
};
/** Each begun document waits here for its next page. */
const pauses = new Map<number, PromiseWithResolvers<void>>();

port.on('message', (message: ToThread) => {
  if (message.command === 'begin') return begin(message);
  const pause = pauses.get(message.id);
  if (message.command === 'go_on') pause?.resolve();
  else pause?.reject(new Error('nobody waits for it'));
});

function begin({ id, file, input }: ToThread & { command: 'begin' }): void {
  const pause = (): Promise<void> => {
    const next = Promise.withResolvers<void>();
    pauses.set(id, next);
    say({ is: 'paused', id });
    return next.promise;
  };
  (import(file) as Promise<Printing<unknown>>)
    .then(({ print }) => print(input, { pause }))
    .then(
      (bytes) => give(id, bytes),
      (error: unknown) => say({ is: 'failed', id, error: errorMessage(error) }),
    )
    .finally(() => pauses.delete(id));
}

// Of nineteen. Where many want the processor, this thread gets a sixth of what each of them gets. Many more steps would leave it
// nothing on a machine with dozens of busy processes, where a page would not be done within its limit.
const NICENESS = 8;

/** Linux has a priority for each thread, and tells a thread its own number. Elsewhere all stays as it is. */
function letOthersFirst(): void {
  try {
    setPriority(Number(path.basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // No Linux, or not allowed here.
  }
}

const { isPatient, loads } = workerData as ThreadSettings;
await Promise.all([readFonts(), import(loads)]);
// Not before it has started: that it does at full speed.
if (isPatient) letOthersFirst();
say({ is: 'ready' });
