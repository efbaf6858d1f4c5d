import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../log/error-message.ts';
import type { FromThread, ToThread } from './printer-thread.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';

// What a print queue runs beside the program. It draws a page when it is told to, and then waits for the next word.

const port = parentPort;
assert(port, 'not a program of its own');
const say = (message: FromThread): void => port.postMessage(message);
/** Where each document that was begun waits for its next page. */
const pauses = new Map<number, PromiseWithResolvers<void>>();

port.on('message', (message: ToThread) => {
  if (message.command === 'begin') return begin(message);
  const pause = pauses.get(message.id);
  if (message.command === 'go_on') pause?.resolve();
  else pause?.reject(new Error('nobody waits for it any more'));
});

function begin({ id, orderTickets, mediaDir }: ToThread & { command: 'begin' }): void {
  const pause = (): Promise<void> => {
    const next = Promise.withResolvers<void>();
    pauses.set(id, next);
    say({ is: 'paused', id });
    return next.promise;
  };
  renderTicketPdf(orderTickets, { mediaDir, pause })
    .then(
      (pdf) => say({ is: 'printed', id, pdf }),
      (error: unknown) => say({ is: 'failed', id, error: errorMessage(error) }),
    )
    .finally(() => pauses.delete(id));
}

say({ is: 'ready' });
