import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ask, type Answer } from '../../../test/harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../../../test/harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts';
import { until } from '../../../test/harness/until.ts';
import { OPERATOR } from '../../audit/actor.ts';
import { addLanguage, changeFirstLanguage, removeLanguage } from './change-languages.ts';
import { readEventTexts } from './read-translations.ts';
import { saveTranslation } from './save-translation.ts';

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
});
after(() => on.close());

const FACTS = { name: 'Rooftop night', description: 'Long text.', previewDescription: 'Short.' };

type Made = Awaited<ReturnType<typeof makeEvent>>;

const change = (
  act: (tx: never, input: never) => Promise<unknown>,
  { eventId }: Made,
  input: object,
): Promise<unknown> =>
  on.app.database.transaction((tx) =>
    act(tx as never, { hostId: host.hostId, eventId, actor: OPERATOR, ...input } as never),
  );

async function translate(event: Made, texts: Record<string, string>): Promise<void> {
  const { version } = (await readEventTexts(on.app.database, { ...host, ...event })).event;
  const given = Object.entries(texts).map(([name, text]) => ({ name, text }));
  await change(saveTranslation, event, { language: 'fr', version, texts: given });
}

async function makeFrench(texts: Record<string, string>, facts: object = FACTS): Promise<Made> {
  const event = await makeEvent(on, host, { ...facts, ticketTypes: [{ name: 'Regular' }, { name: 'VIP' }] });
  await change(addLanguage, event, { language: 'fr' });
  await translate(event, texts);
  return event;
}

const get = (path: string, options: Parameters<typeof ask>[2] = {}): Promise<Answer> =>
  ask(on, path, { key: host, ...options });

/** The answers change a moment after the commit. */
async function untilNamed(event: Made, name: string): Promise<void> {
  await until(
    `the event is called ${name}`,
    async () => (await get(`/events/${event.slug}?language=fr`)).body.data.name === name,
  );
}

describe('by the API', () => {
  test('an event is told in the language that is asked for, text by text, and in its first one without', async () => {
    const event = await makeFrench({
      'event-name': 'Nuit sur le toit',
      'event-description': 'Un **long** texte.',
    });
    await untilNamed(event, 'Nuit sur le toit');
    for (let n = 0; n < 2; n++) {
      const { body } = await get(`/events/${event.slug}?language=fr`);
      assert.deepEqual(
        [body.data.name, body.data.description, body.data.previewDescription],
        ['Nuit sur le toit', 'Un long texte.', 'Short.'],
      );
      assert.equal((await get(`/events/${event.slug}`)).body.data.name, 'Rooftop night');
      assert.equal((await get(`/events/${event.slug}?language=en`)).body.data.name, 'Rooftop night');
    }
  });

  test('each language has its own ETag, and the browser’s wishes change nothing', async () => {
    const event = await makeFrench({ 'event-name': 'Une nuit' });
    await untilNamed(event, 'Une nuit');
    const plain = await get(`/events/${event.slug}`);
    const french = await get(`/events/${event.slug}?language=fr`);
    const wished = await get(`/events/${event.slug}`, { headers: { 'accept-language': 'fr' } });
    assert.equal(wished.headers.get('etag'), plain.headers.get('etag'));
    assert.notEqual(french.headers.get('etag'), plain.headers.get('etag'));
    const again = { headers: { 'if-none-match': french.headers.get('etag') ?? '' } };
    assert.equal((await get(`/events/${event.slug}?language=fr`, again)).status, 304);
    assert.equal((await get(`/events/${event.slug}`, again)).status, 200);
  });

  test('ticket types are told in it, also to the owner of a cart', async () => {
    const event = await makeFrench({});
    await translate(event, { [`ticketTypes-${event.skus[0]}-name`]: 'Normal' });
    const names = async (query: string, headers = {}): Promise<string[]> =>
      (await get(`/events/${event.slug}/tickets${query}`, { headers })).body.data.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await names('?language=fr'), ['Normal', 'VIP']);
    const device = { 'x-device-id': crypto.randomUUID() };
    assert.deepEqual(await names('?language=fr', device), ['Normal', 'VIP']);
    assert.deepEqual(await names('', device), ['Regular', 'VIP']);
    assert.deepEqual(await names(''), ['Regular', 'VIP']);
  });

  test('a language that nobody knows is refused, everywhere', async () => {
    const { slug } = await makeEvent(on, host);
    for (const path of ['/events', `/events/${slug}`, `/events/${slug}/tickets`])
      for (const name of ['xx', '', 'FR', 'fr&language=en', 'fr?language=fr']) {
        const { status, body } = await get(`${path}?language=${name}`);
        assert.deepEqual([status, body.error_code], [400, 'validation_failed'], `${path} ${name}`);
      }
  });

  test('the list is the same in all languages: a page’s cursor leads on in any', async () => {
    const lister = await makeHost(on);
    const made = [await makeEvent(on, lister, { name: 'One' }), await makeEvent(on, lister, { name: 'Two' })];
    for (const { eventId } of made) {
      const which = { hostId: lister.hostId, eventId, actor: OPERATOR, language: 'fr' as const };
      await on.app.database.transaction((tx) => addLanguage(tx, which));
      await on.app.database.transaction((tx) =>
        saveTranslation(tx, { ...which, version: 2, texts: [{ name: 'event-name', text: 'Traduit' }] }),
      );
    }
    const list = async (query: string) =>
      (await ask(on, `/events?limit=1${query}`, { key: lister })).body.data;
    const names = ({ items }: { items: { name: string }[] }): string[] => items.map(({ name }) => name);
    await until('the list is translated', async () => names(await list('&language=fr'))[0] === 'Traduit');
    const first = await list('&language=fr');
    assert.deepEqual(names(await list('')), ['Two']);
    const cursor = `&cursor=${first.nextCursor}`;
    assert.deepEqual(names(await list(`${cursor}&language=fr`)), ['Traduit']);
    assert.deepEqual(names(await list(cursor)), ['One']);
  });

  test('an event is found by the words of all its languages, with typos, and no more once they are gone', async () => {
    const event = await makeFrench({ 'event-name': 'Crépuscule' });
    const finds = async (typed: string): Promise<boolean> =>
      (await get(`/events?limit=100&q=${typed}`)).body.data.items.some(
        ({ slug }: { slug: string }) => slug === event.slug,
      );
    await until('it is found in French', () => finds('crepuscule'));
    assert.ok(await finds('crepuscle'), 'with a typo');
    assert.ok(await finds('rooftop'));
    await change(removeLanguage, event, { language: 'fr' });
    await until('it is found no more', async () => !(await finds('crepuscule')));
  });

  test('a text that the host has taken back is told in no language', async () => {
    const event = await makeFrench(
      { 'event-name': 'Nom', 'event-directions': 'Par la cour.' },
      { ...FACTS, directions: 'Through the yard.' },
    );
    await untilNamed(event, 'Nom');
    const directions = async () => (await get(`/events/${event.slug}?language=fr`)).body.data.directions;
    assert.equal(await directions(), 'Par la cour.');
    await on.app.database.query('UPDATE events SET hide_location = true WHERE id = $1', [event.eventId]);
    await until('the place is hidden', async () => (await directions()) === null);
    await on.app.database.query('UPDATE events SET hide_location = false, directions = NULL WHERE id = $1', [
      event.eventId,
    ]);
    await until('there are none', async () => (await directions()) === null);
  });
});

describe('in the database', () => {
  test('a text that is emptied is told in the first language again, and a translation is as short as its original must be', async () => {
    const event = await makeFrench({ 'event-name': 'Nom' });
    await untilNamed(event, 'Nom');
    await assert.rejects(translate(event, { 'event-name': 'n'.repeat(201) }), { field: 'event-name' });
    await assert.rejects(translate(event, { 'event-name': 'two\nlines' }), { field: 'event-name' });
    await assert.rejects(translate(event, { 'event-hostMessage': 'to nothing' }), {
      field: 'event-hostMessage',
    });
    await translate(event, { 'event-name': ' ' });
    await untilNamed(event, 'Rooftop night');
  });

  test('a save over another’s change is refused with what there is now', async () => {
    const event = await makeFrench({ 'event-name': 'Nom' });
    const input = { language: 'fr', version: 1, texts: [{ name: 'event-name', text: 'Autre' }] };
    await assert.rejects(change(saveTranslation, event, input), (refusal: { current: object }) => {
      assert.equal((refusal.current as Record<string, unknown>)['event-name'], 'Nom');
      return true;
    });
  });

  test('the first language has no translation, and a translated one can’t become the first', async () => {
    const event = await makeFrench({});
    await assert.rejects(change(addLanguage, event, { language: 'en' }), { field: 'language' });
    const { version } = (await readEventTexts(on.app.database, { ...host, ...event })).event;
    const toFrench = { language: 'fr', version };
    await assert.rejects(change(changeFirstLanguage, event, toFrench), { field: 'language' });
    await change(removeLanguage, event, { language: 'fr' });
    await change(changeFirstLanguage, event, { language: 'fr', version: version + 1 });
    await change(addLanguage, event, { language: 'en' });
    const next = await makeEvent(on, host);
    const { language } = (await readEventTexts(on.app.database, { ...host, ...next })).event;
    assert.equal(language, 'fr', 'the host’s next event is in the language of its last one');
    await change(changeFirstLanguage, next, { language: 'en', version: 1 });
  });
});
