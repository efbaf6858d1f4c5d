import { after, test } from 'node:test';
import { launchBrowser } from '../harness/browser.ts';
import { buy } from '../harness/buy.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { startTestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';
import { untilFits } from '../harness/at-page.ts';

const [on, browser] = await Promise.all([startTestApp(), launchBrowser()]);
after(async () => {
  await browser.close();
  await on.close();
});

test('a mail is no wider than a phone, however long its words are', async () => {
  const host = await makeHost(on, { name: 'Donaudampfschifffahrtsgesellschaft' });
  await on.app.database.query('UPDATE hosts SET contact_email = $1', [
    `${'questions'.repeat(6)}@harmattan.example`,
  ]);
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  const words = ['Ticket', 'Amphitheatre', 'Incomprehensibilities'];
  for (const word of words) {
    const { slug, skus } = await makeEvent(on, host, {
      name: `${word} Revival`,
      street: `${word}strasse`,
      directions: word,
      hostMessage: word,
      ticketTypes: [{ name: word, priceMinor: 0 }],
    });
    await buy(on, host, { slug, items: [{ sku: skus[0] ?? '', quantity: 1 }] });
    await page.goto(`${on.publicUrl}/mailbox`);
    const link = await until('the mail', async () => {
      await page.reload();
      return page
        .getByRole('link', { name: new RegExp(`${word} Revival`) })
        .first()
        .getAttribute('href', { timeout: 1_000 })
        .catch(() => null);
    });
    await page.goto(`${on.publicUrl}${link}/body`);
    await page.getByRole('heading', { name: `${word} Revival` }).waitFor();
    await untilFits(page, word);
  }
});
