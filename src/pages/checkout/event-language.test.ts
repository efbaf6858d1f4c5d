import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { buy } from '../../../test/harness/buy.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { untilMatch } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { addLanguage } from '../../events/translations/change-languages.ts';
import { saveTranslation } from '../../events/translations/save-translation.ts';
import { addQuestion } from '../../questions/add-question.ts';
import { SHIRT } from '../../questions/questions.fixture.ts';
import { fingerprint } from '../../values/fingerprint.ts';
import { askEmbed, held, pageDataIn, tokenIn } from './embed/embed.fixture.ts';

let on: TestApp;
let host: TestHost;
let event: Awaited<ReturnType<typeof makeEvent>>;
const questionId = '019a8f3e-0000-7000-8000-000000000001';

before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
  event = await makeEvent(on, host, {
    name: 'Rooftop night',
    description: 'A long text.',
    ticketTypes: [
      { name: 'Regular', priceMinor: 0 },
      { name: 'VIP', priceMinor: 0 },
    ],
  });
  const which = { hostId: host.hostId, eventId: event.eventId, actor: OPERATOR };
  await on.app.database.transaction((tx) => addQuestion(tx, { ...which, questionId, fields: SHIRT }));
  await on.app.database.transaction((tx) => addLanguage(tx, { ...which, language: 'fr' }));
  await on.app.database.transaction((tx) =>
    saveTranslation(tx, {
      ...which,
      version: 3,
      language: 'fr',
      texts: [
        { name: 'event-name', text: 'Nuit sur le toit' },
        { name: 'event-description', text: 'Un *long* texte.' },
        { name: `ticketTypes-${event.skus[0]}-name`, text: 'Normal' },
        { name: `questions-${questionId}-label`, text: 'Quelle taille ?' },
        { name: `questions-${questionId}-choices-${fingerprint(SHIRT.choices[0] ?? '')}`, text: 'Petit' },
      ],
    }),
  );
});
after(() => on.close());

const open = async (path: string): Promise<string> => (await fetch(on.publicUrl + path)).text();

test('the checkout shows the event in the page’s language, and asks in it', async () => {
  const page = async (language: string) =>
    pageDataIn((await askEmbed(on, `/${event.slug}?lang=${language}`)).body);
  await untilMatch(/Nuit/, async () => (await page('fr')).event.name);
  const french = await page('fr');
  assert.deepEqual(
    french.tickets.map(({ name }) => name),
    ['Normal', 'VIP'],
  );
  const [question] = french.questions;
  assert.deepEqual(
    [question?.label, question?.choices, question?.choiceLabels],
    ['Quelle taille ?', ['S', 'M', 'L'], ['Petit', 'M', 'L']],
  );
  const english = await page('en');
  assert.deepEqual([english.event.name, english.questions[0]?.label], ['Rooftop night', SHIRT.label]);
  const { body } = await askEmbed(on, `/${event.slug}/tickets`, { headers: { 'accept-language': 'fr' } });
  assert.equal(body.data[0].name, 'Normal', 'as the page asks for its list');
});

test('an order that lacks an answer is refused with the questions in the page’s language; answers are kept in the first', async () => {
  const token = crypto.randomUUID();
  const items = [{ sku: event.skus[0] ?? '', quantity: 1 }];
  const { quoteReference } = await held(on, event.slug, { items }, token);
  const order = (answer: string) =>
    askEmbed(on, `/${event.slug}/orders`, {
      method: 'POST',
      headers: { 'x-device-id': token },
      body: {
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Obi',
        query: '?lang=fr',
        quoteReference,
        answers: [{ questionId, ticket: 1, answer }],
      },
    });
  const refused = await order('Petit');
  assert.equal(refused.body.questions[0].choiceLabels[0], 'Petit');
  assert.equal((await order('S')).status, 201);
  const { rows } = await on.app.database.query('SELECT answer FROM answers WHERE question_id = $1', [
    questionId,
  ]);
  assert.deepEqual(rows, [{ answer: 'S' }]);
});

test('the event’s page, its host’s page and the calendar have its name and description in the page’s language', async () => {
  const { rows } = await on.app.database.query<{ slug: string }>('SELECT slug FROM hosts WHERE id = $1', [
    host.hostId,
  ]);
  await untilMatch(/<h1[^>]*>Nuit sur le toit/, () => open(`/events/${event.slug}?lang=fr`));
  assert.match(await open(`/events/${event.slug}?lang=fr`), /Un <em>long<\/em> texte/);
  assert.match(await open(`/events/${event.slug}?lang=en`), /<h1[^>]*>Rooftop night[^]*A long text\./);
  await untilMatch(/Nuit sur le toit/, () => open(`/hosts/${rows[0]?.slug}?lang=fr`));
  assert.doesNotMatch(await open(`/hosts/${rows[0]?.slug}?lang=en`), /Nuit sur le toit/);
  assert.match(await open(`/events/${event.slug}/calendar.ics?lang=fr`), /SUMMARY:Nuit sur le toit/);
});

test('the receipt calls what was bought as the shop did; the order keeps what was stamped', async () => {
  const items = [{ sku: event.skus[0] ?? '', quantity: 1 }];
  const { receiptUrl } = await buy(on, host, { slug: event.slug, items });
  const receipt = `/checkout/orders/${tokenIn(receiptUrl ?? '')}`;
  const french = await open(`${receipt}?lang=fr`);
  assert.match(french, /Nuit sur le toit/);
  assert.match(french, /Normal/);
  assert.match(french, /Quelle taille/);
  assert.match(french, /<option value="S"[^>]*>Petit</);
  assert.doesNotMatch(french, /Regular|Rooftop/);
  const english = await open(`${receipt}?lang=en`);
  assert.match(english, /Rooftop night[^]*Regular/);
  assert.doesNotMatch(english, /Normal/);
  const { rows } = await on.app.database.query<{ name: string }>(
    `SELECT DISTINCT quote -> 'items' -> 0 ->> 'name' AS name FROM orders WHERE event_id = $1`,
    [event.eventId],
  );
  assert.deepEqual(rows, [{ name: 'Regular' }]);
});
