import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { renderTicketPdf } from './render-ticket-pdf.ts';
import { openWorld } from './ticket-world.fixture.ts';
import { createTicketPrinter } from './ticket-printer.ts';

test('tickets drawn in the thread are those drawn here, also many orders at once', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  const orderId = await world.order({ event, lines: [{ quantity: 2 }] });
  const tickets = await world.load(orderId);
  const printer = createTicketPrinter({ mediaDir: tmpdir() });
  t.after(() => printer.close());
  const expected = await renderTicketPdf(tickets, { mediaDir: tmpdir() });
  const printed = await Promise.all([1, 2, 3].map(() => printer.print(tickets)));
  for (const pdf of printed) assert.ok(pdf.equals(expected));
});

test('what can’t be drawn fails alone, and closing fails what is waiting', async (t) => {
  const world = await openWorld(t);
  const event = await world.makeEvent();
  const tickets = await world.load(await world.order({ event, lines: [{ quantity: 1 }] }));
  const printer = createTicketPrinter({ mediaDir: tmpdir() });
  const broken = { ...tickets, event: { ...tickets.event, timezone: 'Nowhere/Land' } };
  await assert.rejects(printer.print(broken));
  assert.ok((await printer.print(tickets)).length > 0);
  const waiting = assert.rejects(printer.print(tickets), /stopping/);
  await printer.close();
  await waiting;
  // Whoever asks after all gets a new thread.
  assert.ok((await printer.print(tickets)).length > 0);
  await printer.close();
});
