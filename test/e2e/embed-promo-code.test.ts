import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import { held, makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { lapse } from '../harness/buy.ts';
import { makeEvent } from '../harness/make-catalog.ts';
import { chooseAndFillIn, makeCode, makeConcert } from './embed-concert.fixture.ts';
import {
  button,
  choose,
  goToPayment,
  heading,
  payWith,
  ready,
  startShop,
  visit,
  withClock,
} from './embed.fixture.ts';
import { untilEqual } from '../harness/until.ts';
import { untilFocused } from '../harness/at-page.ts';

const shop = await startShop();
after(() => shop.close());

const endCode = (eventId: string): Promise<unknown> =>
  shop.on.app.database.query(
    `UPDATE promo_codes SET ends_at = now() - interval '1 second' WHERE event_id = $1`,
    [eventId],
  );

async function typeCode(frame: FrameLocator, code: string): Promise<void> {
  await button(frame, 'Have a promo code?').click();
  await frame.getByLabel('Promo code').fill(code);
}

const UNKNOWN = 'Code NOPE can’t be used: it isn’t a code of this event.';

test('a promo code takes its part off the price, and a wrong one is told where it was typed', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await typeCode(frame, 'NOPE');
  await button(frame, 'Apply').click();
  await frame.getByRole('alert').getByText(UNKNOWN).waitFor();
  await untilFocused(frame.getByLabel('Promo code'));
  await frame.getByLabel('Promo code').fill('half');
  await untilEqual(0, () => frame.getByText(UNKNOWN).count(), 'it is said of another code');
  await button(frame, 'Apply').click();
  await frame.getByText('Code HALF applied').first().waitFor();
  await untilFocused(button(frame, 'Remove'));
  // Half of ₦20,000, and twice the fee of ₦5,000.
  await frame.getByText('₦10,700.00').first().waitFor();
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦10,700.00').waitFor();
  await close();
});

test('a code that was refused stands where it was typed and stops nobody: it is not sent again', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { page, frame, close } = await visit(shop, { slug });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/reservations'))
      sent.push((request.postDataJSON() as { promoCode?: string }).promoCode);
  });
  await choose(frame, 'Regular', 2);
  await typeCode(frame, 'NOPE');
  await button(frame, 'Apply').click();
  await frame.getByRole('alert').getByText(`${UNKNOWN} You can continue without it.`).waitFor();
  await untilEqual('NOPE', () => frame.getByLabel('Promo code').inputValue());
  sent.length = 0;
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦21,200.00').waitFor();
  assert.deepEqual(sent, [undefined]);
  await button(frame, 'Change tickets').click();
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦31,800.00').waitFor();
  assert.deepEqual(sent, [undefined, undefined]);
  await close();
});

test('a wrong code that was only typed is told, and the sale goes on without it at the price that was shown', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 2);
  await typeCode(frame, 'NOPE');
  await frame.getByText('₦21,200.00').first().waitFor();
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await frame.getByRole('status').getByText(`${UNKNOWN} Continuing without it. Total: ₦21,200.00.`).waitFor();
  await button(frame, 'Pay ₦21,200.00').waitFor();
  // It can still be mended.
  await button(frame, 'Change tickets').click();
  await untilEqual('NOPE', () => frame.getByLabel('Promo code').inputValue());
  await close();
});

test('why a code is not taken is said in the buyer’s language', async () => {
  const { slug, eventId, skus } = await makeEvent(shop.on, shop.host, {
    ticketTypes: [{ name: 'Regular' }, { name: 'VIP' }],
  });
  await makeCode(shop, eventId, 'VIPONLY', { ticketTypeIds: [skus[1] ?? ''] });
  await makeCode(shop, eventId, 'ONCE', { maximumUses: 1 });
  await held(shop.on, slug, { items: [{ sku: skus[0] ?? '', quantity: 1 }], promoCode: 'ONCE' });
  const { frame, close } = await visit(shop, { slug, query: '?lang=fr' });
  await button(frame, 'Un de plus : Regular').click();
  await button(frame, 'Un code promo ?').click();
  for (const [code, why] of [
    ['NOPE', 'ce n’est pas un code de cet événement'],
    ['VIPONLY', 'il est pour d’autres billets'],
    ['ONCE', 'il est épuisé, ou n’est pas valable aujourd’hui'],
  ] as const) {
    await frame.getByLabel('Code promo').fill(code);
    await button(frame, 'Appliquer').click();
    await frame.getByRole('alert').getByText(`Le code ${code} ne peut pas être utilisé : ${why}.`).waitFor();
  }
  await close();
});

test('a code that was good and has ended is dropped when the cart changes: told, and nobody’s focus is moved', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { frame, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 1);
  await typeCode(frame, 'HALF');
  await button(frame, 'Apply').click();
  await frame.getByText('Code HALF applied').first().waitFor();
  await endCode(eventId);
  await choose(frame, 'Regular', 1);
  await frame
    .getByRole('status')
    .getByText(/^Code HALF can’t be used: .* Continuing without it\. Total: ₦21,200.00\.$/)
    .waitFor();
  await untilFocused(button(frame, 'One more: Regular'));
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦21,200.00').waitFor();
  await close();
});

test('a code that has ended while the hold lapsed: held again without it, and the new price is said', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { page, frame, token, close } = await visit(shop, { slug, prepare: withClock });
  await choose(frame, 'Regular', 2);
  await typeCode(frame, 'HALF');
  await button(frame, 'Continue').click();
  await button(frame, 'Pay ₦10,700.00').waitFor();
  await endCode(eventId);
  await lapse(shop.on, token());
  await page.clock.fastForward('10:00');
  await button(frame, 'Hold them again').click();
  await frame
    .getByRole('status')
    .getByText(/^Code HALF can’t be used: .* Continuing without it\. Total: ₦21,200.00\.$/)
    .waitFor();
  await button(frame, 'Pay ₦21,200.00').waitFor();
  await close();
});

test('the same where nobody saw the hold lapse: nothing is ordered at a price that was not shown', async () => {
  const { slug, eventId } = await makeConcert(shop);
  await makeCode(shop, eventId, 'HALF');
  const { frame, token, close } = await visit(shop, { slug });
  await typeCode(frame, 'HALF');
  await button(frame, 'Apply').click();
  await chooseAndFillIn(frame, 2);
  await endCode(eventId);
  await lapse(shop.on, token());
  await button(frame, 'Pay ₦10,700.00').click();
  await frame
    .getByRole('alert')
    .getByText(/^Code HALF can’t be used: .* Total: ₦21,200.00\.$/)
    .waitFor();
  await goToPayment(frame);
  await payWith(frame, 'Payment succeeds');
  await ready(frame);
  await close();
});

test('seats are bought without a code that is not taken', async () => {
  const { slug, eventId } = await makeHall(shop.on, shop.host);
  await makeCode(shop, eventId, 'HALF');
  const { frame, close } = await visit(shop, { slug });
  await button(frame, 'List').click();
  await frame.getByRole('checkbox', { name: /^Seat 3, / }).click();
  await typeCode(frame, 'NOPE');
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await frame.getByRole('status').getByText(UNKNOWN).waitFor();
  await close();
});

test('if an event has no code nobody is asked for one, and a free ticket is called so', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 0 });
  const { frame, close } = await visit(shop, { slug });
  await frame.getByRole('strong').getByText('Free').first().waitFor();
  await choose(frame, 'Regular', 2);
  await untilEqual(0, () => frame.getByText('₦0.00').count());
  await untilEqual(0, () => button(frame, 'Have a promo code?').count());
  await close();
});
