import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { makeEvent } from '../harness/make-catalog.ts';
import { until, untilEqual } from '../harness/until.ts';
import { ADA, button, choose, fillIn, startShop, visit, type Shop } from './embed.fixture.ts';

const TICK = 'Remind me once by e-mail if I don’t finish';

suite('a buyer who may not finish', () => {
  let shop: Shop;
  before(async () => {
    shop = await startShop();
  });
  after(() => shop.close());

  const newEvent = async (isOn: boolean) => {
    const event = await makeEvent(shop.on, shop.host, { ticketTypes: [{ name: 'Regular', priceMinor: 0 }] });
    if (isOn)
      await shop.on.app.database.query(
        `INSERT INTO automatic_mails (event_id, kind, is_on, hours, note) VALUES ($1, 'cart', true, 2, '')`,
        [event.eventId],
      );
    return event;
  };
  const kept = async (eventId: string): Promise<string[]> => {
    const { rows } = await shop.on.app.database.query<{ email: string }>(
      'SELECT email FROM left_carts WHERE event_id = $1',
      [eventId],
    );
    return rows.map(({ email }) => email);
  };

  test('ticks to be reminded, which is never ticked beforehand, and can take it back', async () => {
    const { slug, eventId } = await newEvent(true);
    const visited = await visit(shop, { slug });
    const { frame } = visited;
    await choose(frame, 'Regular', 2);
    await button(frame, 'Continue').click();
    await fillIn(frame, ADA);
    const tick = frame.getByLabel(TICK);
    await untilEqual(false, () => tick.isChecked());
    await tick.check();
    await untilEqual([ADA.email], () => kept(eventId));
    await tick.uncheck();
    await untilEqual([], () => kept(eventId));
    await visited.close();
  });

  test('is not asked where the host has it off', async () => {
    const { slug } = await newEvent(false);
    const visited = await visit(shop, { slug });
    const { frame } = visited;
    await choose(frame, 'Regular', 1);
    await button(frame, 'Continue').click();
    await fillIn(frame, ADA);
    await untilEqual(0, () => frame.getByLabel(TICK).count());
    await visited.close();
  });

  test('finds the same cart behind the link, as far as it can be had', async () => {
    const { slug, skus } = await newEvent(true);
    const context = await shop.browser.newContext();
    const page = await context.newPage();
    await page.goto(
      `${shop.on.publicUrl}/checkout/${slug}?lang=en#cart=${skus[0]}.2_11111111-1111-4111-8111-111111111111.3`,
    );
    await until('the page to be live', () => page.getByRole('button', { name: 'Continue' }).isEnabled());
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('First name').waitFor();
    const { rows } = await shop.on.app.database.query<{ quantity: number }>(
      'SELECT r.quantity FROM reservations AS r JOIN events AS e ON e.id = r.event_id WHERE e.slug = $1',
      [slug],
    );
    assert.deepEqual(rows, [{ quantity: 2 }]);
    await context.close();
  });
});
