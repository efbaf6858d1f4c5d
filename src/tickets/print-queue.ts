import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../refusal.ts';
import { createPrintTurns, type Print } from './print-turns.ts';
import { createPrinterThread, type FromThread, type PrintWork } from './printer-thread.ts';

// Each takes turns with all others, so this many small ones are done within two seconds or so.
const MAX_PRINTS = 64;
const RETRY_AFTER_SECONDS = 5;

/**
 * A thread that prints, and those who wait for it. Orders take turns page by page, so that a large order delays a small one
 * by a page at a time, and an order's own prints come one after the other. Who asks for what is being printed already
 * waits for the same print. What nobody waits for any more is dropped.
 *
 * The thread draws one page at a time, on command: if one takes longer than `pageLimitMs`, it is known whose. That print
 * fails, the thread is replaced, and the others are begun anew.
 */
export function createPrintQueue(options: {
  pageLimitMs: number;
  /** Everybody else who wants the processor comes first. */
  isPatient: boolean;
  /** The file of its most frequent prints. */
  loads: string;
}) {
  const { pageLimitMs, isPatient, loads } = options;
  const turns = createPrintTurns();
  const thread = createPrinterThread({ isPatient, loads, onMessage, onEnd: replaceThread });
  let drawing: Print | null = null;
  let pageTimer: NodeJS.Timeout | undefined;

  function drawNext(): void {
    const print = turns.next();
    if (!print || drawing || !thread.ensureReady()) return;
    drawing = print;
    pageTimer = setTimeout(
      () => replaceThread(new Error(`a page took longer than ${pageLimitMs / 1000} s`)),
      pageLimitMs,
    );
    const { id, work, hasBegun } = print;
    print.hasBegun = true;
    thread.say(hasBegun ? { command: 'go_on', id } : { command: 'begin', id, ...work });
  }

  function onMessage(message: FromThread): void {
    if (message.is !== 'ready') {
      // The end of a print that was dropped: nobody waits for it.
      if (drawing?.id !== message.id) return;
      onPage(drawing, message);
    }
    drawNext();
  }

  function onPage(print: Print, message: Exclude<FromThread, { is: 'ready' }>): void {
    endPage();
    if (message.is === 'printed') turns.succeed(print, toBuffer(message.bytes));
    else if (message.is === 'failed') turns.fail(print, new Error(message.error));
    else if (print.waiting.size === 0) drop(print);
    turns.toTheEnd(print.work.turn);
  }

  /** Fails what the thread was at, and has everything else printed by a new one. */
  function replaceThread(error: Error): void {
    void thread.end();
    const ended = drawing;
    endPage();
    if (ended) turns.fail(ended, error);
    // One that did not even start would not start the next time either.
    else if (!thread.isReady()) failAll(error);
    for (const print of turns.all()) print.hasBegun = false;
    drawNext();
  }

  function endPage(): void {
    clearTimeout(pageTimer);
    drawing = null;
  }

  function failAll(error: Error): void {
    for (const print of turns.all()) turns.fail(print, error);
  }

  function drop(print: Print): void {
    turns.remove(print);
    if (print.hasBegun) thread.say({ command: 'drop', id: print.id });
  }

  return {
    async print(work: PrintWork, signal?: AbortSignal): Promise<Buffer> {
      signal?.throwIfAborted();
      const print = findOrQueue(turns, work);
      const waiting = Promise.withResolvers<Buffer>();
      print.waiting.add(waiting);
      const goAway = (): void => {
        print.waiting.delete(waiting);
        waiting.reject(signal?.reason);
        // The page that is being drawn is drawn to its end.
        if (print.waiting.size === 0 && print !== drawing) drop(print);
      };
      signal?.addEventListener('abort', goAway, { once: true });
      drawNext();
      return waiting.promise.finally(() => signal?.removeEventListener('abort', goAway));
    },
    /** With the one that is being printed. */
    waiting: (): number => turns.all().length,
    async close(): Promise<void> {
      const ended = thread.end();
      endPage();
      failAll(new Error('the program is stopping'));
      await ended;
    },
  };
}

function findOrQueue(turns: ReturnType<typeof createPrintTurns>, work: PrintWork): Print {
  const same = turns.ofTurn(work.turn).find((print) => isDeepStrictEqual(print.work, work));
  if (same) return same;
  if (turns.all().length >= MAX_PRINTS) {
    throw new Refusal('unavailable', 'Many documents are being printed right now: try again.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  return turns.add(work);
}

/** The same bytes, as they came from the thread. */
const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
