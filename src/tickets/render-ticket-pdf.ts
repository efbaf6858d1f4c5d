import PdfKit from 'pdfkit';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isSafePng } from './check-png.ts';
import { describePdf } from './describe-pdf.ts';
import { drawTicketPage, PAGE, type Picture } from './draw-ticket-page.ts';
import type { Pdf } from './fit-text.ts';
import type { OrderTickets } from './load-order-tickets.ts';
import { registerFonts } from './pdf-fonts.ts';
import type { TicketedEvent } from './read-order.ts';
import { readPoster } from './read-poster.ts';
import { drawSheet } from './ticket-sheet.ts';
import { textsIn as ticketTextsIn } from './texts/texts.ts';

// A poster is printed the size of a matchbox; what is larger than this was not meant for that.
const POSTER_MAX_BYTES = 8 * 1024 * 1024;
const POSTER_MAX_PIXELS = 25_000_000;

/** One page per ticket. The same tickets make the same document. `pause` is awaited before each page. */
export async function renderTicketPdf(
  { order, event, tickets }: OrderTickets,
  { mediaDir, pause = nextTurn }: { mediaDir: string; pause?: () => Promise<void> },
): Promise<Buffer> {
  const { language, reference } = order;
  const pdf = new PdfKit({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Tags are of 1.4 on, and what describes them of 1.7.
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    // pdfkit reads a font of its own for every document, unless told that there is none.
    font: '',
    info: {
      Title: ticketTextsIn(language).pdf.title(event.name),
      Author: event.host.name,
      CreationDate: order.createdAt,
    },
  });
  describePdf(pdf);
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject));
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  await registerFonts(pdf);
  const poster = await openPoster(pdf, event, mediaDir);
  const count = order.items.reduce((sum, item) => sum + item.quantity, 0);
  const isGift = order.source === 'complimentary';
  const document = pdf.struct('Document');
  pdf.addStructure(document);
  for (const ticket of tickets) {
    // A page takes some milliseconds: between any two, others have their turn.
    await pause();
    drawSheet(pdf, document, (sheet) =>
      drawTicketPage(sheet, { event, ticket, poster, reference, isGift, count, language }),
    );
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
