import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { assertAccessible, openDashboard, PHONE } from '../../../../test/harness/open-dashboard.ts';
import { askDashboard, signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { askEmbed, held } from '../../checkout/embed/embed.fixture.ts';
import { makePlan } from '../../../seating-plans/make-plan.fixture.ts';
import { isSeated, type SeatingPlan } from '../../../seating-plans/plan-schema.ts';
import { writePlan } from '../../../seating-plans/write-plan-file.ts';
import { boxOf, drag, middleOf, pressAt, typeAt, untilFits } from '../../../../test/harness/at-page.ts';

/** Three rows of eight; the second seat of the first goes with the first. */
function makeTheatre(): SeatingPlan {
  const plan = makePlan(3, 8);
  return {
    ...plan,
    objects: [
      { type: 'stage', id: 'stage', label: 'Stage', x: 0, y: -4, width: 6, height: 2, angle: 0 },
      ...plan.objects.map((object) =>
        isSeated(object)
          ? {
              ...object,
              seats: object.seats.map((seat) =>
                seat.id === 'r0s0'
                  ? { ...seat, isAccessible: true }
                  : seat.id === 'r0s1'
                    ? { ...seat, companionOf: 'r0s0' }
                    : seat,
              ),
            }
          : object,
      ),
    ],
  };
}

suite('house seats while a hall is on sale', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host);
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const call = async (path: string, body?: object) => {
    const answer = await askDashboard(on, `/hosts/${host.hostId}${path}`, {
      as: owner,
      ...(body && { method: 'POST', body }),
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };
  const startPlan = (eventId: string, plan: SeatingPlan) =>
    call(`/events/${eventId}/seats/start-plan`, { name: 'Theatre', from: 'file', text: writePlan(plan) });
  /** An event in that theatre, on sale. */
  async function makeShow() {
    const { eventId, slug } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] });
    const { planId } = await startPlan(eventId, makeTheatre());
    const { data } = await call(`/events/${eventId}/seats`);
    await call(`/events/${eventId}/seats/use-plan`, {
      planId,
      number: 1,
      version: data.version,
      categories: [
        { categoryId: 'front', kind: 'SEATED', newType: { name: 'Front', priceMinor: 1_500_000 } },
      ],
    });
    const { seats } = await until('the seats to be known', async () => {
      const { status, body } = await askEmbed(on, `/${slug}/seats`);
      return status === 200 && body.data.seats.length === 24 && body.data;
    });
    const idOf = (name: string): string =>
      seats.find(({ r, n }: { r: string; n: string }) => `${r}${n}` === name).id;
    return { eventId, slug, planId, idOf, path: `/hosts/${host.hostId}/events/${eventId}/seats` };
  }

  /** The legend's text for a state. */
  const counted = (page: Page, state: string, count: number): Promise<unknown> =>
    until(`${count} ${state}`, async () => {
      const text = await page.locator(`.hall-counts [data-state=${state}] dd`).textContent();
      return text === String(count);
    });
  const cursorOf = (page: Page): Locator =>
    page.getByRole('application', { name: 'Map of the hall' }).getByRole('checkbox');
  const selection = (page: Page, text: string): Promise<void> =>
    page.getByRole('region', { name: 'Selected seats' }).getByText(text).waitFor();

  /** A buyer with the list of seats open. */
  async function openBuyer(slug: string) {
    const context = await browser.newContext({ locale: 'en-NG' });
    const page = await context.newPage();
    await page.goto(`${on.publicUrl}/checkout/${slug}`);
    await page.getByRole('button', { name: 'List' }).click();
    const seat = (row: string, name: string): Locator =>
      page
        .getByRole('group', { name: new RegExp(`^Row ${row},`) })
        .getByRole('checkbox', { name: new RegExp(`^Seat ${name},`) });
    return {
      isTaken: (row: string, name: string, isTaken: boolean): Promise<unknown> =>
        until(`seat ${row}${name} to be ${isTaken ? 'taken' : 'free'}`, async () => {
          const label = (await seat(row, name).getAttribute('aria-label')) ?? '';
          return label.includes('Taken') === isTaken && label !== '';
        }),
      close: () => context.close(),
    };
  }

  test('seats are blocked by mouse and by keys; a buyer’s open map shows it, and release brings them back', async () => {
    const { slug, path, idOf } = await makeShow();
    const buyer = await openBuyer(slug);
    await buyer.isTaken('C', '1', false);
    const { page, close } = await openDashboard(browser, on, owner, { path, reducedMotion: 'reduce' });
    await counted(page, 'free', 24);
    await assertAccessible(page, 'a hall on sale');

    // By mouse: a press at a seat, and a box around all of them.
    const map = page.getByRole('application', { name: 'Map of the hall' });
    const box = await boxOf(map);
    const cursor = middleOf(await boxOf(cursorOf(page)));
    await page.mouse.click(cursor.x, cursor.y);
    await selection(page, '1 seat selected');
    await selection(page, 'Stalls, row A, seat 1');
    const corner = { x: box.x + 4, y: box.y + 4 };
    const otherCorner = { x: box.x + box.width - 4, y: box.y + box.height - 4 };
    await drag(page, corner, otherCorner);
    await selection(page, '24 seats selected');
    // The same box again takes them all out; a press after it is a press.
    await drag(page, corner, otherCorner);
    await selection(page, 'No seats selected.');
    await page.mouse.click(cursor.x, cursor.y);
    await selection(page, '1 seat selected');
    await page.mouse.click(cursor.x, cursor.y);
    await selection(page, 'No seats selected.');
    await page.getByRole('radio', { name: 'A row or table' }).check();
    await page.mouse.click(cursor.x, cursor.y);
    await selection(page, '8 seats selected');
    await page.getByLabel('Reason').fill('For the band');
    await page.getByRole('radio', { name: 'Plum' }).check();
    await assertAccessible(page, 'a selection');
    await page.getByRole('button', { name: 'Block 8 seats' }).click();
    await counted(page, 'house', 8);
    await page.getByText('House seat: For the band (8)').waitFor();
    await buyer.isTaken('A', '3', true);
    await buyer.isTaken('B', '3', false);

    // By keys alone: from the map's own cursor to a seat of the third row.
    await page.getByRole('radio', { name: 'One seat' }).press('Space');
    await cursorOf(page).focus();
    await pressAt(cursorOf(page), 'PageDown', 'PageDown', 'ArrowRight', 'Space');
    await selection(page, 'Stalls, row C, seat 2');
    await page.getByLabel('Reason').focus();
    await typeAt(page.getByLabel('Reason'), 'Press');
    await page.getByLabel('Reason').press('Enter');
    await counted(page, 'house', 9);
    // The button is gone; the focus stays in the panel.
    await untilEqual('selected-seats', () => page.evaluate<string>('document.activeElement.id'));
    await buyer.isTaken('C', '2', true);

    // The page shows a seat that a buyer takes; blocking it fails with its name, and blocks nothing.
    await held(on, slug, { seatIds: [idOf('B4')] });
    await counted(page, 'held', 1);
    await page.locator('summary', { hasText: 'Seats as a list' }).click();
    await page.getByLabel('Row or table', { exact: true }).selectOption({ label: 'Stalls B' });
    await page.getByRole('button', { name: 'Select all 8' }).click();
    await selection(page, 'Stalls, row B, seat 4: held by a buyer.');
    await untilEqual('true', () =>
      page.getByRole('button', { name: 'Block 7 seats' }).getAttribute('aria-disabled'),
    );
    await page.getByRole('button', { name: 'Deselect it' }).click();
    await selection(page, '7 seats selected');
    await page.getByRole('button', { name: 'Clear selection' }).click();

    // Released by the list: all house seats at once.
    await page.getByLabel('Row or table', { exact: true }).selectOption('');
    await page.getByLabel('State', { exact: true }).selectOption({ label: 'House seat' });
    await page.getByRole('button', { name: 'Select all 9' }).click();
    await page.setViewportSize(PHONE);
    await assertAccessible(page, 'the list, on a phone');
    await untilFits(page);
    await page.getByRole('button', { name: 'Release 9 seats' }).click();
    await counted(page, 'house', 0);
    // Pointed at, the message stays for as long as buyers take to see it.
    await page.locator('.toast').last().hover();
    await buyer.isTaken('A', '3', false);
    await buyer.isTaken('C', '2', false);
    // Undo restores each with its own reason.
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await counted(page, 'house', 9);
    await page.getByText('House seat: Press (1)').waitFor();
    await buyer.isTaken('C', '2', true);
    await close();
    await buyer.close();
  });

  test('a house seat is sold from the counter; companions are released in so many words; single seats may be left', async () => {
    const { eventId, slug, path, idOf } = await makeShow();
    await call(`/events/${eventId}/seats/block`, { seatIds: [idOf('B2')], reason: 'Press', color: 2 });
    const { page, close } = await openDashboard(browser, on, owner, { path, reducedMotion: 'reduce' });
    await counted(page, 'house', 1);
    // Past the one between them, before that one is saved: the last one counts.
    await page.getByRole('radio', { name: 'Advise' }).press('ArrowDown');
    await pressAt(page.getByRole('radio', { name: 'Refuse' }), 'ArrowDown');
    await page.getByText('Buyers can leave single empty seats.').waitFor();
    await until('the setting to be known', async () => {
      const { body } = await askEmbed(on, `/${slug}/seats`);
      return body.data.leavesNoSingle === false;
    });

    await page.getByText('only together with its wheelchair place', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Select them' }).click();
    await selection(page, 'Stalls, row A, seat 2');
    await page.getByRole('button', { name: 'Release 1 companion seat' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You can’t undo this for this event.', { exact: false }).waitFor();
    await assertAccessible(page, 'companions that are released');
    await dialog.getByRole('button', { name: 'Release 1 companion seat' }).click();
    await page.getByText('Anyone can now buy 1 seat.').waitFor();
    await held(on, slug, { seatIds: [idOf('A2')] });

    await page.locator('summary', { hasText: 'Seats as a list' }).click();
    await page.getByLabel('Find seats').fill('press');
    await page.getByRole('checkbox', { name: 'Select Stalls, row B, seat 2' }).check();
    await page.getByRole('link', { name: 'Sell these seats' }).click();
    await page.getByRole('button', { name: 'Remove Stalls, row B, seat 2' }).waitFor();
    await page.getByLabel('First name').fill('Ngozi');
    await page.getByLabel('Last name').fill('Ade');
    await page.getByLabel('E-mail').fill('ngozi@example.com');
    await page.getByRole('button', { name: 'Sell for ₦15,000' }).click();
    await page.getByText('ngozi@example.com').waitFor();
    const { states, house } = await call(`/events/${eventId}/seats/states`);
    assert.deepEqual([states.replaceAll('f', ''), house], ['hs', []]);
    await close();
  });

  test('a new version of the plan is taken over by one press', async () => {
    const { eventId, path, planId, idOf, slug } = await makeShow();
    const text = (plan: SeatingPlan) => ({ text: writePlan(plan) });
    const publish = async (plan: SeatingPlan): Promise<void> => {
      const { data } = await call(`/seating-plans/${planId}`);
      const { version } = await call(`/seating-plans/${planId}/import`, {
        version: data.plan.version,
        ...text(plan),
      });
      await call(`/seating-plans/${planId}/publish`, { version });
    };
    const without = (id: string): SeatingPlan => {
      const plan = makeTheatre();
      return {
        ...plan,
        objects: plan.objects.map((object) =>
          isSeated(object) ? { ...object, seats: object.seats.filter((seat) => seat.id !== id) } : object,
        ),
      };
    };
    await publish(without('r2s7'));
    const { page, close } = await openDashboard(browser, on, owner, { path, reducedMotion: 'reduce' });
    await page.getByRole('heading', { name: 'Version 2 of “Theatre” is available' }).waitFor();
    await page.getByText('Removed: Stalls, row C, seat 8.').waitFor();
    await assertAccessible(page, 'a new version');
    await page.getByRole('button', { name: 'Use version 2' }).click();
    await page.getByText('The seats are those of “Theatre”, version 2.').waitFor();
    await counted(page, 'free', 23);
    await page.getByRole('button', { name: /^Use version/ }).waitFor({ state: 'detached' });

    // A sold or held seat that would be removed is named, and the button is disabled.
    await held(on, slug, { seatIds: [idOf('C7')] });
    await publish(without('r2s6'));
    await page.reload();
    await page.getByText('Stalls, row C, seat 7: held as Front, but missing from the new seats.').waitFor();
    const take = page.getByRole('button', { name: 'Use version 3' });
    await untilEqual('true', () => take.getAttribute('aria-disabled'));
    const { data } = await call(`/events/${eventId}/seats`);
    assert.equal(data.hall.number, 2);
    await close();
  });
});
