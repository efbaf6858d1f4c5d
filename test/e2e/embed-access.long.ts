import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import { makeCode } from './embed-concert.fixture.ts';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { textsIn as correctionTextsIn } from '../../src/pages/checkout/embed/texts/email-correction/texts.ts';
import { textsIn as issuedTextsIn } from '../../src/pages/checkout/embed/texts/issued/texts.ts';
import { textsIn as orderedTextsIn } from '../../src/pages/checkout/embed/texts/ordered/texts.ts';
import { textsIn } from '../../src/pages/checkout/embed/texts/texts.ts';
import { seatTextsIn } from '../../src/pages/checkout/embed/seats/seat-texts.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import {
  ADA,
  button,
  DESK,
  heading,
  holdersOf,
  PHONE,
  ready,
  referenceIn,
  startShop,
  seesFocus,
  tabTo,
  visit,
  withClock,
  type Shop,
  type Visit,
} from './embed.fixture.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import { pressAt, pressShortcut, typeAt, untilFocused } from '../harness/at-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

/** Types the buyer's details from the first field on, and sends them, with the keyboard alone. */
async function typeDetails(visited: Visit): Promise<void> {
  const { frame } = visited;
  await untilFocused(heading(frame, 'Your details'));
  const [first, last, email] = ['First name', 'Last name', 'E-mail'].map((name) =>
    frame.getByRole('textbox', { name }),
  ) as [Locator, Locator, Locator];
  await tabTo(visited, first);
  await typeAt(first, ADA.firstName);
  await pressAt(first, 'Tab');
  await typeAt(last, ADA.lastName);
  await pressAt(last, 'Tab');
  await typeAt(email, 'ada@');
  await pressAt(email, 'Enter');
  // The mistake is told, and the focus is where it can be corrected.
  await frame.getByRole('alert').getByText('Please fix one field.').waitFor();
  await pressAt(email, 'End');
  await typeAt(email, 'example.com');
  await pressAt(email, 'Enter');
}

/** On the sandbox's page: the first card is the one that pays. */
async function payByKeyboard(visited: Visit): Promise<void> {
  const { frame } = visited;
  await frame.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
  await tabTo(visited, button(frame, /^Pay ₦/));
  await pressAt(button(frame, /^Pay ₦/), 'Enter');
  await ready(frame);
}

test('the whole purchase is done by keyboard alone', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular' }] });
  const visited = await visit(shop, { slug, storage: 'none' });
  const { frame } = visited;
  await tabTo(visited, button(frame, 'One more: Regular'));
  await pressAt(button(frame, 'One more: Regular'), 'Enter', 'Space');
  await frame.getByRole('status').getByText('2 × Regular').waitFor();
  await tabTo(visited, button(frame, 'Continue'));
  await pressAt(button(frame, 'Continue'), 'Enter');
  await typeDetails(visited);
  await payByKeyboard(visited);
  await untilFocused(heading(frame, 'Your tickets are ready'));
  assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
  await visited.close();
});

for (const view of ['Map', 'List'] as const) {
  test(`seats are chosen in the ${view.toLowerCase()} and paid by keyboard alone`, async () => {
    const { slug } = await makeHall(shop.on, shop.host, { seatsPerType: 6 });
    const visited = await visit(shop, { slug, viewport: view === 'Map' ? DESK : PHONE });
    const { page, frame } = visited;
    await tabTo(visited, button(frame, view));
    await pressAt(button(frame, view), 'Enter');
    const seats = frame.getByRole('checkbox');
    const current = frame.locator('[role=checkbox]:focus');
    await seats.first().waitFor();
    while ((await current.count()) === 0) await pressShortcut(page, 'Tab');
    const at = (seat: string): Locator => frame.locator(`[role=checkbox][aria-label*="eat ${seat}"]:focus`);
    await pressAt(current, 'End');
    await pressAt(at('6'), 'Space', 'ArrowLeft');
    await pressAt(at('5'), 'Space');
    await untilEqual('true', () => current.getAttribute('aria-checked'));
    await untilMatch(/seat 5/i, () => current.getAttribute('aria-label'));
    // Any other is let go of the same way.
    await pressAt(at('5'), 'Home');
    await pressAt(at('1'), 'Space');
    const letGo = frame.getByRole('button', { name: 'Remove Stalls, row A, seat 1' });
    await tabTo(visited, letGo);
    await pressAt(letGo, 'Enter');
    // The focus is not lost with the seat.
    await untilFocused(heading(frame, 'Your seats'));
    await tabTo(visited, button(frame, 'Continue'));
    await pressAt(button(frame, 'Continue'), 'Enter');
    await typeDetails(visited);
    await payByKeyboard(visited);
    assert.equal((await holdersOf(shop, await referenceIn(frame))).length, 2);
    await visited.close();
  });
}

test('seats that come late push nothing with the focus out of sight', async () => {
  const { slug } = await makeHall(shop.on, shop.host, { seatsPerType: 6 });
  for (let presses = 1; presses <= 3; presses++) {
    const { promise: wanted, resolve: want } = Promise.withResolvers<void>();
    const { promise: late, resolve: letCome } = Promise.withResolvers<void>();
    const visited = await visit(shop, {
      slug,
      prepare: (page) =>
        page.route('**/seats', async (route) => {
          want();
          await late;
          await route.continue();
        }),
    });
    const { page, frame } = visited;
    await wanted;
    await heading(frame, 'Choose your seats').focus();
    for (let pressed = 0; pressed < presses; pressed++) await pressShortcut(page, 'Tab');
    letCome();
    await button(frame, 'List').waitFor();
    await seesFocus(visited);
    await visited.close();
  }
});

/** Everything that axe knows in the light, and what depends on colours in the dark too. */
async function findNothingWrong({ page, look }: Visit, step: string): Promise<void> {
  for (const [colorScheme, only] of [
    // WCAG 2.2 asks for it, but axe only if told to.
    ['light', `rules: { 'target-size': { enabled: true } },`],
    ['dark', `runOnly: ['color-contrast'],`],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // At its end the page is under no bar that could be scrolled away from.
    await look('scrollTo(0, document.documentElement.scrollHeight)');
    // Not into the page, whose content policy would refuse it.
    const found = await look<AxeResults>(
      `(async () => { ${AXE}; return axe.run({ ${only} resultTypes: ['violations'] }); })()`,
    );
    assert.deepEqual(
      found.violations.map(({ id, nodes }) => [
        id,
        nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      ]),
      [],
      `${step}, ${colorScheme}`,
    );
  }
  const { width } = page.viewportSize() ?? PHONE;
  const scrollWidth = await look<number>('document.documentElement.scrollWidth');
  assert.ok(scrollWidth <= width, `${step} is wider than the screen: ${scrollWidth}`);
}

for (const { language, viewport } of [
  { language: 'en', viewport: PHONE },
  { language: 'fr', viewport: DESK },
] as const) {
  const options = { viewport, query: `?lang=${language}` };
  const texts = textsIn(language);
  const seatTexts = seatTextsIn(language);
  const correction = correctionTextsIn(language);

  test(`no step of a general purchase is an obstacle to assistive technology: ${language}, light and dark`, async () => {
    const { slug, eventId } = await makeEvent(shop.on, shop.host, {
      hostMessage: 'Doors open at six.',
      ticketTypes: [
        { name: 'Regular', description: 'Anywhere in the garden.', capacity: 5 },
        { name: 'Gone', capacity: 0 },
      ],
    });
    await makeCode(shop, eventId, 'HALF');
    const visited = await visit(shop, { slug, ...options });
    const { frame, close } = visited;
    await button(frame, texts.promo.question).click();
    await button(frame, texts.choose.more('Regular')).click();
    await button(frame, texts.choose.more('Regular')).click();
    await findNothingWrong(visited, 'choose');
    await frame.getByLabel(texts.promo.label).fill('NOPE');
    await button(frame, texts.promo.apply).click();
    await frame
      .getByText(texts.promo.notTaken({ code: 'NOPE', why: texts.promo.problems.unknown }))
      .waitFor();
    await findNothingWrong(visited, 'choose, refused');
    await frame.getByLabel(texts.promo.label).fill('');
    await button(frame, texts.choose.continue).click();
    await frame.getByRole('checkbox', { name: texts.details.split }).check();
    await frame.locator('button[type=submit]').click();
    await frame.getByText(texts.details.wrong(6)).waitFor();
    await findNothingWrong(visited, 'details, with errors');
    for (const [field, text] of [
      [texts.details.firstName, 'Ada'],
      [texts.details.lastName, 'Obi'],
      [texts.details.email, 'ada@gmial.com'],
    ] as const) {
      for (const box of await frame.getByRole('textbox', { name: field, exact: true }).all())
        await box.fill(text);
    }
    await button(frame, texts.details.meant('ada@gmail.com')).first().waitFor();
    await findNothingWrong(visited, 'details, with a question');
    await frame.locator('button[type=submit]').click();
    await frame.getByRole('radio', { name: 'Close without paying' }).check();
    await button(frame, /^Pay ₦/).click();
    await heading(frame, orderedTextsIn(language).pay.stoppedTitle).waitFor();
    await findNothingWrong(visited, 'payment, unfinished');
    await frame.locator('a.main').click();
    await frame.getByRole('radio', { name: 'Payment succeeds' }).check();
    await button(frame, /^Pay ₦/).click();
    await heading(frame, orderedTextsIn(language).done.heading(2)).waitFor();
    await frame.getByText(issuedTextsIn(language).holder).first().waitFor();
    await findNothingWrong(visited, 'done');
    await button(frame, correction.ask).click();
    await frame.getByRole('textbox', { name: texts.details.email }).fill('ada@');
    await button(frame, correction.send).click();
    await frame.getByText(texts.fields.emailWrong).waitFor();
    await findNothingWrong(visited, 'done, correcting the address');
    await frame.getByRole('textbox', { name: texts.details.email }).fill('ada@gmail.com');
    await button(frame, correction.send).click();
    await frame.getByText(correction.done('ada@gmail.com')).waitFor();
    await frame.getByText(issuedTextsIn(language).holder).first().waitFor();
    await findNothingWrong(visited, 'done, corrected');
    await close();
  });

  test(`no step of choosing seats is one either: ${language}, light and dark`, async () => {
    const { slug } = await makeHall(shop.on, shop.host, {
      seatsPerType: 5,
      event: {
        kind: 'seat_map',
        ticketTypes: [
          { kind: 'SEATED', name: 'Front', priceMinor: 2_000_000, capacity: 5 },
          { kind: 'SEATED', name: 'Back', priceMinor: 500_000, capacity: 5 },
        ],
      },
    });
    const visited = await visit(shop, { slug, ...options, query: `${options.query}&colorScheme=ffe600` });
    const { frame, close } = visited;
    await button(frame, seatTexts.best).click();
    await findNothingWrong(visited, 'map, asking for the best');
    await button(frame, seatTexts.bestFind).click();
    await button(frame, seatTexts.list).click();
    await frame.getByRole('checkbox').first().waitFor();
    await findNothingWrong(visited, 'list');
    await button(frame, texts.choose.continue).click();
    await heading(frame, texts.details.heading).waitFor();
    await findNothingWrong(visited, 'details');
    await close();
  });

  test(`nor is what is said of time and of events that sell nothing: ${language}, light and dark`, async () => {
    const { slug } = await makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular' }] });
    const visited = await visit(shop, { slug, ...options, prepare: withClock });
    const { page, frame, close } = visited;
    await button(frame, texts.choose.more('Regular')).click();
    await button(frame, texts.choose.continue).click();
    await heading(frame, texts.details.heading).waitFor();
    await page.clock.fastForward('08:30');
    await button(frame, texts.hold.moreTime).waitFor();
    await findNothingWrong(visited, 'details, little time left');
    await page.clock.fastForward('02:00');
    await frame.getByRole('alert').getByText(texts.hold.ended).waitFor();
    await findNothingWrong(visited, 'details, no time left');
    await close();
    for (const event of [{ isComingSoon: true }, { status: 'CANCELLED' as const }]) {
      const told = await visit(shop, { slug: (await makeEvent(shop.on, shop.host, event)).slug, ...options });
      await findNothingWrong(told, JSON.stringify(event));
      await told.close();
    }
  });
}

// Words that go on in the next line without a hyphen, and whether anything is wider than the screen.
const BROKEN = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    if (!node.parentElement.checkVisibility() || node.parentElement.closest('script, noscript, .aloud')) continue;
    for (const { 0: word, index } of node.data.matchAll(/\\p{L}+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set(Array.from(range.getClientRects(), ({ top, width }) => (width > 0 ? Math.round(top) : -1)));
      lines.delete(-1);
      if (lines.size > 1) found.push(word);
    }
  }
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? [...found, 'wider than the screen: ' + scrollWidth] : found;
})()`;

test('letters twice as large break no word and leave the screen nowhere', async () => {
  const { slug } = await makeEvent(shop.on, shop.host, {
    name: 'Highlife at the Conservatoire',
    hostMessage: 'Accommodation is unavailable.',
    ticketTypes: [
      { name: 'Accommodation', priceMinor: 12_500_000 },
      { name: 'Gone', capacity: 0 },
    ],
  });
  // As large letters on a phone, and as a phone whose page is zoomed.
  for (const { viewport, letters } of [
    { viewport: { width: 360, height: 740 }, letters: '200%' },
    { viewport: { width: 180, height: 370 }, letters: '100%' },
  ]) {
    const { frame, look, close } = await visit(shop, { slug, viewport });
    const fits = async (step: string): Promise<void> => {
      await look(`void (document.documentElement.style.fontSize = '${letters}')`);
      await untilEqual([], () => look(BROKEN), `${step}, ${letters} on ${viewport.width}`);
    };
    await button(frame, 'One more: Accommodation').click();
    await fits('choose');
    await untilEqual('static', () => look(`getComputedStyle(document.querySelector('.bar')).position`));
    await button(frame, 'Continue').click();
    await heading(frame, 'Your details').waitFor();
    await fits('details');
    await close();
  }
  const { frame, look, close } = await visit(shop, { slug, viewport: { width: 320, height: 256 } });
  await button(frame, 'Continue').waitFor();
  await untilEqual('static', () => look(`getComputedStyle(document.querySelector('.bar')).position`));
  await close();
});

test('in the reader’s own colours what is pressed, done and chosen can be told from the rest', async () => {
  const { slug } = await makeHall(shop.on, shop.host, { seatsPerType: 3 });
  const { frame, look, close } = await visit(shop, { slug, viewport: DESK, forcedColors: 'active' });
  await button(frame, 'List').click();
  await frame.getByRole('checkbox').first().click();
  const looks = (selector: string, property: string, pseudo = ''): Promise<string> =>
    look(`getComputedStyle(document.querySelector('${selector}'), '${pseudo}').${property}`);
  for (const state of ['[aria-pressed=', '[role=checkbox][aria-checked=']) {
    const fill = (which: boolean): Promise<string> => looks(`${state}${which}]`, 'backgroundColor');
    await until(`${state} to be told apart`, async () => (await fill(true)) !== (await fill(false)));
    // The words are on the fill, and not on a plate of the page's colour.
    await untilEqual('none', () => looks(`${state}true]`, 'forcedColorAdjust'), state);
  }
  const toCome = '.progress li:not(.laid)';
  await untilEqual('solid', () => looks(toCome, 'borderTopStyle', '::before'));
  await until('the step to be told apart', async () => {
    const current = await looks('.progress [aria-current]', 'backgroundColor', '::before');
    return current !== (await looks(toCome, 'backgroundColor', '::before'));
  });
  await close();
});
