import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { addHeadliner } from '../../src/events/headliners-and-gallery.ts';
import { ask } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

// Candidates are chosen by trigrams, and one swap leaves a short word with too few of them in common.

let on: TestApp;
let host: TestHost;

before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on);
  await makeEvent(on, host, {
    slug: 'rooftop',
    name: 'Lagos Rooftop Sessions',
    description: 'Four bands play jazz above the city.',
    street: '12 Marina Road',
    lga: 'Eti-Osa',
  });
  const { eventId } = await makeEvent(on, host, {
    slug: 'festival',
    name: 'Fête de la Musique',
    description: 'Amapiano until dawn!',
    categorySlug: 'theatre',
    state: 'Ẹ̀kọ́',
    lga: 'Yaba',
  });
  await on.app.database.transaction((tx) =>
    addHeadliner(tx, { eventId, name: 'Ọlámìdé Beyoncé', role: 'Singer', imageFile: null, position: 0 }),
  );
  await makeEvent(on, host, {
    slug: 'secret',
    name: 'Secret Garden Party',
    description: 'Somewhere green.',
    street: 'Hibiscus Crescent',
    directions: 'Behind the lighthouse.',
    hideLocation: true,
    state: 'Abuja',
    lga: 'Bwari',
  });
  await makeEvent(on, host, { slug: 'draft', name: 'Unpublished Rooftop', status: 'DRAFT' });
  await makeEvent(on, host, { slug: 'unlisted', name: 'Unlisted Rooftop', isUnlisted: true });
});
after(() => on.close());

async function find(q: string, as: TestHost = host): Promise<string[]> {
  const { status, body } = await ask(on, `/events?${new URLSearchParams({ q }).toString()}`, { key: as });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.items.map((item: { slug: string }) => item.slug).sort();
}

async function assertFinds(expected: Record<string, string[]>): Promise<void> {
  for (const [q, slugs] of Object.entries(expected)) assert.deepEqual(await find(q), slugs, `q=${q}`);
}

test('every word must match, in any order', () =>
  assertFinds({
    rooftop: ['rooftop'],
    'sessions lagos': ['rooftop'],
    'jazz rooftop city': ['rooftop'],
    'rooftop amapiano': [],
    'rooftop nowhere': [],
    'rooftop rooftop rooftop rooftop lagos lagos lagos lagos sess': ['rooftop'],
    'rooftop rooftop rooftop rooftop lagos lagos lagos lagos nowhere': [],
    'rooftop rooftop rooftop rooftop lagos lagos lagos lagos nowhere rooftop': [],
  }));

test('the last word may be the beginning of one, the others may not', () =>
  assertFinds({
    roof: ['rooftop'],
    'lagos se': ['rooftop'],
    'roof lagos': [],
    s: ['rooftop', 'secret'],
    ooftop: ['rooftop'],
    oft: [],
  }));

test('case and accents do not count, in what is written or in what is typed', () =>
  assertFinds({
    ROOFTOP: ['rooftop'],
    'fete musique': ['festival'],
    'FÊTE MUSÍQUE': ['festival'],
    olamide: ['festival'],
    ['ọlámìdé'.normalize('NFC')]: ['festival'],
    ['ọlámìdé'.normalize('NFD')]: ['festival'],
    beyonce: ['festival'],
    eko: ['festival'],
  }));

test('name, description, headliners, category and place are searched', () =>
  assertFinds({
    sessions: ['rooftop'],
    amapiano: ['festival'],
    beyoncé: ['festival'],
    theatre: ['festival'],
    music: ['rooftop', 'secret'],
    yaba: ['festival'],
    abuja: ['secret'],
    'marina road': ['rooftop'],
    'eti-osa': ['rooftop'],
    12: ['rooftop'],
  }));

test('a hidden place is not found by its street or directions, nor by a typo of them', () =>
  assertFinds({
    hibiscus: [],
    hibicus: [],
    crescent: [],
    lighthouse: [],
    'garden hibiscus': [],
    bwari: ['secret'],
  }));

test('drafts and unlisted events are never found', () => assertFinds({ unpublished: [], unlisted: [] }));

test('one slip is forgiven: a letter swapped, missing, too many or wrong', () =>
  assertFinds({
    sesisons: ['rooftop'],
    sesions: ['rooftop'],
    sesssions: ['rooftop'],
    sassions: ['rooftop'],
    roftop: ['rooftop'],
    lagso: ['rooftop'],
    lagoss: ['rooftop'],
    lages: ['rooftop'],
    'sesions lagos': ['rooftop'],
    amapinao: ['festival'],
    beyonse: ['festival'],
    gardne: ['secret'],
    mariina: ['rooftop'],
  }));

test('letters swapped in the middle of a word of five or six are forgiven', () =>
  assertFinds({ lgaos: ['rooftop'], graden: ['secret'], gadren: ['secret'] }));

test('two slips are forgiven in a long word, not in a short one', () =>
  assertFinds({ amapinoa: ['festival'], rooftpo: ['rooftop'], lxgxs: [], gxrdxn: [] }));

test('short words must be right', () => assertFinds({ yba: [], yab: ['festival'], osb: [] }));

test('a word that occurs is never taken for a typo of another', async () => {
  const twins = await makeHost(on);
  await makeEvent(on, twins, { slug: 'concert', name: 'Concert' });
  await makeEvent(on, twins, { slug: 'concern', name: 'Concern' });
  await until('both to be listed', async () => (await find('conce', twins)).length === 2);
  assert.deepEqual(await find('concert', twins), ['concert']);
  assert.deepEqual(await find('concern', twins), ['concern']);
  assert.deepEqual(await find('concerx', twins), ['concern', 'concert']);
});

test('the words of a host’s later events are forgiven as those of its first', async () => {
  const growing = await makeHost(on);
  for (const name of ['Alpha', 'Saxophone', 'Trumpeter'])
    await makeEvent(on, growing, { slug: name.toLowerCase(), name });
  await until('all to be listed', async () => (await find('', growing)).length === 3);
  assert.deepEqual(await find('saxophoen', growing), ['saxophone']);
  assert.deepEqual(await find('trumpetre', growing), ['trumpeter']);
});

test('another host’s words neither match nor mend a typo', async () => {
  const other = await makeHost(on);
  await makeEvent(on, other, { slug: 'other', name: 'Zanzibar Nights' });
  await until('it to be listed', async () => (await find('zanzibar', other)).length === 1);
  assert.deepEqual(await find('zanzibra', other), ['other']);
  assert.deepEqual(await find('zanzibar'), []);
  assert.deepEqual(await find('zanzibra'), []);
  assert.deepEqual(await find('rooftop', other), []);
  assert.deepEqual(await find('rooftpo', other), []);
});

test('after a change only what is written now is found', async () => {
  const changing = await makeHost(on);
  const { eventId } = await makeEvent(on, changing, {
    slug: 'changing',
    name: 'Moonlight',
    categorySlug: 'theatre',
  });
  await on.app.database.transaction((tx) =>
    addHeadliner(tx, { eventId, name: 'Firstcomer', role: '', imageFile: null, position: 0 }),
  );
  await until('the headliner to be found', async () => (await find('firstcomer', changing)).length === 1);
  const change = (sql: string) => on.app.database.query(sql, [eventId]);
  const finds = (q: string) => until(`${q} to be found`, async () => (await find(q, changing)).length === 1);
  const misses = (q: string) => until(`${q} to be gone`, async () => (await find(q, changing)).length === 0);

  await change(`UPDATE events SET name = 'Sunrise', street = 'Acacia Lane' WHERE id = $1`);
  await finds('sunrise');
  await misses('moonlight');
  await misses('moonlihgt');
  await finds('acacia');
  await change('UPDATE events SET hide_location = true WHERE id = $1');
  await misses('acacia');
  await change(`UPDATE headliners SET name = 'Secondcomer' WHERE event_id = $1`);
  await finds('secondcomer');
  await misses('firstcomer');
  await change('DELETE FROM headliners WHERE event_id = $1');
  await misses('secondcomer');
});

test('a category’s new name is found, and its old one no longer', async () => {
  const renamed = await makeHost(on);
  await makeEvent(on, renamed, { slug: 'renamed' });
  await on.app.database.query(
    `WITH made AS (INSERT INTO categories (id, slug, name) VALUES (gen_random_uuid(), 'dance', 'Ballet') RETURNING id)
     UPDATE events SET category_id = (SELECT id FROM made) WHERE slug = 'renamed'`,
  );
  await until('the category to be found', async () => (await find('ballet', renamed)).length === 1);
  await on.app.database.query(`UPDATE categories SET name = 'Tango' WHERE slug = 'dance'`);
  await until('the list to show the new name', async () => {
    const { body } = await ask(on, '/events', { key: renamed });
    return body.data.items[0].category.name === 'Tango';
  });
  assert.deepEqual(await find('tango', renamed), ['renamed']);
  assert.deepEqual(await find('ballet', renamed), []);
});

test('characters that mean something to SQL or to a search mean nothing here', async () => {
  for (const character of [
    `'`,
    '"',
    '&',
    '|',
    '!',
    '(',
    ')',
    ':',
    '*',
    '\\',
    '%',
    '_',
    '<->',
    ';',
    '--',
    '/*',
    '$',
    '`',
  ]) {
    assert.deepEqual(await find(`rooftop ${character}`), ['rooftop'], character);
    assert.deepEqual(await find(`${character}rooftop${character}`), ['rooftop'], character);
  }
  await assertFinds({
    "rooftop' OR 1=1 --": [],
    'rooftop | amapiano': [],
    '!rooftop': ['rooftop'],
    'roof:* & lagos': [],
    '%ooftop': ['rooftop'],
  });
});

test('nothing to look for is no filter', async () => {
  const all = ['festival', 'rooftop', 'secret'];
  await assertFinds({ '': all, '   ': all, '&|!': all, '🎭': all });
});

test('any text at all is answered', async () => {
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom(
        ...`'"&|!():*\\%_<>;-$\`{}[] ~^`.split(''),
        '\u0001',
        '\t',
        '\n',
        '\u00a0',
        '\ufeff',
        '\u202e',
        'ﬁ',
        'ß',
        'İ',
        '٣',
        '字',
        'ก',
        '🎭',
      ),
      fc.constantFrom(...'abcdefgh0123'.split('')),
    ),
    maxLength: 60,
  });
  await fc.assert(
    fc.asyncProperty(text, async (q) => {
      await find(q);
    }),
    { numRuns: 150, interruptAfterTimeLimit: 5_000 },
  );
});

test('two hundred characters of words, and a hundred words, are answered', async () => {
  await find('a '.repeat(100));
  await find('rooftop '.repeat(25).trim());
  await find('x'.repeat(200));
});
