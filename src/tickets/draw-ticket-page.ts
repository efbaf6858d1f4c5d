import { COUNTRIES, localeOf, type Country } from '../money/countries.ts';
import { formatPrice } from '../money/format-money.ts';
import { moneyFormatter } from '../values/money-formatter.ts';
import { LANGUAGE_FACTS, type Language } from '../values/language.ts';
import { mapLink } from '../values/map-link.ts';
import { nameSeatBelow } from '../rules/seat-name.ts';
import { eventHours, eventPlace } from './describe-event.ts';
import { qrModules, QUIET_MODULES } from './draw-qr.ts';
import { drawLabel, fitText, type Box, type Pdf } from './fit-text.ts';
import type { OrderTicket } from './load-order-tickets.ts';
import { canSet, type Face } from './pdf-fonts.ts';
import type { TicketedEvent } from './read-order.ts';
import type { TicketSheet } from './ticket-sheet.ts';
import { textsIn as ticketTextsIn } from './texts/texts.ts';

// A5 in points: fills a phone's screen, and half a sheet when printed.
export const PAGE = { width: 420, height: 595 };
const MARGIN = 28;
const HEADER_HEIGHT = 206;
const TILE = 7;
const POSTER = { x: MARGIN, y: MARGIN, width: 114, height: 150 };
const TEAR_Y = 392;
// Two in a row, and not the same rows on every ticket: one of a standing place has no seat, a gift has no price.
const FACTS_TOP = HEADER_HEIGHT + TILE + 16;
const FACTS_RIGHT = 222;
// Beside the word for the place, which is short in every language.
const MAP_INDENT = 46;
const FACT_ROWS = [
  { y: FACTS_TOP, height: 44 },
  { y: FACTS_TOP + 66, height: 30 },
  { y: FACTS_TOP + 117, height: 16 },
] as const;
// A module is over a millimetre wide: read at arm's length, from a scratched screen too.
const QR = { x: MARGIN, y: 412, side: 156 };
// Two lines, between the code and the edge.
const SMALL_PRINT_Y = 572;

const INK = '#1b2829';
const INK_SOFT = '#556160';
const PAPER = '#fbf8f3';
const TEAL = '#0d5c60';
const SAND = '#e9d9bf';
const MOSAIC = ['#c8623f', '#e2a76f', '#0d5c60', '#74a9a3', '#e9d9bf', '#8c3f27'];

/** pdfkit's form of a picture's bytes: drawn on many pages, it is in the document once. */
export type Picture = { width: number; height: number };

export type TicketPage = {
  event: TicketedEvent;
  ticket: OrderTicket;
  poster: Picture | null;
  reference: string;
  /** Given away: what it would have cost is nobody's business. */
  isGift: boolean;
  /** Of tickets in the order. */
  count: number;
  language: Language;
};

/** A place on the page as its language has it: mirrored where one reads from right to left. */
function placeIn<Place extends { x: number; width: number }>(
  language: Language,
  place: Place,
): Place & { isRightToLeft: boolean } {
  const isRightToLeft = LANGUAGE_FACTS[language].dir === 'rtl';
  return { ...place, x: isRightToLeft ? PAGE.width - place.x - place.width : place.x, isRightToLeft };
}

/** One ticket on its page. */
export function drawTicketPage(sheet: TicketSheet, page: TicketPage): void {
  sheet.decorate(() => drawGround(sheet.pdf));
  drawHeader(sheet, page);
  drawFacts(sheet, page);
  drawStub(sheet, page);
  drawSmallPrint(sheet, page);
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

function drawHeader(sheet: TicketSheet, { event, poster, language }: TicketPage): void {
  const { pdf } = sheet;
  const texts = ticketTextsIn(language);
  let x = MARGIN;
  if (poster) {
    const box = placeIn(language, POSTER);
    sheet.figure(texts.pdf.poster(event.name), box, () => drawPoster(pdf, poster, box));
    x = POSTER.x + POSTER.width + 20;
  }
  const width = PAGE.width - MARGIN - x;
  const { date, times } = eventHours(event, language);
  const presents = texts.presents(event.host.name);
  sheet.paragraph(() =>
    drawLabel(pdf, presents, placeIn(language, { x, y: MARGIN + 2, width, colour: SAND })),
  );
  sheet.heading(1, () =>
    fitText(pdf, event.name, {
      face: 'serif',
      sizes: [27, 23, 20, 17, 14, 12],
      colour: '#ffffff',
      box: placeIn(language, { x, y: MARGIN + 18, width, height: 92 }),
    }),
  );
  sheet.paragraph(() => {
    // French writes days small, which looks wrong where a date stands alone.
    fitText(pdf, date.charAt(0).toUpperCase() + date.slice(1), {
      face: 'sans-medium',
      sizes: [13, 12, 11],
      colour: '#ffffff',
      box: placeIn(language, { x, y: MARGIN + 116, width, height: 18 }),
    });
    fitText(pdf, times, {
      face: 'sans',
      sizes: [12, 11, 10, 9, 8],
      colour: SAND,
      box: placeIn(language, { x, y: MARGIN + 134, width, height: 16 }),
    });
  });
}

/** Fills its box, and is cut where it is too long. */
function drawPoster(pdf: Pdf, poster: Picture, { x, y, width, height }: Box): void {
  pdf.save().roundedRect(x, y, width, height, 5).clip();
  const source = poster as unknown as Buffer;
  pdf.image(source, x, y, { cover: [width, height], align: 'center', valign: 'center' });
  pdf.restore();
}

function drawFacts(sheet: TicketSheet, { event, ticket, reference, isGift, language }: TicketPage): void {
  const { free, pdf: texts } = ticketTextsIn(language);
  const { recipient, seat, paidMinor } = ticket;
  const facts: { name: string; lines: string[]; face?: Face; map?: string | null }[] = [
    { name: texts.where, lines: eventPlace(event, language), map: mapLink(event) },
    { name: texts.admits, lines: [`${recipient.firstName} ${recipient.lastName}`] },
    { name: texts.ticket, lines: [ticket.typeName] },
  ];
  if (seat) facts.push({ name: texts.seat, lines: [nameSeatBelow(ticket.typeName, seat, language)] });
  if (!isGift) {
    const price = printedPrice(sheet.pdf, { paidMinor, country: event.country, language, free });
    facts.push({ name: texts.paid, lines: [price], face: 'serif' });
  }
  facts.push({ name: texts.order, lines: [reference] });
  for (const [index, { name, lines, face, map }] of facts.entries()) {
    const { y, height } = FACT_ROWS[Math.floor(index / 2)] ?? FACT_ROWS[2];
    const x = index % 2 === 0 ? MARGIN : FACTS_RIGHT;
    const box = placeIn(language, { x, y, width: PAGE.width - MARGIN - FACTS_RIGHT, height });
    const draw = (): void => drawFact(sheet.pdf, name, lines, face ? { ...box, face } : box);
    if (map == null) {
      sheet.paragraph(draw);
      continue;
    }
    sheet.link(map, texts.map, { ...box, height: box.height + 12 }, () => {
      draw();
      const label = { x: x + MAP_INDENT, y, width: box.width - MAP_INDENT, colour: TEAL };
      drawLabel(sheet.pdf, texts.map, placeIn(language, label));
    });
  }
}

/** By the currency's code where no face has its sign, such as ₪ or ฿: without either, a number is no price. */
export function printedPrice(
  pdf: Pdf,
  {
    paidMinor,
    country,
    language,
    free,
  }: { paidMinor: number; country: Country; language: Language; free: string },
): string {
  const price = formatPrice(paidMinor, country, free, language);
  if (canSet(pdf, 'serif', price)) return price;
  return moneyFormatter(localeOf(language, country), COUNTRIES[country].currency, 'code')(paidMinor);
}

function drawFact(pdf: Pdf, name: string, lines: string[], box: Box & { face?: Face }): void {
  drawLabel(pdf, name, { ...box, colour: INK_SOFT });
  const [first = '', ...others] = lines;
  const used = fitText(pdf, first, {
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
  fitText(pdf, others.join(', '), { face: 'sans', sizes: [11, 9.5, 8.5], colour: INK_SOFT, box: rest });
}

function drawStub(sheet: TicketSheet, { event, ticket, count, language }: TicketPage): void {
  const { pdf } = sheet;
  const { pdf: texts } = ticketTextsIn(language);
  sheet.decorate(() => drawTear(pdf));
  const code = placeIn(language, { ...QR, width: QR.side, height: QR.side });
  sheet.figure(texts.code(ticket.shortCode), code, () => drawQr(pdf, ticket.code, code));
  const x = QR.x + QR.side + 22;
  const width = PAGE.width - MARGIN - x;
  const position = texts.position({ number: ticket.position, count });
  sheet.paragraph(() =>
    drawLabel(pdf, position, placeIn(language, { x, y: QR.y + 4, width, colour: '#a94a2a' })),
  );
  sheet.heading(2, () =>
    fitText(pdf, event.isOnline ? texts.yourCode : texts.showCode, {
      face: 'serif',
      sizes: [14, 13, 12],
      colour: INK,
      box: placeIn(language, { x, y: QR.y + 17, width, height: 22 }),
    }),
  );
  sheet.paragraph(() =>
    fitText(pdf, texts.keepCode, {
      face: 'sans',
      sizes: [9],
      colour: INK_SOFT,
      box: placeIn(language, { x, y: QR.y + 42, width, height: 48 }),
    }),
  );
  sheet.paragraph(() => {
    drawLabel(pdf, texts.shortCode, placeIn(language, { x, y: QR.y + 112, width, colour: INK_SOFT }));
    fitText(pdf, ticket.shortCode, {
      face: 'sans-medium',
      sizes: [20],
      colour: INK,
      box: placeIn(language, { x, y: QR.y + 124, width, height: 28 }),
    });
  });
}

/** The line where a printed ticket would be torn. */
function drawTear(pdf: Pdf): void {
  pdf.moveTo(MARGIN, TEAR_Y).lineTo(PAGE.width - MARGIN, TEAR_Y);
  pdf.dash(3, { space: 4 }).lineWidth(0.8).strokeColor('#b9b2a3').stroke().undash();
  for (const x of [0, PAGE.width]) pdf.circle(x, TEAR_Y, 9).fill('#ffffff');
}

/** The contact and the seller, below the code; nothing if the host gave neither. */
function drawSmallPrint(sheet: TicketSheet, { event, language }: TicketPage): void {
  const { pdf: texts } = ticketTextsIn(language);
  const { contactEmail } = event.host;
  const { name, taxNumber } = event.seller;
  const lines = [
    contactEmail === null ? null : texts.ask(contactEmail),
    taxNumber === null ? null : `${texts.taxNumber(taxNumber)} · ${texts.soldBy(name)}`,
  ].filter((line) => line !== null);
  for (const [index, line] of lines.entries()) {
    sheet.paragraph(() =>
      fitText(sheet.pdf, line, {
        face: 'sans',
        sizes: [7, 6, 5],
        colour: INK_SOFT,
        box: placeIn(language, {
          x: MARGIN,
          y: SMALL_PRINT_Y + index * 10,
          width: PAGE.width - 2 * MARGIN,
          height: 9.5,
        }),
      }),
    );
  }
}

function drawQr(pdf: Pdf, code: string, { x: left, y: top }: Box): void {
  const { size, runs } = qrModules(code);
  const module = QR.side / (size + 2 * QUIET_MODULES);
  pdf.roundedRect(left, top, QR.side, QR.side, 6).fill('#ffffff');
  const [x, y] = [left + QUIET_MODULES * module, top + QUIET_MODULES * module].map(decimal);
  // A hair taller than a module: rows that touch leave no seam for a printer to show.
  const height = decimal(1 + 0.05 / module);
  // In one piece, and in modules, which are whole numbers: as hundreds of shapes in points they cost more than all else on the page.
  const dark = runs.map((run) => `${run.x} ${run.y} ${run.length} ${height} re`).join('\n');
  const side = decimal(module);
  pdf.fillColor('#000000').addContent(`q\n${side} 0 0 ${side} ${x} ${y} cm\n${dark}\nf\nQ`);
}

/** As PDFs have it, which know no exponents. */
const decimal = (value: number): string => value.toFixed(5);
