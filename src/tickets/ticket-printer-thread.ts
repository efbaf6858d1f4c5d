import assert from 'node:assert/strict';
import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../jobs/error-message.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';
import type { PrintAnswer, PrintRequest } from './ticket-printer.ts';

// What createTicketPrinter runs beside the program. One order after the other: the thread has one core.

const port = parentPort;
assert(port, 'not a program of its own');
let last = Promise.resolve();
port.on('message', ({ id, orderTickets, mediaDir }: PrintRequest) => {
  last = last.then(async () => {
    const answer = await renderTicketPdf(orderTickets, { mediaDir }).then(
      (pdf): PrintAnswer => ({ id, pdf }),
      (error: unknown): PrintAnswer => ({ id, error: errorMessage(error) }),
    );
    port.postMessage(answer);
  });
});
