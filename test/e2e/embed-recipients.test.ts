import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import type { Field } from '../../src/pages/checkout/embed/check-person.ts';
import { textsIn } from '../../src/pages/checkout/embed/texts/texts.ts';
import { makeConcert } from './embed-concert.fixture.ts';
import {
  ADA,
  button,
  fillIn,
  goToPayment,
  payWith,
  ready,
  referenceIn,
  startShop,
  visit,
  type Shop,
  type Visit,
  type VisitOptions,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';
import { untilFocused } from '../harness/at-page.ts';

let shop: Shop;
before(async () => {
  shop = await startShop();
});
after(() => shop.close());

const BOLA = { firstName: 'Bola', lastName: 'Ade', email: 'bola@example.com' };
const CHIDI = { firstName: 'Chidi', lastName: 'Eze', email: 'chidi@example.com' };

/** Two rows in the stalls: A is sold as VIP, B as Regular. */
const openHall = () =>
  makeHall(shop.on, shop.host, {
    seatsPerType: 5,
    event: {
      ticketTypes: [
        { kind: 'SEATED', name: 'VIP', priceMinor: 2_000_000, capacity: 5 },
        { kind: 'SEATED', name: 'Regular', priceMinor: 1_000_000, capacity: 5 },
      ],
    },
  });

const seat = (frame: FrameLocator, row: string, number: number): Locator =>
  frame
    .getByRole('group', { name: new RegExp(`^Row ${row}, `) })
    .getByRole('checkbox', { name: new RegExp(`^Seat ${number}, `) });

/** The part of the form for the ticket of a seat. */
const ticketOf = (frame: FrameLocator, name: string): Locator =>
  frame.getByRole('group', { name: new RegExp(`^Ticket \\d: ${name}$`) });

const tickets = (frame: FrameLocator): Promise<string[]> =>
  frame
    .getByRole('group', { name: /^(Ticket|Billet) \d/ })
    .locator('legend')
    .allTextContents();

const seatHolders = async (reference: string): Promise<string[]> => {
  const { rows } = await shop.on.app.database.query<{ held: string }>(
    `SELECT concat_ws(' ', y.name, s.row_label || s.seat_label, t.first_name, t.email) AS held
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
       JOIN seats AS s ON s.id = t.seat_id JOIN ticket_types AS y ON y.id = t.ticket_type_id
      WHERE o.reference = $1 AND o.status = 'confirmed' ORDER BY s.row_label, s.seat_label`,
    [reference],
  );
  return rows.map(({ held }) => held);
};

test('each recipient is asked for by ticket type and seat, and gets the ticket of that seat', async () => {
  const { slug } = await openHall();
  const { page, frame, close } = await visit(shop, { slug });
  await button(frame, 'List').click();
  // Neither in the order of the rows nor in that of the seats.
  await seat(frame, 'B', 2).click();
  await seat(frame, 'A', 4).click();
  await seat(frame, 'A', 3).click();
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ }).check();
  const named = [
    'Ticket 1: Regular · Stalls, row B, seat 2',
    'Ticket 2: VIP · Stalls, row A, seat 3',
    'Ticket 3: VIP · Stalls, row A, seat 4',
  ];
  await untilEqual(named, () => tickets(frame));
  await fillIn(ticketOf(frame, 'VIP · Stalls, row A, seat 4'), BOLA);
  // The map is gone with the page, but not what the seats are called.
  await page.reload();
  await fillIn(ticketOf(frame, 'VIP · Stalls, row A, seat 3'), CHIDI);
  await untilEqual(named, () => tickets(frame));
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.deepEqual(await seatHolders(await referenceIn(frame)), [
    'VIP A3 Chidi chidi@example.com',
    'VIP A4 Bola bola@example.com',
    'Regular B2 Ada ada@example.com',
  ]);
  await close();
});

test('a buyer who changes seats finds what was typed with the seats that stayed', async () => {
  const { slug } = await openHall();
  const { frame, close } = await visit(shop, { slug });
  await button(frame, 'List').click();
  await seat(frame, 'A', 3).click();
  await seat(frame, 'A', 4).click();
  await button(frame, 'Continue').click();
  await fillIn(frame);
  await frame.getByRole('checkbox', { name: /^Send each ticket to its own person/ }).check();
  await fillIn(ticketOf(frame, 'VIP · Stalls, row A, seat 4'), BOLA);
  await button(frame, 'Change tickets').click();
  await button(frame, 'List').click();
  await seat(frame, 'A', 2).click();
  await button(frame, 'Continue').click();
  await fillIn(ticketOf(frame, 'VIP · Stalls, row A, seat 2'), CHIDI);
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  assert.deepEqual(await seatHolders(await referenceIn(frame)), [
    'VIP A2 Chidi chidi@example.com',
    'VIP A3 Ada ada@example.com',
    'VIP A4 Bola bola@example.com',
  ]);
  await close();
});

test('in French the seats are named in French', async () => {
  const { slug } = await openHall();
  const { frame, close } = await visit(shop, { slug, query: '?lang=fr' });
  await button(frame, 'Liste').click();
  await frame
    .getByRole('checkbox', { name: /^Place 3, / })
    .first()
    .click();
  await frame
    .getByRole('checkbox', { name: /^Place 4, / })
    .first()
    .click();
  await button(frame, 'Continuer').click();
  await frame.getByRole('checkbox', { name: /^Envoyer chaque billet/ }).check();
  await untilEqual(
    ['Billet 1\u00a0: VIP · Stalls, rang A, place 3', 'Billet 2\u00a0: VIP · Stalls, rang A, place 4'],
    () => tickets(frame),
  );
  await close();
});

/** Three free tickets, each for its own person: the first is the buyer's, and the others are filled in by the test. */
async function atThreePeople(language: 'en' | 'fr', prepare?: VisitOptions['prepare']): Promise<Visit> {
  const texts = textsIn(language);
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const visited = await visit(shop, { slug, query: `?lang=${language}`, ...(prepare && { prepare }) });
  for (let count = 0; count < 3; count++) await button(visited.frame, texts.choose.more('Regular')).click();
  await button(visited.frame, texts.choose.continue).click();
  await typeName(field(visited.frame, 0, language), ADA);
  await visited.frame.getByRole('checkbox', { name: new RegExp(`^${texts.details.split}`) }).check();
  return visited;
}

/** The fields of a person: zero is the buyer, then the tickets. */
const field = (frame: FrameLocator, person: number, language: 'en' | 'fr') => {
  const texts = textsIn(language).details;
  const part =
    person === 0
      ? frame.locator('form')
      : frame.getByRole('group', {
          name: new RegExp(`^${texts.ticket({ number: person, name: '' }).replace('\u00a0', '\\s')}`),
        });
  return (name: Field): Locator => part.getByRole('textbox', { name: new RegExp(`^${texts[name]}`) }).first();
};

async function typeName(at: (name: Field) => Locator, person: typeof ADA): Promise<void> {
  for (const name of ['firstName', 'lastName', 'email'] as const) await at(name).fill(person[name]);
}

/** The message at a field. */
const said = async (frame: FrameLocator, input: Locator): Promise<string | null> =>
  frame.locator(`#${await input.getAttribute('aria-describedby')}`).textContent();

// Each in another language: which field is meant is told by its name, never by the words of the refusal.
test(`the third ticket is the buyer's, whose phone the server refuses: the phone is the buyer's field`, async () => {
  const { fields, details } = textsIn('en');
  const { frame, close } = await atThreePeople('en');
  await frame.getByRole('checkbox', { name: details.mine }).nth(0).uncheck();
  await frame.getByRole('checkbox', { name: details.mine }).nth(2).check();
  await typeName(field(frame, 1, 'en'), BOLA);
  await typeName(field(frame, 2, 'en'), CHIDI);
  const phone = field(frame, 0, 'en')('phone');
  // The page takes any number, as far as its field is long: only what is longer is refused.
  await phone.evaluate((input) => input.removeAttribute('maxlength'));
  await phone.fill('1'.repeat(41));
  await button(frame, details.confirm).click();
  await untilFocused(phone);
  await untilEqual(fields.phoneWrong('+2348031234567'), () => said(frame, phone));
  await close();
});

test(`the server refuses the e-mail address of the third ticket's person: it is said at that field`, async () => {
  const { fields, details } = textsIn('fr');
  // The server may refuse an address that the page accepts.
  const spoilThird = (page: Page) =>
    page.route('**/orders', (route) => {
      const body = route.request().postDataJSON() as { recipients: { email: string }[] };
      const recipients = body.recipients.map((one, index) => (index === 2 ? { ...one, email: 'no' } : one));
      return route.continue({ postData: { ...body, recipients } });
    });
  const { frame, close } = await atThreePeople('fr', spoilThird);
  await typeName(field(frame, 2, 'fr'), BOLA);
  await typeName(field(frame, 3, 'fr'), CHIDI);
  await button(frame, details.confirm).click();
  const email = field(frame, 3, 'fr')('email');
  await untilFocused(email);
  await untilEqual(fields.emailWrong, () => said(frame, email));
  await untilEqual(1, () => frame.locator('[aria-invalid=true]').count());
  await close();
});
