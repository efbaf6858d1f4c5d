import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { before, test, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { Refusal } from '../refusal.ts';
import { MAX_WORD_CHARS } from './break-text.ts';
import type { OrderTickets } from './load-order-tickets.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';
import { createPrintQueues, createTicketPrinter, type TicketPrinter } from './ticket-printer.ts';
import { openWorld } from './ticket-world.fixture.ts';
import { printQueues } from '../../test/harness/print-queues.ts';
import { until } from '../../test/harness/until.ts';

const MEDIA = { mediaDir: tmpdir() };
const PAGE = { queue: 'page' } as const;
// No honest page takes this long, even on a busy machine; a page that hangs is waited for.
const TEST_PAGE_LIMIT_MS = 10_000;

let small: OrderTickets;
let large: OrderTickets;

before(async (t) => {
  const world = await openWorld(t as TestContext);
  const event = await world.makeEvent();
  const orders = [await world.order({ event }), await world.order({ event, lines: [{ quantity: 40 }] })];
  const loaded = await Promise.all(orders.map((orderId) => world.load(orderId)));
  assert(loaded[0] && loaded[1]);
  [small, large] = [loaded[0], loaded[1]];
});

function printerFor(t: TestContext): TicketPrinter {
  const printer = createTicketPrinter({ ...MEDIA, sharedQueues: printQueues });
  t.after(() => printer.close());
  return printer;
}

/** With threads of its own, in which a print may hang. */
function ownPrinterFor(t: TestContext, pageLimitMs = 10 * 60_000): TicketPrinter {
  const printer = createTicketPrinter({ ...MEDIA, pageLimitMs });
  t.after(() => printer.close());
  return printer;
}

/** The same tickets as somebody else's order. */
const asOrder = (id: string, tickets: OrderTickets): OrderTickets => ({
  ...tickets,
  order: { ...tickets.order, id },
});

/** Each of these words is broken letter by letter, which takes minutes: the thread is busy and hears nothing. */
const hanging = (id: string): OrderTickets => ({
  ...asOrder(id, small),
  event: { ...small.event, name: `${'W'.repeat(MAX_WORD_CHARS)} `.repeat(10_000) },
});

test('tickets drawn in the thread are those drawn here, and whoever asks for the same at once gets the same', async (t) => {
  const printer = printerFor(t);
  const expected = await renderTicketPdf(large, MEDIA);
  const [one, other] = await Promise.all([printer.print(large, PAGE), printer.print({ ...large }, PAGE)]);
  assert.ok(one.equals(expected));
  assert.equal(other, one, 'printed once');
  assert.ok((await printer.print(large, { queue: 'mail' })).equals(expected));
});

test('two mails about the same tickets are two mails, each with the PDF', async (t) => {
  const printer = printerFor(t);
  const mail = {
    isBuyer: false,
    hasQuestions: false,
    notice: null,
    guestNote: null,
    passLinks: {},
    receiptUrl: 'https://tickets.example/receipts/secret',
    orderUrl: 'https://tickets.example/receipts/TSR-1',
    termsUrl: 'https://tickets.example/terms',
  };
  const addresses = ['ada@example.com', 'bimbo@example.com'];
  const written = await Promise.all(
    addresses.map((address) =>
      printer.writeMail(small, {
        from: 'Tessera <tickets@tickets.example>',
        head: { to: { name: '', address }, messageId: `${address}.mail` },
        mail,
      }),
    ),
  );
  const pdf = await renderTicketPdf(small, MEDIA);
  for (const [index, address] of addresses.entries()) {
    const parsed = await PostalMime.parse(written[index] ?? '');
    assert.deepEqual(parsed.to, [{ name: '', address }]);
    const attached = parsed.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
    assert.ok(Buffer.from(attached?.content as ArrayBuffer).equals(pdf));
    assert.ok(!JSON.stringify(parsed).includes('secret'), 'a guest is not told where the receipt is');
  }
});

test('a large order delays nobody: orders take turns, page by page', async (t) => {
  const printer = printerFor(t);
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  await Promise.all([
    printer.print(large, PAGE).then(note('large')),
    printer.print(asOrder('b', small), PAGE).then(note('small')),
    printer.print(asOrder('c', small), PAGE).then(note('small')),
  ]);
  assert.deepEqual(done, ['small', 'small', 'large']);
});

test('the prints of one order come one after the other', async (t) => {
  const printer = printerFor(t);
  const [first] = large.tickets;
  assert(first);
  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  await Promise.all([
    printer.print(large, PAGE).then(note('all')),
    printer.print({ ...large, tickets: [first] }, PAGE).then(note('one of them')),
    printer.print(small, PAGE).then(note('another order')),
  ]);
  assert.deepEqual(done, ['another order', 'all', 'one of them']);
});

test('a ticket that can’t be drawn fails alone, and closing fails what is waiting', async (t) => {
  const printer = ownPrinterFor(t);
  const broken = { ...asOrder('b', small), event: { ...small.event, timezone: 'Nowhere/Land' } };
  const others = Promise.all([printer.print(large, PAGE), printer.print(small, PAGE)]);
  await assert.rejects(printer.print(broken, PAGE));
  await others;
  const begun = assert.rejects(printer.print(hanging('hangs'), PAGE), /stopping/);
  const waiting = assert.rejects(printer.print(small, PAGE), /stopping/);
  await until('both are in line', () => printer.waiting().page === 2);
  await printer.close();
  await Promise.all([begun, waiting]);
  // A later request gets a new thread.
  assert.ok((await printer.print(small, PAGE)).length > 0);
});

test('printers that share their threads: one that closes fails its own prints, and the others’ go on', async (t) => {
  const sharedQueues = createPrintQueues();
  t.after(() => Promise.all([sharedQueues.page.close(), sharedQueues.mail.close()]));
  const [closing, staying] = [
    createTicketPrinter({ ...MEDIA, sharedQueues }),
    createTicketPrinter({ ...MEDIA, sharedQueues }),
  ];
  const failed = assert.rejects(closing.print(small, PAGE), /stopping/);
  const printed = staying.print(large, PAGE);
  await until('both are in line', () => staying.waiting().page === 2);
  await closing.close();
  await failed;
  assert.ok((await printed).length > 0);
});

test('a print that hangs fails alone: those that were begun and those behind it are printed', async (t) => {
  const printer = ownPrinterFor(t, TEST_PAGE_LIMIT_MS);
  const expected = await renderTicketPdf(large, MEDIA);
  const begun = printer.print(large, PAGE);
  const hung = assert.rejects(printer.print(hanging('hangs'), PAGE), /longer than 10 s/);
  const behind = printer.print(asOrder('c', small), PAGE);
  await hung;
  assert.ok((await begun).equals(expected));
  assert.ok((await behind).length > 0);
});

test('while a page of somebody’s hangs, mails are printed', async (t) => {
  const printer = ownPrinterFor(t);
  const hung = assert.rejects(printer.print(hanging('hangs'), PAGE), /stopping/);
  assert.ok((await printer.print(small, { queue: 'mail' })).length > 0);
  assert.equal(printer.waiting().page, 1);
  await printer.close();
  await hung;
});

test('a print that nobody waits for any more is not made, unless somebody else waits for the same', async (t) => {
  const printer = ownPrinterFor(t);
  const leaving = new AbortController();
  const options = { ...PAGE, signal: leaving.signal };
  const busy = printer.print(large, PAGE);
  // Begun, it would hold up everybody behind it for longer than this test may take.
  const abandoned = assert.rejects(printer.print(hanging('hangs'), options), /gone/);
  const left = assert.rejects(printer.print(small, options), /gone/);
  const shared = printer.print(small, PAGE);
  leaving.abort(new Error('gone'));
  await Promise.all([abandoned, left]);
  assert.ok((await shared).length > 0);
  await busy;
  await assert.rejects(printer.print(hanging('late'), options), /gone/);
});

test('a client that leaves while the print is being made has no further page drawn', async (t) => {
  const printer = ownPrinterFor(t);
  await printer.print(small, PAGE);
  const leaving = new AbortController();
  // The thread is ready and idle: this is begun at once, and would hang on its page.
  const begun = assert.rejects(printer.print(hanging('hangs'), { ...PAGE, signal: leaving.signal }), /gone/);
  leaving.abort(new Error('gone'));
  await begun;
  assert.ok((await printer.print(small, PAGE)).length > 0);
});

test('when too many wait, the next is told to come again; when they have gone, there is room', async (t) => {
  const printer = ownPrinterFor(t);
  const leaving = new AbortController();
  const options = { ...PAGE, signal: leaving.signal };
  // The first hangs, so that none of them is through before all have gone.
  const crowd = Array.from({ length: 64 }, (_, index) =>
    printer.print(index === 0 ? hanging('hangs') : asOrder(`${index}`, large), options),
  );
  const gone = Promise.allSettled(crowd);
  await assert.rejects(printer.print(small, PAGE), (error: unknown) => {
    assert.ok(error instanceof Refusal);
    assert.deepEqual([error.code, error.retryAfterSeconds], ['unavailable', 5]);
    return true;
  });
  // Waiting for a document that is already being printed takes no place.
  const joined = assert.rejects(printer.print(asOrder('7', large), options), /gone/);
  assert.ok((await printer.print(small, { queue: 'mail' })).length > 0, 'mails have places of their own');
  leaving.abort(new Error('gone'));
  await joined;
  assert.ok((await gone).every(({ status }) => status === 'rejected'));
  assert.ok((await printer.print(small, PAGE)).length > 0);
});
