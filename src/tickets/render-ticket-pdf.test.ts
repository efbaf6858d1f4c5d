import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQrModule from 'jsqr';
import { drawMosaic } from '../demo/draw-mosaic.ts';
import { storeImage } from '../media/store-image.ts';
import type { OrderTickets } from './load-order-tickets.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';
import { readTicketCode } from './ticket-code.ts';
import { ADA, openWorld, type TicketWorld } from './ticket-world.fixture.ts';

const jsQr = jsQrModule as unknown as typeof jsQrModule.default;

let library: PDFiumLibrary;
let mediaDir: string;
before(async () => {
  library = await PDFiumLibrary.init();
  mediaDir = await mkdtemp(path.join(tmpdir(), 'tessera-media-'));
});
after(async () => {
  library.destroy();
  await rm(mediaDir, { recursive: true });
});

type Page = { text: string; code: string | null; hasPoster: boolean };

async function pagesOf(pdf: Buffer): Promise<Page[]> {
  const document = await library.loadDocument(pdf);
  const pages: Page[] = [];
  for (const page of document.pages()) {
    // Before the page is rendered: that closes it.
    const text = page.getText();
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
    const code = jsQr(new Uint8ClampedArray(data), width, height)?.data ?? null;
    pages.push({ text, code, hasPoster: hasPoster(data, width) });
  }
  document.destroy();
  return pages;
}

/** Whether there is anything but the header's ground where the poster goes, below the line of a short name. */
function hasPoster(pixels: Uint8Array, width: number): boolean {
  const ground = Buffer.from('0d5c60', 'hex');
  const at = (x: number, y: number): Uint8Array =>
    pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
  return Array.from({ length: 200 }, (_, x) => at(60 + x, 250)).some((pixel) => !ground.equals(pixel));
}

async function anOrder(t: TestContext, event: Parameters<TicketWorld['makeEvent']>[0] = {}) {
  const world = await openWorld(t);
  const made = await world.makeEvent(event);
  const bimbo = { email: 'bimbo@example.com', firstName: 'Bímbọ́', lastName: 'Adéṣínà', phone: null };
  const orderId = await world.order({ event: made, lines: [{ quantity: 2 }], recipients: [ADA, bimbo] });
  return { world, eventId: made.eventId, tickets: await world.load(orderId) };
}

const render = async (tickets: OrderTickets): Promise<Page[]> =>
  pagesOf(await renderTicketPdf(tickets, { mediaDir }));

test('each page has one ticket, and a scanner reads its code off the page', async (t) => {
  const { world, eventId, tickets } = await anOrder(t, { name: 'Ọṣun Night', street: '12 Adéọlá Street' });
  const pages = await render(tickets);
  assert.equal(pages.length, 2);
  for (const [index, page] of pages.entries()) {
    assert.equal(page.code, tickets.tickets[index]?.code);
    assert.ok(readTicketCode(world.secretKey, { eventId, code: page.code ?? '' }));
  }
  assert.notEqual(pages[0]?.code, pages[1]?.code);
});

test('the text of a page is text, with the letters of Yorùbá and the naira sign', async (t) => {
  const { tickets } = await anOrder(t, { name: 'Ọṣun Night', street: '12 Adéọlá Street' });
  const [, second] = tickets.tickets;
  assert(second);
  const [page] = await render({ ...tickets, tickets: [{ ...second, paidMinor: 1_585_000 }] });
  const text = page?.text.normalize('NFC') ?? '';
  for (const part of [
    'Ọṣun Night',
    '12 Adéọlá Street',
    'Ikeja, Lagos',
    'Bímbọ́ Adéṣínà',
    '₦15,850.00',
    tickets.order.reference,
    'TICKET 2 OF 2',
    'Ticket 1',
  ]) {
    assert.ok(text.includes(part.normalize('NFC')), `${part} in ${text}`);
  }
});

test('what no font of ours can show is left out, and everything fits however long it is', async (t) => {
  const { tickets } = await anOrder(t, { name: `🎉 夜 ${'A very long name '.repeat(11)}`.slice(0, 200) });
  const [ticket] = tickets.tickets;
  assert(ticket);
  const recipient = { email: '', firstName: 'W'.repeat(100), lastName: 'ɗ'.repeat(100) };
  const event = { ...tickets.event, street: 'x '.repeat(150), hostName: 'H'.repeat(200) };
  const pages = await render({
    ...tickets,
    event,
    tickets: [{ ...ticket, recipient, typeName: 'T'.repeat(200) }],
  });
  assert.equal(pages.length, 1);
  assert.match(pages[0]?.text ?? '', /A very long name/);
  assert.doesNotMatch(pages[0]?.text ?? '', /[🎉夜]/u);
  assert.equal(pages[0]?.code, ticket.code);
});

test('the poster is on every page, and in the file once', async (t) => {
  const posterFile = await storeImage(
    mediaDir,
    await drawMosaic({ seed: 'poster', widthPx: 480, heightPx: 640 }),
    'png',
  );
  const { tickets } = await anOrder(t, { posterFile, posterAspectRatio: 0.75 });
  const [ticket] = tickets.tickets;
  assert(ticket);
  const one = await renderTicketPdf({ ...tickets, tickets: [ticket] }, { mediaDir });
  const ten = await renderTicketPdf(
    { ...tickets, tickets: Array.from({ length: 10 }, () => ticket) },
    { mediaDir },
  );
  const pages = await pagesOf(ten);
  assert.equal(pages.length, 10);
  for (const page of pages) {
    assert.ok(page.hasPoster);
    assert.equal(page.code, ticket.code);
  }
  const images = (pdf: Buffer): number => pdf.toString('latin1').split('/Subtype /Image').length - 1;
  assert.equal(images(ten), images(one));
});

test('a poster that is gone, of another format, cut off or outside the folder costs the picture, not the ticket', async (t) => {
  const { tickets } = await anOrder(t);
  await writeFile(path.join(mediaDir, 'a.webp'), 'RIFF....WEBP');
  await writeFile(path.join(mediaDir, 'broken.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
  await writeFile(path.join(mediaDir, 'broken.jpg'), Buffer.from('ffd8ffe000', 'hex'));
  for (const posterFile of ['gone.png', 'a.webp', 'broken.png', 'broken.jpg', '../../etc/passwd', '.']) {
    const pages = await render({ ...tickets, event: { ...tickets.event, posterFile } });
    assert.deepEqual(
      pages.map((page) => [page.hasPoster, page.code]),
      tickets.tickets.map((ticket) => [false, ticket.code]),
      posterFile,
    );
  }
});

test('the same tickets make the same document', async (t) => {
  const { tickets } = await anOrder(t);
  const [one, two] = [
    await renderTicketPdf(tickets, { mediaDir }),
    await renderTicketPdf(tickets, { mediaDir }),
  ];
  assert.ok(one.equals(two));
});
