import { Worker } from 'node:worker_threads';
import type { OrderTickets } from './load-order-tickets.ts';

export type PrintRequest = { id: number; orderTickets: OrderTickets; mediaDir: string };
export type PrintAnswer = { id: number; pdf: Uint8Array } | { id: number; error: string };

export type TicketPrinter = {
  /** One page per ticket. */
  print(orderTickets: OrderTickets): Promise<Buffer>;
  close(): Promise<void>;
};

type Waiting = { resolve: (pdf: Buffer) => void; reject: (error: Error) => void };

// Hundreds of pages take seconds. What takes longer than this hangs.
const PATIENCE_MS = 60_000;

/**
 * Draws tickets in a thread of its own: a page takes some hundredths of a second, in which no buyer should wait. The thread
 * is started when it is first needed, and anew should it ever die.
 */
export function createTicketPrinter({ mediaDir }: { mediaDir: string }): TicketPrinter {
  let thread: Worker | null = null;
  let count = 0;
  const waiting = new Map<number, Waiting>();

  function failAll(error: Error): void {
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function startThread(): Worker {
    const started = new Worker(new URL('ticket-printer-thread.ts', import.meta.url));
    started.on('message', (answer: PrintAnswer) => {
      const asked = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('pdf' in answer) asked?.resolve(Buffer.from(answer.pdf));
      else asked?.reject(new Error(answer.error));
    });
    const onEnd = (error?: Error): void => {
      if (thread !== started) return;
      thread = null;
      failAll(error ?? new Error('the thread that draws tickets has ended'));
    };
    started.on('error', onEnd);
    started.on('exit', () => onEnd());
    // A program that wants to end does not wait for it.
    started.unref();
    return started;
  }

  return {
    print(orderTickets) {
      thread ??= startThread();
      const id = ++count;
      const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
      const timer = setTimeout(() => {
        reject(new Error(`tickets could not be drawn within ${PATIENCE_MS / 1000} s`));
        void thread?.terminate();
      }, PATIENCE_MS);
      waiting.set(id, { resolve, reject });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread.postMessage({ id, orderTickets, mediaDir } satisfies PrintRequest);
      return promise.finally(() => clearTimeout(timer));
    },
    async close() {
      const ending = thread;
      thread = null;
      failAll(new Error('the program is stopping'));
      await ending?.terminate();
    },
  };
}
