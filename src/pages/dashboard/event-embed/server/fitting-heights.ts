/** The contents that take space on the checkout's pages. */
export type EmbedContent = {
  kind: 'general' | 'seat_map';
  name: string;
  previewDescription: string;
  hostMessage: string | null;
  hasPoster: boolean;
  ticketTypes: { name: string; description: string }[];
};

export type Heights = { phone: number; desk: number };

/**
 * The page's measures, in pixels and characters. `around`: head, progress, heading and the total at the bottom; `card`: a ticket's price,
 * fee and padding. event-embed-page.browser.test.ts compares them with a real browser.
 */
const SETTINGS = {
  // For a phone of 360 px; 320 px would need a tenth more.
  phone: { width: 34, titleWidth: 20, cardWidth: 26, around: 400, card: 96, poster: 130, margin: 1.1 },
  desk: { width: 70, titleWidth: 44, cardWidth: 62, around: 300, card: 72, poster: 90, margin: 1.05 },
};
const LINE = 24;
const SMALL_LINE = 21;
const TITLE_LINE = 34;
const MESSAGE = 64;
// The first fits the buyer's details, the payment and the tickets at the end; the other a seat map.
const LEAST = 900;
const MIN_WITH_MAP = 1_000;
const STEP = 50;

/** The iframe height that fits the tallest step of the checkout: an iframe never changes its own height. */
export function fittingHeights(content: EmbedContent): Heights {
  return { phone: fit(content, 'phone'), desk: fit(content, 'desk') };
}

function fit(content: EmbedContent, on: keyof Heights): number {
  const { width, titleWidth, cardWidth, around, card, poster, margin } = SETTINGS[on];
  const head =
    lines(content.name, titleWidth) * TITLE_LINE +
    lines(content.previewDescription, width) * LINE +
    (content.hostMessage === null ? 0 : MESSAGE + lines(content.hostMessage, width) * LINE) +
    (content.hasPoster ? poster : 0);
  const cards = content.ticketTypes.map(
    ({ name, description }) =>
      card + lines(name, cardWidth) * LINE + lines(description, cardWidth) * SMALL_LINE,
  );
  const choice = around + head + cards.reduce((sum, height) => sum + height, 0);
  const least = content.kind === 'seat_map' ? MIN_WITH_MAP : LEAST;
  return Math.ceil(Math.max(choice * margin, least) / STEP) * STEP;
}

const lines = (text: string, width: number): number =>
  text === '' ? 0 : text.split('\n').reduce((sum, line) => sum + Math.ceil((line.length + 1) / width), 0);
