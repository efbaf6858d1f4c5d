import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { HOSTILE_TEXTS } from '../../../../test/harness/hostile-texts.ts';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { SOONER_THAN_FORGOTTEN_MS, until } from '../../../../test/harness/until.ts';
import { OPERATOR } from '../../../audit/actor.ts';
import { changeSettings, type SettingsChanges } from '../../../hosts/change-settings.ts';
import { readSettings } from '../../../hosts/read-settings.ts';
import { askEmbed, pageDataIn } from '../embed/embed.fixture.ts';

let on: TestApp;
let host: TestHost;
let slug: string;
before(async () => {
  on = await startTestApp();
  host = await makeHost(on, { name: 'Harmattan Nights' });
  ({ slug } = await makeEvent(on, host));
});
after(() => on.close());

async function change(changes: SettingsChanges): Promise<void> {
  await on.app.database.transaction(async (tx) => {
    const { version } = await readSettings(tx, host.hostId);
    await changeSettings(tx, { hostId: host.hostId, actor: OPERATOR, version, changes });
  });
}

const asScript = { headers: { accept: 'application/json' } };
const ofPage = async () => {
  const { contactEmail, hasTerms, hasRefundPolicy, hostName } = pageDataIn(
    (await askEmbed(on, `/${slug}`)).body,
  ).event;
  return { contactEmail, hasTerms, hasRefundPolicy, hostName };
};
/** The running program hears of a change by itself. */
const untilPage = (expected: Awaited<ReturnType<typeof ofPage>>): Promise<boolean> =>
  until(
    'the page to follow',
    async () => JSON.stringify(await ofPage()) === JSON.stringify(expected),
    SOONER_THAN_FORGOTTEN_MS,
  );

test('a host without terms has no page of them, and the checkout knows', async () => {
  await untilPage({
    contactEmail: null,
    hasTerms: false,
    hasRefundPolicy: false,
    hostName: 'Harmattan Nights',
  });
  assert.equal((await askEmbed(on, `/${slug}/terms`)).status, 404);
  assert.equal((await askEmbed(on, `/${slug}/terms`, asScript)).body.error_code, 'not_found');
});

test('a host’s change is on the next page that is opened', async () => {
  await change({ name: 'Harmattan Days', contactEmail: 'ask@harmattan.example', terms: 'No re-entry.' });
  await untilPage({
    contactEmail: 'ask@harmattan.example',
    hasTerms: true,
    hasRefundPolicy: false,
    hostName: 'Harmattan Days',
  });
  await change({ contactEmail: null, terms: '', refundPolicy: 'Never.' });
  await untilPage({ contactEmail: null, hasTerms: false, hasRefundPolicy: true, hostName: 'Harmattan Days' });
});

test('the texts are a page for people, in their language, and data for the script', async () => {
  const contactEmail = 'ask@harmattan.example';
  await change({ contactEmail, terms: 'One.\n\nTwo.', refundPolicy: 'Never.' });
  await untilPage({ contactEmail, hasTerms: true, hasRefundPolicy: true, hostName: 'Harmattan Days' });
  const { body } = await askEmbed(on, `/${slug}/terms`, asScript);
  assert.deepEqual(body, { data: { terms: 'One.\n\nTwo.', refundPolicy: 'Never.' }, status: true });
  const page = await askEmbed(on, `/${slug}/terms`);
  assert.equal(page.status, 200);
  assert.match(page.body, /<h2>Terms of sale<\/h2><p dir="auto">One\.\n\nTwo\.<\/p>/);
  assert.match(page.body, /<h2>Refund policy<\/h2><p dir="auto">Never\.<\/p>/);
  assert.match(page.body, /Ask Harmattan Days: <a href="mailto:ask@harmattan\.example\?subject=[^"]+">/);
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'/);
  const french = await askEmbed(on, `/${slug}/terms?lang=fr`);
  assert.match(french.body, /<html lang="fr"[^]*<h2>Conditions de remboursement<\/h2>/);
  // They are no part of the checkout's first load.
  assert.doesNotMatch((await askEmbed(on, `/${slug}`)).body, /One\.|Never\./);
});

test('hostile texts are text, on the page and in the checkout’s data', async () => {
  for (const text of HOSTILE_TEXTS) {
    await change({ terms: text, refundPolicy: text });
    await until('the text', async () => {
      const { body } = await askEmbed(on, `/${slug}/terms`, asScript);
      return body.data?.terms === text.replaceAll('\r\n', '\n').trim();
    });
    const { body } = await askEmbed(on, `/${slug}/terms`);
    const within = body.slice(body.indexOf('<main>'), body.lastIndexOf('</main>'));
    assert.doesNotMatch(within, /<(?!\/?(main|h1|h2|p|section|a|bdi|wbr)[ >/])/, text);
  }
});
