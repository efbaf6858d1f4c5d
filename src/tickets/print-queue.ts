import { isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import type { OrderTickets } from './load-order-tickets.ts';

export type ToThread =
  | { command: 'begin'; id: number; orderTickets: OrderTickets; mediaDir: string }
  | { command: 'go_on' | 'drop'; id: number };
export type FromThread =
  | { is: 'ready' }
  | { is: 'paused'; id: number }
  | { is: 'printed'; id: number; pdf: Uint8Array }
  | { is: 'failed'; id: number; error: string };

type Print = {
  id: number;
  orderTickets: OrderTickets;
  waiting: Set<PromiseWithResolvers<Buffer>>;
  hasBegun: boolean;
};

// Each takes turns with all others, so this many small ones are done within two seconds or so.
const MAX_PRINTS = 64;
const RETRY_AFTER_SECONDS = 5;

/**
 * A thread that prints, and those who wait for it. Orders take turns page by page, so that a large order delays a small one
 * by a page at a time, and an order's own prints come one after the other. Whoever asks for what is being printed already
 * waits for the same print. What nobody waits for any more is dropped.
 *
 * The thread draws one page at a time, on command: should one take longer than `pageLimitMs`, it is known whose. That print
 * fails, the thread is replaced, and the others are begun anew.
 */
export function createPrintQueue(options: { mediaDir: string; pageLimitMs: number }) {
  const { mediaDir, pageLimitMs } = options;
  /** By order, the one whose turn is next first. */
  const orders = new Map<string, Print[]>();
  let drawing: Print | null = null;
  let pageTimer: NodeJS.Timeout | undefined;
  let thread: Worker | null = null;
  let isReady = false;
  let lastId = 0;

  const printsOf = (orderId: string): Print[] => orders.get(orderId) ?? [];

  function say(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread?.postMessage(message);
  }

  function startThread(): void {
    const started = new Worker(new URL('ticket-printer-thread.ts', import.meta.url));
    thread = started;
    isReady = false;
    started.on('message', (message: FromThread) => {
      if (thread === started) onMessage(message);
    });
    const onEnd = (error?: Error): void => {
      if (thread === started) replaceThread(error ?? new Error('the thread that draws tickets has ended'));
    };
    started.on('error', onEnd);
    started.on('exit', () => onEnd());
    // A program that wants to end does not wait for it.
    started.unref();
  }

  /** Fails what the thread was at, and has everything else printed by a new one. */
  function replaceThread(error: Error): void {
    void thread?.terminate();
    thread = null;
    const ended = drawing;
    endPage();
    if (ended) leave(ended, ({ reject }) => reject(error));
    // One that did not even start would not start the next time either.
    else if (!isReady) failAll(error);
    for (const print of [...orders.values()].flat()) print.hasBegun = false;
    drawNext();
  }

  function drawNext(): void {
    const [next] = orders.values();
    const print = next?.[0];
    if (!print || drawing) return;
    if (!thread) startThread();
    if (!isReady) return;
    drawing = print;
    pageTimer = setTimeout(
      () => replaceThread(new Error(`a page took longer than ${pageLimitMs / 1000} s`)),
      pageLimitMs,
    );
    const { id, orderTickets, hasBegun } = print;
    print.hasBegun = true;
    say(hasBegun ? { command: 'go_on', id } : { command: 'begin', id, orderTickets, mediaDir });
  }

  function onMessage(message: FromThread): void {
    if (message.is === 'ready') isReady = true;
    // The end of a print that was dropped: nobody waits for it.
    else if (drawing?.id !== message.id) return;
    else onPage(drawing, message);
    drawNext();
  }

  function onPage(print: Print, message: Exclude<FromThread, { is: 'ready' }>): void {
    endPage();
    if (message.is === 'printed') {
      const pdf = Buffer.from(message.pdf);
      leave(print, ({ resolve }) => resolve(pdf));
    } else if (message.is === 'failed') {
      leave(print, ({ reject }) => reject(new Error(message.error)));
    } else if (print.waiting.size === 0) {
      drop(print);
    }
    toTheEnd(print.orderTickets.order.id);
  }

  function endPage(): void {
    clearTimeout(pageTimer);
    drawing = null;
  }

  function toTheEnd(orderId: string): void {
    const prints = orders.get(orderId);
    if (!prints) return;
    orders.delete(orderId);
    orders.set(orderId, prints);
  }

  function leave(print: Print, settle: (waiting: PromiseWithResolvers<Buffer>) => void): void {
    for (const waiting of print.waiting) settle(waiting);
    const { id } = print.orderTickets.order;
    const others = printsOf(id).filter((other) => other !== print);
    if (others.length === 0) orders.delete(id);
    else orders.set(id, others);
  }

  function drop(print: Print): void {
    leave(print, () => {});
    if (print.hasBegun) say({ command: 'drop', id: print.id });
  }

  function failAll(error: Error): void {
    for (const print of [...orders.values()].flat()) leave(print, ({ reject }) => reject(error));
  }

  function findOrQueue(orderTickets: OrderTickets): Print {
    const { id } = orderTickets.order;
    const same = printsOf(id).find((print) => isDeepStrictEqual(print.orderTickets, orderTickets));
    if (same) return same;
    const count = [...orders.values()].reduce((sum, prints) => sum + prints.length, 0);
    if (count >= MAX_PRINTS) {
      throw new Refusal('unavailable', 'Many tickets are being printed at this moment: try again.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    const print = { id: ++lastId, orderTickets, waiting: new Set<never>(), hasBegun: false };
    orders.set(id, [...printsOf(id), print]);
    return print;
  }

  return {
    async print(orderTickets: OrderTickets, signal?: AbortSignal): Promise<Buffer> {
      signal?.throwIfAborted();
      const print = findOrQueue(orderTickets);
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
    async close(): Promise<void> {
      const ending = thread;
      thread = null;
      endPage();
      failAll(new Error('the program is stopping'));
      await ending?.terminate();
    },
  };
}
