import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { FrameLocator } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { until } from '../harness/until.ts';
import { makeConcert } from './embed-concert.fixture.ts';
import { button, heading, payWith, startShop, visit } from './embed.fixture.ts';

const shop = await startShop();
after(() => shop.close());

const AWA = { firstName: 'Awa', lastName: 'Koné', email: 'awa@example.com' };

async function chooseInFrench(frame: FrameLocator): Promise<void> {
  for (let pressed = 0; pressed < 2; pressed++) await button(frame, 'Un de plus : Regular').click();
  await button(frame, 'Continuer').click();
  await frame.getByRole('textbox', { name: 'Prénom' }).fill(AWA.firstName);
  await frame.getByRole('textbox', { name: 'Nom', exact: true }).fill(AWA.lastName);
  await frame.getByRole('textbox', { name: 'E-mail' }).fill(AWA.email);
  await button(frame, /^Payer /).click();
}

function newestMail(): Promise<Email> {
  return until('a mail in the mailbox', async () => {
    const list = await (await fetch(`${shop.on.publicUrl}/mailbox`)).text();
    const [, id] = /<a href="\/mailbox\/([^"]+)"/.exec(list) ?? [];
    if (id === undefined) return null;
    return PostalMime.parse(await (await fetch(`${shop.on.publicUrl}/mailbox/${id}/raw`)).arrayBuffer());
  });
}

test('a browser that prefers French buys on a French page, and its owner is written to in French', async () => {
  const { slug } = await makeConcert(shop, { priceMinor: 1_500_000 });
  const { frame, close } = await visit(shop, { slug, locale: 'fr-CI' });
  await chooseInFrench(frame);
  await payWith(frame, 'Payment succeeds');
  await heading(frame, 'Vos billets sont prêts').waitFor();
  await close();
  const mail = await newestMail();
  assert.match(mail.subject ?? '', /^Vos billets pour /);
  assert.match(mail.text ?? '', /^Total payé\u00a0: 3\d\u202f\d{3},00\u00a0₦$/m);
  assert.ok(mail.attachments.some(({ filename }) => filename === `billets-${slug}.pdf`));
});
