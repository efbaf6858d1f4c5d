import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { addQuestion } from '../../src/questions/add-question.ts';
import { ASKED_PER, QUESTION_KINDS } from '../../src/rules/questions.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { untilEqual } from '../harness/until.ts';

let on: TestApp;
let browser: Browser;
before(async () => {
  on = await startTestApp();
  browser = await launchBrowser();
});
after(async () => {
  await browser.close();
  await on.close();
});

test('a buyer answers questions of every kind: what is missing is told at its field, and a reload loses nothing', async () => {
  const host = await makeHost(on, { name: 'Lagos Nights' });
  await on.app.database.query('UPDATE hosts SET has_newsletter = true WHERE id = $1', [host.hostId]);
  const { eventId, slug } = await makeEvent(on, host, { ticketTypes: [{ name: 'Regular', priceMinor: 0 }] });
  for (const per of ASKED_PER)
    for (const kind of QUESTION_KINDS)
      await on.app.database.transaction((tx) =>
        addQuestion(tx, {
          hostId: host.hostId,
          eventId,
          actor: OPERATOR,
          questionId: randomUUID(),
          fields: {
            per,
            kind,
            label: `${kind} of the ${per}`,
            help: '',
            choices: kind === 'choice' ? ['Small', 'Large'] : [],
            isRequired: kind === 'choice',
            ticketTypeIds: null,
            isShownAtDoor: false,
          },
        }),
      );
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await page.goto(`${on.publicUrl}/checkout/${slug}`);
  const more = page.getByRole('button', { name: 'One more: Regular' });
  await more.click();
  await more.click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
  await page.getByLabel('line of the order').fill('Obi Ltd');
  const tickets = page.locator('fieldset');
  await tickets.nth(0).getByLabel('text of the ticket').fill('No nuts.');
  await tickets.nth(1).getByLabel('tick of the ticket').check();
  await page.reload();
  await page.getByRole('button', { name: 'Get your tickets' }).click();
  const first = page.getByLabel('choice of the order');
  await page.locator('select[aria-invalid=true]:focus').waitFor();
  await untilEqual('true', () => first.getAttribute('aria-invalid'));
  await first.selectOption('Small');
  await tickets.nth(0).getByLabel('choice of the ticket').selectOption('Large');
  await tickets.nth(1).getByLabel('choice of the ticket').selectOption('Small');
  await page.getByLabel('Send me e-mails about other events by Lagos Nights').check();
  await page.getByRole('button', { name: 'Get your tickets' }).click();
  await page.getByRole('heading', { name: 'Your tickets are ready' }).waitFor();
  const { rows } = await on.app.database.query<{ line: string }>(
    `SELECT concat_ws(' ', a.ticket_position, q.label, a.answer) AS line FROM answers AS a JOIN questions AS q ON q.id = a.question_id ORDER BY 1`,
  );
  assert.deepEqual(
    rows.map(({ line }) => line),
    [
      '0 choice of the order Small',
      '0 line of the order Obi Ltd',
      '1 choice of the ticket Large',
      '1 text of the ticket No nuts.',
      '2 choice of the ticket Small',
      '2 tick of the ticket yes',
    ],
  );
  const { rowCount } = await on.app.database.query(
    'SELECT FROM newsletter_consents WHERE agreed_at IS NOT NULL',
  );
  assert.equal(rowCount, 1);
});
