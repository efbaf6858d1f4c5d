import PdfKit from 'pdfkit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { formatPrice } from '../money/format-money.ts';
import { isSafePng } from './check-png.ts';
import { eventPlace, eventWhen } from './describe-event.ts';
import { qrModules, QUIET_MODULES } from './draw-qr.ts';
import type { TicketedEvent } from './read-order.ts';
import type { OrderTicket, OrderTickets } from './load-order-tickets.ts';
import { registerFonts, setIn, type Face } from './pdf-fonts.ts';
import { readPoster } from './read-poster.ts';

// A5 in points: fills a phone's screen, and half a sheet when printed.
const PAGE = { width: 420, height: 595 };
const MARGIN = 28;
const HEADER_HEIGHT = 206;
const TILE = 7;
const POSTER = { x: MARGIN, y: MARGIN, width: 114, height: 150 };
const TEAR_Y = 392;
// A module is over a millimetre wide: read at arm's length, from a scratched screen too.
const QR = { x: MARGIN, y: 412, side: 156 };

const INK = '#1b2829';
const INK_SOFT = '#556160';
const PAPER = '#fbf8f3';
const TEAL = '#0d5c60';
const SAND = '#e9d9bf';
const MOSAIC = ['#c8623f', '#e2a76f', '#0d5c60', '#74a9a3', '#e9d9bf', '#8c3f27'];

// A poster is printed the size of a matchbox; what is larger than this was not meant for that.
const POSTER_MAX_BYTES = 8 * 1024 * 1024;
const POSTER_MAX_PIXELS = 25_000_000;

type Pdf = PDFKit.PDFDocument;
/** What pdfkit makes of a picture's bytes: drawn on many pages, it is in the document once. */
type Picture = { width: number; height: number };

/** One page per ticket. The same tickets make the same document. `pause` is awaited before each page. */
export async function renderTicketPdf(
  { order, event, tickets }: OrderTickets,
  { mediaDir, pause = nextTurn }: { mediaDir: string; pause?: () => Promise<void> },
): Promise<Buffer> {
  const pdf = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    lang: 'en',
    displayTitle: true,
    info: { Title: `${event.name}: tickets`, Author: event.hostName, CreationDate: order.createdAt },
  });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  await registerFonts(pdf);
  const poster = await openPoster(pdf, event, mediaDir);
  for (const ticket of tickets) {
    // A page takes some milliseconds: between any two, others have their turn.
    await pause();
    pdf.addPage();
    drawGround(pdf);
    drawHeader(pdf, { event, poster });
    drawFacts(pdf, { event, ticket, reference: order.reference });
    drawStub(pdf, { ticket, count: order.items.reduce((sum, item) => sum + item.quantity, 0) });
  }
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Null where the picture can't be had: a ticket without its poster admits as well. */
async function openPoster(pdf: Pdf, event: TicketedEvent, mediaDir: string): Promise<Picture | null> {
  const poster = await readPoster(mediaDir, event.posterFile, { maxBytes: POSTER_MAX_BYTES });
  if (!poster || (poster.contentType === 'image/png' && !(await isSafePng(poster.bytes)))) return null;
  try {
    // Not in pdfkit's types.
    const picture = (pdf as unknown as { openImage(bytes: Buffer): Picture }).openImage(poster.bytes);
    return picture.width * picture.height <= POSTER_MAX_PIXELS ? picture : null;
  } catch {
    return null;
  }
}

function drawGround(pdf: Pdf): void {
  pdf.rect(0, 0, PAGE.width, PAGE.height).fill(PAPER);
  pdf.rect(0, 0, PAGE.width, HEADER_HEIGHT).fill(TEAL);
  for (let column = 0; column * TILE < PAGE.width; column++) {
    // Any fixed pattern that the eye does not take for one.
    const colour = MOSAIC[((column * column * 7 + column * 3) % 11) % MOSAIC.length] ?? SAND;
    pdf.rect(column * TILE, HEADER_HEIGHT, TILE - 0.8, TILE - 0.8).fill(colour);
  }
}

function drawHeader(pdf: Pdf, { event, poster }: { event: TicketedEvent; poster: Picture | null }): void {
  let x = MARGIN;
  if (poster) {
    drawPoster(pdf, poster);
    x = POSTER.x + POSTER.width + 20;
  }
  const width = PAGE.width - MARGIN - x;
  const { date, time } = eventWhen(event);
  label(pdf, `${event.hostName} presents`, { x, y: MARGIN + 2, width, colour: SAND });
  fit(pdf, event.name, {
    face: 'serif',
    sizes: [27, 23, 20, 17, 14, 12],
    colour: '#ffffff',
    box: { x, y: MARGIN + 18, width, height: 92 },
  });
  fit(pdf, date, {
    face: 'sans-medium',
    sizes: [13, 12, 11],
    colour: '#ffffff',
    box: { x, y: MARGIN + 116, width, height: 18 },
  });
  fit(pdf, time, { face: 'sans', sizes: [12], colour: SAND, box: { x, y: MARGIN + 134, width, height: 16 } });
}

/** Fills its box, and is cut where it is too long. */
function drawPoster(pdf: Pdf, poster: Picture): void {
  const { x, y, width, height } = POSTER;
  pdf.save().roundedRect(x, y, width, height, 5).clip();
  const source = poster as unknown as Buffer;
  pdf.image(source, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  pdf.restore();
}

function drawFacts(
  pdf: Pdf,
  { event, ticket, reference }: { event: TicketedEvent; ticket: OrderTicket; reference: string },
): void {
  const { recipient, seat } = ticket;
  const left = MARGIN;
  const right = 222;
  const width = PAGE.width - MARGIN - right;
  const top = HEADER_HEIGHT + TILE + 16;
  const rows = [top, top + 66, top + 117] as const;
  fact(pdf, 'Where', eventPlace(event), { x: left, y: rows[0], width, height: 44 });
  fact(pdf, 'Admits', [`${recipient.firstName} ${recipient.lastName}`], {
    x: right,
    y: rows[0],
    width,
    height: 44,
  });
  fact(pdf, 'Ticket', [ticket.typeName], { x: left, y: rows[1], width, height: 30 });
  const place = seat ? `${seat.section}, row ${seat.row}, seat ${seat.seat}` : 'Free choice of place';
  fact(pdf, 'Seat', [place], { x: right, y: rows[1], width, height: 30 });
  fact(pdf, 'Paid', [formatPrice(ticket.paidMinor, event.country, 'Free')], {
    x: left,
    y: rows[2],
    width,
    height: 16,
    face: 'serif',
  });
  fact(pdf, 'Order', [reference], { x: right, y: rows[2], width, height: 16 });
}

function drawStub(pdf: Pdf, { ticket, count }: { ticket: OrderTicket; count: number }): void {
  pdf.moveTo(MARGIN, TEAR_Y).lineTo(PAGE.width - MARGIN, TEAR_Y);
  pdf.dash(3, { space: 4 }).lineWidth(0.8).strokeColor('#b9b2a3').stroke().undash();
  for (const x of [0, PAGE.width]) pdf.circle(x, TEAR_Y, 9).fill('#ffffff');
  drawQr(pdf, ticket.code);
  const x = QR.x + QR.side + 22;
  const width = PAGE.width - MARGIN - x;
  label(pdf, `Ticket ${ticket.position} of ${count}`, { x, y: QR.y + 4, width, colour: '#a94a2a' });
  fit(pdf, 'Show this code at the door', {
    face: 'serif',
    sizes: [14],
    colour: INK,
    box: { x, y: QR.y + 17, width, height: 22 },
  });
  fit(
    pdf,
    'It lets one person in, once. A copy in other hands may be there before you: keep it to yourself.',
    {
      face: 'sans',
      sizes: [9],
      colour: INK_SOFT,
      box: { x, y: QR.y + 42, width, height: 48 },
    },
  );
  fit(pdf, ticket.code.replace(/.{13}(?=.)/g, '$& '), {
    face: 'sans',
    sizes: [5.6],
    colour: INK_SOFT,
    box: { x, y: QR.y + 122, width, height: 38 },
  });
}

function drawQr(pdf: Pdf, code: string): void {
  const { size, runs } = qrModules(code);
  const module = QR.side / (size + 2 * QUIET_MODULES);
  pdf.roundedRect(QR.x, QR.y, QR.side, QR.side, 6).fill('#ffffff');
  const at = (start: number, modules: number): number => start + (modules + QUIET_MODULES) * module;
  // A hair taller than a module: rows that touch leave no seam for a printer to show.
  for (const { x, y, length } of runs) pdf.rect(at(QR.x, x), at(QR.y, y), length * module, module + 0.05);
  pdf.fill('#000000');
}

type Box = { x: number; y: number; width: number; height: number };

function fact(pdf: Pdf, name: string, lines: string[], box: Box & { face?: Face }): void {
  label(pdf, name, { x: box.x, y: box.y, width: box.width, colour: INK_SOFT });
  const [first = '', ...others] = lines;
  const used = fit(pdf, first, {
    face: box.face ?? 'sans-medium',
    sizes: box.face === 'serif' ? [15, 12] : [12.5, 11, 9.5, 8.5],
    colour: INK,
    box: {
      ...box,
      y: box.y + (box.face === 'serif' ? 11 : 13),
      height: others.length > 0 ? box.height - 14 : box.height,
    },
  });
  const rest = { ...box, y: box.y + 13 + used, height: box.height - used };
  fit(pdf, others.join(', '), { face: 'sans', sizes: [11, 9.5, 8.5], colour: INK_SOFT, box: rest });
}

function label(pdf: Pdf, raw: string, at: { x: number; y: number; width: number; colour: string }): void {
  const { face, text } = setIn(pdf, 'sans', raw.toUpperCase());
  pdf.font(face).fontSize(7.5).fillColor(at.colour);
  pdf.text(text, at.x, at.y, {
    width: at.width,
    height: 10,
    // Space between letters would come between a letter and its accent too.
    characterSpacing: /\p{M}/u.test(text) ? 0 : 0.9,
    ellipsis: true,
  });
}

/** Sets a text in the largest size that fits, and cuts it where none does. Answers the height that it took. */
function fit(
  pdf: Pdf,
  raw: string,
  { face: wanted, sizes, colour, box }: { face: Face; sizes: number[]; colour: string; box: Box },
): number {
  const { face, text } = setIn(pdf, wanted, raw);
  if (text === '') return 0;
  pdf.font(face).fillColor(colour);
  const heightAt = (size: number): number => pdf.fontSize(size).heightOfString(text, { width: box.width });
  const size = sizes.find((candidate) => heightAt(candidate) <= box.height) ?? sizes.at(-1) ?? 10;
  const height = Math.min(heightAt(size), box.height);
  pdf.text(text, box.x, box.y, { width: box.width, height: box.height, ellipsis: true });
  return height;
}
