import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQrModule from 'jsqr';
import { drawMosaic } from '../demo/draw-mosaic.ts';
import { storeImage } from '../media/store-image.ts';
import type { OrderTickets } from './load-order-tickets.ts';
import { tagsOf } from './read-tags.fixture.ts';
import { renderTicketPdf } from './render-ticket-pdf.ts';
import { eventVerifyKey, readTicketCode } from './ticket-code.ts';
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
    const ticket = tickets.tickets[index];
    assert.equal(page.code, ticket?.code);
    assert.ok(page.text.includes(ticket?.shortCode ?? 'none'), page.text);
    assert.ok(!page.text.replaceAll(/\s/g, '').includes(ticket?.code ?? ''), 'nobody types 130 letters');
    assert.ok(
      readTicketCode([eventVerifyKey(world.secretKeys.current, eventId).raw], {
        eventId,
        code: page.code ?? '',
      }),
    );
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

test('a text that one of the fonts can not show is set in the other', async (t) => {
  const { tickets } = await anOrder(t, {
    name: 'Ɛyɛ Ɔdɔ',
    ticketTypes: [{ name: 'Under ₦5,000', priceMinor: 0 }],
  });
  const [page] = await render(tickets);
  assert.match(page?.text ?? '', /Ɛyɛ Ɔdɔ[\s\S]*Under ₦5,000/);
});

test('signs that no font of ours can show are left out, and everything fits however long it is', async (t) => {
  const { tickets } = await anOrder(t, { name: `🎉 夜 ${'A very long name '.repeat(11)}`.slice(0, 200) });
  const [ticket] = tickets.tickets;
  assert(ticket);
  const recipient = { email: '', firstName: 'W'.repeat(100), lastName: 'ɗ'.repeat(100) };
  const event = {
    ...tickets.event,
    street: 'x '.repeat(150),
    host: { ...tickets.event.host, name: 'H'.repeat(200) },
  };
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

test('a ticket says nothing of seats where it has none, and a gift nothing of prices', async (t) => {
  const { tickets } = await anOrder(t);
  const [ticket] = tickets.tickets;
  assert(ticket);
  const print = async (seat: typeof ticket.seat, source: typeof tickets.order.source): Promise<string> => {
    const order = { ...tickets.order, source };
    const [page] = await render({ ...tickets, order, tickets: [{ ...ticket, seat, paidMinor: 1_585_000 }] });
    return page?.text ?? '';
  };
  const standing = await print(null, 'embed');
  assert.match(standing, /TICKET\s+Ticket 1\s+PAID\s+₦15,850\.00\s+ORDER\s+TSR-/);
  assert.doesNotMatch(standing, /seat|place/i);
  const seated = await print({ section: 'Stalls', row: 'A', seat: '5' }, 'embed');
  assert.match(seated, /SEAT\s+Stalls, row A, seat 5\s+PAID\s+₦15,850\.00\s+ORDER\s+TSR-/);
  const gift = await print({ section: 'Stalls', row: 'A', seat: '5' }, 'complimentary');
  assert.match(gift, /seat 5\s+ORDER\s+TSR-/);
  assert.doesNotMatch(gift, /paid|₦|free/i);
});

test('an online event has no door to show a code at', async (t) => {
  const { tickets } = await anOrder(t);
  const textOf = async (isOnline: boolean): Promise<string> => {
    const [page] = await render({ ...tickets, event: { ...tickets.event, isOnline } });
    return page?.text ?? '';
  };
  assert.match(await textOf(false), /Show this code at the door/);
  const online = await textOf(true);
  assert.match(online, /Your code/);
  assert.doesNotMatch(online, /door/);
});

test('a ticket read aloud says what is what, page by page, and what the pictures are', async (t) => {
  const posterFile = await storeImage(
    mediaDir,
    await drawMosaic({ seed: 'poster', widthPx: 480, heightPx: 640 }),
    'png',
  );
  const name = 'Ọṣun & <Sons>';
  const { tickets } = await anOrder(t, { name, posterFile, posterAspectRatio: 0.75 });
  const pdf = await renderTicketPdf(tickets, { mediaDir });
  for (const [index, { shortCode }] of tickets.tickets.entries()) {
    assert.deepEqual(await tagsOf(library, pdf, index), [
      'Document',
      'Sect',
      `Figure: Poster: ${name}`,
      'P',
      'H1',
      ...Array.from({ length: 6 }, () => 'P'),
      `Figure: QR code of ticket ${shortCode}`,
      'P',
      'H2',
      'P',
      'P',
    ]);
  }
  const text = pdf.toString();
  assert.match(text, /^%PDF-1\.7\n/);
  assert.match(text, /\/Lang \(en\)/);
  assert.match(text, /\/DisplayDocTitle true/);
  const [, title = ''] = />([^<]*)<\/rdf:li>/.exec(text) ?? [];
  const letters = title.replaceAll(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)));
  assert.equal(letters, 'Ọṣun & <Sons>: tickets');
  assert.doesNotMatch(title, /[a-z]/i, 'no word of a host stands in the file as it was written');
});

test('the place leads to its map, where the host has said where it is', async (t) => {
  const { tickets } = await anOrder(t, { street: '12 Marina' });
  const event = { ...tickets.event, lat: 6.43, lng: 3.42 };
  const pdf = await renderTicketPdf({ ...tickets, event }, { mediaDir });
  assert.deepEqual((await tagsOf(library, pdf, 0)).slice(4, 8), ['P', 'P', 'Link', 'P']);
  const uris = pdf.toString('latin1').match(/\/URI \([^)]*\)/g);
  assert.deepEqual(
    uris,
    tickets.tickets.map(() => '/URI (https://www.google.com/maps/search/?api=1&query=6.43%2C3.42)'),
  );
  const [page] = await pagesOf(pdf);
  assert.match(page?.text ?? '', /WHERE[\s\S]*OPEN THE MAP/);
  const [without] = await render({ ...tickets, event: { ...tickets.event, lat: null, lng: null } });
  assert.doesNotMatch(without?.text ?? '', /MAP/);
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
  const three = await renderTicketPdf(
    { ...tickets, tickets: Array.from({ length: 3 }, () => ticket) },
    { mediaDir },
  );
  const pages = await pagesOf(three);
  assert.equal(pages.length, 3);
  for (const page of pages) {
    assert.ok(page.hasPoster);
    assert.equal(page.code, ticket.code);
  }
  const images = (pdf: Buffer): number => pdf.toString('latin1').split('/Subtype /Image').length - 1;
  assert.equal(images(three), images(one));
});

test('a poster that is gone, of another format, cut off or outside the folder costs the picture, not the ticket', async (t) => {
  const { tickets } = await anOrder(t);
  await writeFile(path.join(mediaDir, 'a.webp'), 'RIFF....WEBP');
  await writeFile(path.join(mediaDir, 'broken.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
  await writeFile(path.join(mediaDir, 'broken.jpg'), Buffer.from('ffd8ffe000', 'hex'));
  const [ticket] = tickets.tickets;
  assert(ticket);
  for (const posterFile of ['gone.png', 'a.webp', 'broken.png', 'broken.jpg', '../../etc/passwd', '.']) {
    const event = { ...tickets.event, posterFile };
    const [page] = await render({ ...tickets, event, tickets: [ticket] });
    assert.deepEqual([page?.hasPoster, page?.code], [false, ticket.code], posterFile);
  }
});

/** A PNG of one chunk of data, whether or not that can be unpacked. */
function png(options: { colourType: number; interlaced?: boolean; data: Buffer; side?: number }): Buffer {
  const { colourType, interlaced = false, data, side = 8 } = options;
  const chunk = (type: string, content: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), content]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(content.length, 0);
    ends.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, colourType, 0, 0, interlaced ? 1 : 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const RGBA = 6;
const ROWS = Buffer.concat(
  Array.from({ length: 8 }, () => Buffer.concat([Buffer.of(0), Buffer.alloc(32, 200)])),
);

test('a transparent poster is drawn', async (t) => {
  const { tickets } = await anOrder(t);
  await writeFile(path.join(mediaDir, 'clear.png'), png({ colourType: RGBA, data: deflateSync(ROWS) }));
  const [page] = await render({ ...tickets, event: { ...tickets.event, posterFile: 'clear.png' } });
  assert.ok(page?.hasPoster);
});

test('no poster ends the process, whatever is in it', async (t) => {
  const { tickets } = await anOrder(t);
  const [ticket] = tickets.tickets;
  assert(ticket);
  for (const [what, poster] of [
    ['does not unpack', png({ colourType: RGBA, data: Buffer.from('no zlib stream') })],
    ['unpacks to less than it says', png({ colourType: RGBA, data: deflateSync(ROWS.subarray(0, 40)) })],
    ['unpacks to more than it says', png({ colourType: RGBA, data: deflateSync(Buffer.alloc(50_000_000)) })],
    ['has a filter that is none', png({ colourType: RGBA, data: deflateSync(Buffer.alloc(ROWS.length, 9)) })],
    ['is interlaced', png({ colourType: 2, interlaced: true, data: Buffer.from('no zlib stream') })],
    ['says it has a billion pixels', png({ colourType: RGBA, side: 32_000, data: deflateSync(ROWS) })],
  ] as const) {
    await t.test(`one that ${what}`, async () => {
      await writeFile(path.join(mediaDir, 'evil.png'), poster);
      const event = { ...tickets.event, posterFile: 'evil.png' };
      const [page] = await render({ ...tickets, event, tickets: [ticket] });
      assert.equal(page?.hasPoster, false);
      assert.equal(page.code, ticket.code);
    });
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
