import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import type { AxeResults } from 'axe-core';
import { OPERATOR } from '../../src/audit/actor.ts';
import { changeSettings, type SettingsChanges } from '../../src/hosts/change-settings.ts';
import { readSettings } from '../../src/hosts/read-settings.ts';
import type { ReturnTerms } from '../../src/rules/returns.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeEvent, makeHost } from '../harness/make-catalog.ts';
import { until, untilEqual, untilMatch } from '../harness/until.ts';
import {
  addressOf,
  button,
  choose,
  DESK,
  fillIn,
  heading,
  ready,
  startShop,
  tabTo,
  visit,
  type Visit,
} from './embed.fixture.ts';
import { pressAt } from '../harness/at-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const shop = await startShop();
after(() => shop.close());

/** A free event of a host that has said this of itself. */
async function makeEventOf(
  changes: SettingsChanges,
  returnTerms: ReturnTerms | null = null,
): Promise<string> {
  const host = await makeHost(shop.on, { name: 'Harmattan Nights' });
  const { slug, eventId } = await makeEvent(shop.on, host, {
    ticketTypes: [{ name: 'Regular', priceMinor: 0 }],
  });
  await shop.on.app.database.query('UPDATE events SET return_terms = $2 WHERE id = $1', [
    eventId,
    returnTerms,
  ]);
  await shop.on.app.database.transaction(async (tx) => {
    const { version } = await readSettings(tx, host.hostId);
    await changeSettings(tx, { hostId: host.hostId, actor: OPERATOR, version, changes });
  });
  // Whether the page has it at once is told elsewhere.
  await until('the page to know it', async () => {
    const page = await (await fetch(addressOf(shop, slug))).text();
    return page.includes(`"hasTerms":${Boolean(changes.terms)}`);
  });
  return slug;
}

async function axeFindsNothing({ look }: Visit): Promise<void> {
  const { violations } = await look<AxeResults>(`(async () => { ${AXE}; return axe.run(); })()`);
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
    [],
  );
}

test('opened terms are readable in the dark too, and tell how tickets are returned before they are ordered', async () => {
  const slug = await makeEventOf(
    { terms: LONG, contactEmail: 'ask@harmattan.example' },
    { hours: 48, percent: 100, keepsFees: false, needsApproval: true },
  );
  const visited = await visit(shop, { slug, viewport: DESK, query: '?theme=dark', bypassCSP: true });
  const { frame, close } = visited;
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await frame.getByText(/^You can return tickets until .* The host decides/).waitFor();
  await frame.locator('summary', { hasText: 'Terms of sale' }).click();
  await frame.getByText('60. Be kind to your neighbours.').waitFor();
  await axeFindsNothing(visited);
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await frame.getByRole('link', { name: 'ask@harmattan.example' }).waitFor();
  await axeFindsNothing(visited);
  await close();
});

const LONG = Array.from({ length: 60 }, (_, index) => `${index + 1}. Be kind to your neighbours.`).join('\n');

test('on a phone, by keyboard: terms are opened before paying, read to their end, and closed again', async () => {
  const slug = await makeEventOf({ terms: LONG, refundPolicy: 'Until a week before.' });
  const visited = await visit(shop, { slug, bypassCSP: true });
  const { frame, page, look, close } = visited;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await frame.getByText('By ordering you accept the terms of Harmattan Nights:').waitFor();
  assert.ok(!asked.includes(`/checkout/${slug}/terms`), 'the text is fetched when it is opened');

  const opener = frame.locator('summary', { hasText: 'Terms and refund policy' });
  await tabTo(visited, opener);
  await pressAt(opener, 'Enter');
  const paper = frame.getByRole('region', { name: 'Terms and refund policy' });
  await paper.getByText('60. Be kind to your neighbours.').waitFor();
  await paper.getByText('Until a week before.').waitFor();
  await pressAt(opener, 'Tab');
  await pressAt(paper, 'End');
  await until('the end to be in sight', () =>
    look<boolean>(
      `(() => { const { scrollTop, clientHeight, scrollHeight } = document.querySelector('.agree .paper'); return scrollTop + clientHeight >= scrollHeight - 1 })()`,
    ),
  );
  await untilEqual(
    true,
    () => look('document.documentElement.scrollWidth <= innerWidth'),
    'nothing is cut off',
  );
  await axeFindsNothing(visited);
  await pressAt(paper, 'Shift+Tab');
  await pressAt(opener, ' ');
  await paper.waitFor({ state: 'hidden' });
  await pressAt(opener, 'Enter');
  await paper.waitFor();
  assert.equal(asked.filter((path) => path.endsWith('/terms')).length, 1, 'fetched once');

  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await close();
});

test('terms that can’t be fetched say so, and come when they are opened again', async () => {
  const slug = await makeEventOf({ terms: 'No re-entry.' });
  let isDown = true;
  const { frame, close } = await visit(shop, {
    slug,
    prepare: (page) => page.route('**/terms', (route) => (isDown ? route.abort() : route.fallback())),
  });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  const opener = frame.locator('summary', { hasText: 'Terms of sale' });
  await opener.click();
  await frame.getByText('The text could not be loaded.').waitFor();
  isDown = false;
  await opener.click();
  await opener.click();
  await frame.getByText('No re-entry.').waitFor();
  await close({ expect: /ERR_FAILED/ });
});

test('if the host said nothing, nothing is there', async () => {
  const slug = await makeEventOf({});
  const { frame, look, close } = await visit(shop, { slug });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await heading(frame, 'Your details').waitFor();
  await untilEqual(0, () => look(`document.querySelectorAll('.agree, .ask, [href^=mailto]').length`));
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await untilEqual(0, () => look(`document.querySelectorAll('.agree, .ask, [href^=mailto]').length`));
  await close();
});

test('the host’s contact is on the last page, in French too, and when an event is no longer sold', async () => {
  const slug = await makeEventOf({ contactEmail: 'ask@harmattan.example', terms: 'Règles.' });
  const { frame, close } = await visit(shop, { slug, query: '?lang=fr' });
  await button(frame, /de plus.*Regular/).click();
  await button(frame, 'Continuer').click();
  await frame.getByText('En commandant, vous acceptez les conditions fixées par Harmattan Nights').waitFor();
  await frame.locator('summary', { hasText: 'Conditions de vente' }).click();
  await frame.getByText('Règles.').waitFor();
  await frame.getByRole('textbox', { name: 'Prénom' }).fill('Ada');
  await frame.getByRole('textbox', { name: 'Nom', exact: true }).fill('Obi');
  await frame.getByRole('textbox', { name: 'E-mail' }).fill('ada@example.com');
  await frame
    .getByRole('button', { name: /billets/ })
    .last()
    .click();
  // The step before has such a link too, of which no order is known yet.
  await frame.getByText(/^Commande TSR-/).waitFor();
  const link = frame.getByRole('link', { name: 'ask@harmattan.example' });
  await untilMatch(/^mailto:ask@harmattan\.example\?subject=Event%20\d+%20%C2%B7%20TSR-/, () =>
    link.getAttribute('href'),
  );
  await frame.getByText(/^Une question\s\? Écrivez à Harmattan Nights\s:/).waitFor();
  await close();

  await shop.on.app.database.query(`UPDATE events SET status = 'CANCELLED' WHERE slug = $1`, [slug]);
  await until('the event to be cancelled', async () =>
    (await (await fetch(addressOf(shop, slug))).text()).includes('"cancelled"'),
  );
  const later = await visit(shop, { slug });
  await later.frame.getByRole('heading', { name: 'This event was cancelled' }).waitFor();
  await later.frame.getByText('Questions? Ask Harmattan Nights:').waitFor();
  await later.close();
});

test('hostile texts of a host are shown as text and never run', async () => {
  const all = HOSTILE_TEXTS.join('\n');
  const slug = await makeEventOf({ terms: all, refundPolicy: all, contactEmail: "'-ran=1-'@evil.example" });
  const { frame, look, page, close } = await visit(shop, { slug });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil')) elsewhere.push(request.url());
  });
  await choose(frame, 'Regular', 1);
  await button(frame, 'Continue').click();
  await frame.locator('summary', { hasText: 'Terms and refund policy' }).click();
  await frame.getByText('</script><script>ran=1</script>').first().waitFor();
  const nothingRan = async (): Promise<void> => {
    await untilEqual('undefined', () => look('typeof ran'));
    await untilEqual(0, () =>
      look(`document.querySelectorAll('.paper a, .paper img, .paper script').length`),
    );
    await untilEqual('undefined', () => page.evaluate('typeof ran'));
  };
  await nothingRan();
  await fillIn(frame);
  await button(frame, 'Get your tickets').click();
  await ready(frame);
  await nothingRan();
  assert.deepEqual(elsewhere, []);
  await close();
});
