import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../../test/harness/browser.ts';
import { buy } from '../../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import {
  assertAccessible,
  DESK,
  openDashboard,
  PHONE,
  reload,
} from '../../../../test/harness/open-dashboard.ts';
import { signInAs, type SignedIn } from '../../../../test/harness/sign-in.ts';
import { until, untilEqual } from '../../../../test/harness/until.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { addQuestion } from '../../../questions/add-question.ts';
import type { QuestionFields } from '../../../questions/question-fields.ts';
import { sellByHand } from '../../../orders/host-order.fixture.ts';
import { PRICE_MINOR, sellOrder } from './order-page.fixture.ts';
import { untilFits } from '../../../../test/harness/at-page.ts';

const ASKED: QuestionFields = {
  per: 'ticket',
  kind: 'choice',
  label: 'Shirt size',
  help: '',
  choices: ['M', 'L'],
  isRequired: true,
  ticketTypeIds: null,
  isShownAtDoor: true,
};
const QUESTIONS: QuestionFields[] = [
  ASKED,
  { ...ASKED, kind: 'tick', label: 'Vegan', choices: [], isRequired: false },
  { ...ASKED, per: 'order', kind: 'text', label: 'Anything to know?', choices: [], isRequired: false },
];

suite('the page of an order, as a host uses it', () => {
  let on: TestApp;
  let browser: Browser;
  let host: TestHost;
  let owner: SignedIn;
  before(async () => {
    [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
    host = await makeHost(on);
    owner = await signInAs(on, host, { hasFactor: true });
  });
  after(async () => {
    await browser.close();
    await on.close();
  });

  const open = (reference: string, as = owner, viewport = DESK) =>
    openDashboard(browser, on, as, { path: `/hosts/${host.hostId}/orders/${reference}`, viewport });
  const more = (page: Page, reference: string) =>
    page.getByRole('button', { name: `Actions for ${reference}` });

  for (const [where, viewport] of [
    ['a desk', DESK],
    ['a phone', PHONE],
  ] as const)
    test(`one ticket is refunded on ${where}: what will happen is shown before, and the page follows the money`, async () => {
      const { reference, total } = await sellOrder(on, host);
      const { page, close } = await open(reference, owner, viewport);
      await assertAccessible(page, `an order on ${where}`);
      await untilFits(page);
      await page.getByRole('button', { name: 'Refund', exact: true }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('We cancel tickets 1, 2 at once. None stays valid.').waitFor();
      await dialog.getByRole('radio', { name: 'Some tickets' }).check();
      await dialog.getByText('Choose at least one ticket.').waitFor();
      await dialog.getByRole('checkbox', { name: /^2\. / }).check();
      await dialog.getByText('We cancel ticket 2 at once. One stays valid.').waitFor();
      await dialog.getByText('We e-mail ada@example.com once the gateway has paid it.').waitFor();
      await dialog.getByLabel('Reason').fill('She is ill.');
      await assertAccessible(page, `the refund on ${where}`);
      await untilFits(page, 'the dialog');
      // Twice: it is one refund.
      await dialog.getByRole('button', { name: /^Refund \S+/ }).dblclick();
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Partly refunded').first().waitFor();
      const story = page.getByRole('region', { name: 'History' });
      await story.getByText('She is ill.').waitFor();
      // By itself: nobody has pressed anything.
      await story.getByText('Paid back').waitFor();
      await story.getByText('E-mail: Refunded').waitFor();
      const { rows } = await on.app.database.query<{ amount_minor: number }>(
        'SELECT r.amount_minor FROM refunds AS r JOIN orders AS o ON o.id = r.order_id WHERE o.reference = $1',
        [reference],
      );
      assert.deepEqual(rows, [{ amount_minor: total / 2 }]);
      await close();
    });

  test('an amount goes back, and too much of it is refused where it is typed', async () => {
    const { reference } = await sellOrder(on, host);
    const { page, close } = await open(reference);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'Amount' }).check();
    await dialog.getByLabel('Amount', { exact: true }).fill('99,000,000');
    await dialog.getByText('Enter an amount up to').waitFor();
    await dialog.getByLabel('Amount', { exact: true }).fill('1,000');
    await dialog.getByText('All tickets stay valid.').waitFor();
    await dialog.getByRole('button', { name: /^Refund .*1,000/ }).click();
    await page.getByText('Partly refunded').first().waitFor();
    await page.getByRole('region', { name: 'Tickets' }).getByText('Valid').first().waitFor();
    await close();
  });

  test('an order that was paid in cash says so, and whoever refunds it is told to give the money back', async () => {
    const { eventId, skus } = await makeEvent(on, host, {
      ticketTypes: [{ capacity: 10, priceMinor: PRICE_MINOR }],
    });
    const { reference } = await sellByHand(on, host, {
      eventId,
      lines: [{ ticketTypeId: skus[0] ?? '', quantity: 2, priceMinor: null }],
      note: 'Slip 17',
    });
    const { page, close } = await open(reference);
    const summary = page.getByRole('region', { name: 'Summary' });
    await summary.getByText('Paid to you in cash').waitFor();
    await summary.getByText('Slip 17').waitFor();
    const story = page.getByRole('region', { name: 'History' });
    await story.getByText('Paid to you in cash').waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('You received this payment: pay it back yourself.').waitFor();
    await dialog.getByRole('button', { name: /^Refund \S+/ }).click();
    await page
      .getByText('Refund of ₦20,000.00 recorded. You received this payment: pay it back yourself.')
      .waitFor();
    await story.getByText('Settled by hand').waitFor();
    await untilEqual(0, () => page.getByText('by_hand').count());
    await assertAccessible(page, 'an order that was paid in cash');
    await page.setViewportSize(PHONE);
    await untilFits(page);
    await close();
  });

  test('the gateway’s refusal is shown with what to do, and settled by hand', async () => {
    const { reference } = await sellOrder(on, host);
    await on.app.database.query('DELETE FROM sandbox_payments WHERE reference = $1', [reference]);
    const { page, close } = await open(reference, owner, PHONE);
    await page.getByRole('button', { name: 'Refund', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Refund \S+/ })
      .click();
    await page.getByText(/^The refund of .* failed\.$/).waitFor();
    await assertAccessible(page, 'a refused refund');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Refund retried.').waitFor();
    // Until the next refusal the page may still show the earlier attempt; its button disappears with it.
    await until('it is refused again', async () => {
      const { rowCount } = await on.app.database.query(
        `SELECT 1 FROM refunds AS r JOIN orders AS o ON o.id = r.order_id
          WHERE o.reference = $1 AND r.retries = 1 AND r.status = 'needs_attention'`,
        [reference],
      );
      return rowCount === 1;
    });
    await reload(page);
    await page.getByText(/^The refund of .* failed\.$/).waitFor();
    await page.getByRole('button', { name: 'Settle by hand' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('How you settled it').fill('By transfer.');
    await assertAccessible(page, 'settling');
    await dialog.getByRole('button', { name: 'Mark as settled' }).click();
    await page.getByText('A refund was settled by hand, says the host: By transfer.').waitFor();
    await close();
  });

  test('a manager corrects the buyer, passes a ticket on, writes down what its new holder answers, and can’t refund', async () => {
    const { reference, eventId } = await sellOrder(on, host, { priceMinor: 0 });
    await on.app.database.transaction(async (tx) => {
      for (const fields of QUESTIONS)
        await addQuestion(tx, { ...host, eventId, actor: OPERATOR, questionId: randomUUID(), fields });
    });
    const manager = await signInAs(on, host, { role: 'manager', hasFactor: true });
    const { page, close } = await open(reference, manager, PHONE);
    await untilEqual(0, () => page.getByRole('button', { name: /^(Refund|Cancel tickets)$/ }).count());
    // Nothing was paid: an owner can cancel the tickets, and no button speaks of a refund.
    const ofOwner = await open(reference, owner, PHONE);
    await ofOwner.page.getByRole('button', { name: 'Cancel tickets' }).click();
    await ofOwner.page
      .getByRole('dialog')
      .getByRole('heading', { name: `Cancel tickets of ${reference}` })
      .waitFor();
    await assertAccessible(ofOwner.page, 'cancelling free tickets');
    await untilEqual(0, () => ofOwner.page.getByRole('button', { name: /Refund/ }).count());
    await ofOwner.close();
    await more(page, reference).click();
    await page.getByRole('button', { name: 'Edit buyer details' }).click();
    let dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Adaeze');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Buyer details saved.').waitFor();
    await page.getByText('Adaeze Obi').first().waitFor();

    await page.getByRole('button', { name: /ticket 1/ }).click();
    await page.getByRole('button', { name: 'Pass on to someone else' }).click();
    dialog = page.getByRole('dialog');
    await dialog.getByLabel('First name').fill('Bimbo');
    await dialog.getByLabel('Last name').fill('Ade');
    await dialog.getByLabel('E-mail').fill('not an address');
    await dialog.getByRole('button', { name: 'Pass ticket on' }).click();
    await dialog.getByLabel('E-mail').fill('bimbo@example.com');
    await assertAccessible(page, 'passing on');
    await dialog.getByRole('button', { name: 'Pass ticket on' }).click();
    await page.getByText('The old code no longer works.').waitFor();
    await page.getByText('Valid, passed on').waitFor();

    const answers = page.getByRole('region', { name: 'Answers' });
    await answers.getByText(/^1\. .*Bimbo Ade: Shirt size$/).waitFor();
    await answers.getByRole('button', { name: 'Enter answers' }).click();
    dialog = page.getByRole('dialog');
    const ofBimbo = dialog.getByRole('group', { name: /Bimbo Ade/ });
    await ofBimbo.getByLabel('Shirt size').selectOption('L');
    await ofBimbo.getByLabel('Vegan').check();
    await assertAccessible(page, 'answers');
    await untilFits(page, 'the answers');
    await dialog.getByRole('button', { name: 'Save answers' }).click();
    await page.getByText('Answers saved.').waitFor();
    await answers.getByText('L', { exact: true }).waitFor();
    await untilEqual(0, () => answers.getByText(/Bimbo Ade: Shirt size/).count());
    await untilEqual(1, () => answers.getByText(/^2\. .*: Shirt size$/).count(), 'the other one may wait');

    await more(page, reference).click();
    await page.getByRole('button', { name: 'Resend tickets' }).click();
    await page.getByText('e-mailing the tickets again').waitFor();
    await untilFits(page);
    await close();
  });

  test('an unpaid order is cancelled, once the host has read what that means', async () => {
    const { slug, skus } = await makeEvent(on, host);
    const { reference } = await buy(on, host, { slug, items: [{ sku: skus[0], quantity: 1 }] });
    const { page, close } = await open(reference);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('If a payment still arrives').waitFor();
    await dialog.getByRole('button', { name: 'Cancel order' }).click();
    await page.getByText('Its tickets are back on sale.').waitFor();
    await page.getByText('The host cancelled it').waitFor();
    await close();
  });
});
