import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { makePlan } from '../../src/seating-plans/make-plan.fixture.ts';
import type { SeatingPlan } from '../../src/seating-plans/plan-schema.ts';
import { makePretixTheatre } from '../../src/seating-plans/pretix-theatre.fixture.ts';
import { writePlan } from '../../src/seating-plans/write-plan-file.ts';
import type { Answer } from '../harness/client.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { askDashboard, signInAs, type SignedIn } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';

const HALL = makePlan(2, 3);
const withSeat = (seat: object): string =>
  JSON.stringify({
    ...HALL,
    objects: HALL.objects.map((object) =>
      object.type === 'row'
        ? { ...object, seats: object.seats.map((one, nth) => (nth === 0 ? { ...one, ...seat } : one)) }
        : object,
    ),
  });
/** As it can only be written by hand. */
const withRaw = (raw: string): string => withSeat({ x: 'RAW' }).replaceAll('"RAW"', raw);
const pretix = (change: object): string => JSON.stringify({ ...makePretixTheatre(), ...change });
const lines = (count: number, line: (nth: number) => string): string =>
  ['section,row,seat,type', ...Array.from({ length: count }, (_, nth) => line(nth))].join('\n');
const seatsAt = (positions: unknown[]): object[] => [
  {
    position: { x: 0, y: 0 },
    rows: [
      {
        row_number: '1',
        seats: positions.map((position, nth) => ({
          seat_guid: `${nth}`,
          seat_number: `${nth}`,
          category: 'Rang',
          position,
        })),
      },
    ],
  },
];

/** Files that are refused in words. */
const REFUSED: Record<string, string> = {
  'lists within lists': '['.repeat(1_000_000),
  'objects within objects': '{"a":'.repeat(500_000),
  'a plan that is nested in a field': JSON.stringify(HALL).replace(
    '"Hall"',
    `${'['.repeat(100)}${']'.repeat(100)}`,
  ),
  'a hundred thousand lines': lines(100_000, (nth) => `S,${Math.floor(nth / 100)},${nth % 100},Front`),
  'a hundred thousand rows': JSON.stringify({
    ...HALL,
    objects: Array.from({ length: 100_000 }, (_, nth) => ({ ...HALL.objects[0], id: `r${nth}`, seats: [] })),
  }),
  'a hundred thousand rows of pretix': pretix({
    zones: [{ position: { x: 0, y: 0 }, rows: Array.from({ length: 100_000 }, () => ({ seats: [] })) }],
  }),
  'not a number': withRaw('NaN'),
  infinity: withRaw('Infinity'),
  'a number that is too large to be one': withRaw('1e999'),
  'a number that is too small to be one': withRaw('-1e999'),
  'a number in words': withSeat({ x: 'Infinity' }),
  'a place that is nowhere': withSeat({ x: 1e300 }),
  'places of pretix that are nowhere': pretix({
    zones: seatsAt([
      { x: 1e308, y: 0 },
      { x: -1e308, y: 0 },
    ]),
  }).replaceAll('1e+308', '1e999'),
  'a NUL in a name': withSeat({ label: 'a\0b' }),
  'a prototype': JSON.stringify(HALL).replace('"name"', '"__proto__":{"isAdmin":true},"name"'),
  'a constructor': JSON.stringify(HALL).replace(
    '"name"',
    '"constructor":{"prototype":{"isAdmin":true}},"name"',
  ),
  'a kind of object that every object has': JSON.stringify({
    ...HALL,
    objects: [{ type: 'constructor', id: 'x' }],
  }),
  'two objects of one id': JSON.stringify({ ...HALL, objects: [HALL.objects[0], HALL.objects[0]] }),
  'half of a character': withSeat({ label: 'x' }).replace('"label":"x"', '"label":"\\ud800"'),
  'a list with a quote that nobody closes': 'section,row,seat,type\n"Stalls,A,1,Front',
  'a list with two columns of one name': 'section,row,row,seat,type\nStalls,A,B,1,Front',
  'a list with a NUL': 'section,row,seat,type\nSta\0lls,A,1,Front',
  'a list of another encoding': 'section,row,seat,type\nSt\uFFFDlls,A,1,Front',
  'a list with a line as long as a book': `section,row,seat,type\n${'x'.repeat(1_000_000)},A,1,Front`,
  'a list with a column for every letter': `${Array.from({ length: 5_000 }, (_, nth) => `c${nth}`).join(',')}\n1`,
  'a name of two lines in a list': 'section,row,seat,type\n"Sta\nlls",A,1,Front',
  'seats at infinity in a list': 'section,row,seat,type,x,y\nStalls,A,1,Front,1e9,0',
  'not a number in a list': 'section,row,seat,type,x,y\nStalls,A,1,Front,NaN,0',
  'more types than there may be': lines(60, (nth) => `S,A,${nth},Type ${nth}`),
  nothing: ' ',
  'a word': 'plan',
  'a number alone': '1e999',
  'a zip': '\u0050\u004b\u0003\u0004 hall.json',
};

/** Files that are strange, and can be taken over. */
const TAKEN: Record<string, { text: string; notes?: string[]; names?: string[] }> = {
  'guids that repeat': {
    text: JSON.stringify(makePretixTheatre()).replaceAll(/"seat_guid":"[^"]*"/g, '"seat_guid":"same"'),
    notes: ['colors', 'names_in_words', 'ways_to_book'],
  },
  'prototypes as names in pretix': {
    text: pretix({
      name: '__proto__',
      categories: [{ name: 'constructor' }, { name: '__proto__' }, { name: 'toString' }],
    }).replaceAll('"Parkett"', '"constructor"'),
    notes: ['colors', 'names_in_words', 'ways_to_book'],
  },
  'control characters in names of pretix': {
    text: pretix({ name: 'a\u0007b\u2028c' }).replaceAll('"Rang"', '"R\\u0007ang\\n"'),
    notes: ['colors', 'names_in_words', 'ways_to_book'],
  },
  'a list with a byte order mark, semicolons, quotes and commas for points': {
    text: '\uFEFFSection;Row;Seat;X;Y;Type;Marks\r\n"Bal""cony; left";A;1;"0,5";0;Front;accessible\r\n"Bal""cony; left";A;2;"1,5";0;Front;\r\n;;;;;;\r\n',
    names: ['Bal"cony; left A 1', 'Bal"cony; left A 2'],
  },
  'a list with formulas': {
    text: `section,row,seat,type\n=1+1,@A,-1,"=HYPERLINK(""http://x"")"\n'=1+1,+A,2,Front`,
    names: ['=1+1 @A -1', '=1+1 +A 2'],
  },
  'a list with prototypes as names': {
    text: 'section,row,seat,type\n__proto__,constructor,toString,__proto__\nhasOwnProperty,A,1,constructor',
    names: ['__proto__ constructor toString', 'hasOwnProperty A 1'],
  },
  'names that turn the writing around': { text: withSeat({ label: '\u202E1' }), names: ['Stalls A \u202E1'] },
};

suite('files of plans by the real doors', () => {
  let on: TestApp;
  let host: TestHost;
  let owner: SignedIn;
  let eventId: string;
  before(async () => {
    on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
    host = await makeHost(on);
    owner = await signInAs(on, host);
    ({ eventId } = await makeEvent(on, host, { kind: 'seat_map', ticketTypes: [] }));
  });
  after(() => on.close());

  const post = (path: string, body: object): Promise<Answer> =>
    askDashboard(on, `/hosts/${host.hostId}${path}`, { as: owner, method: 'POST', body });
  const create = (text: string): Promise<Answer> =>
    post('/seating-plans', { name: 'Hall', from: 'file', text });
  const draftOf = async (planId: string): Promise<{ version: number; plan: SeatingPlan }> =>
    (await askDashboard(on, `/hosts/${host.hostId}/seating-plans/${planId}/draft`, { as: owner })).body;

  for (const [what, text] of Object.entries(REFUSED))
    test(`refused in words: ${what}`, async () => {
      const { planId } = (await create(writePlan(HALL))).body;
      const start = await draftOf(planId);
      // One after the other: of one host not all of the largest have room at once.
      const answers = [
        await create(text),
        await post(`/seating-plans/${planId}/import`, { version: 1, text }),
        await post(`/events/${eventId}/seats/start-plan`, { name: 'Hall', from: 'file', text }),
      ];
      for (const { status, body } of answers) {
        assert.ok(status === 400 || status === 413, `${status} ${JSON.stringify(body).slice(0, 300)}`);
        assert.ok(body.message.length > 10 && body.message.length < 400, body.message);
      }
      assert.deepEqual(await draftOf(planId), start);
      assert.equal(({} as { isAdmin?: boolean }).isAdmin, undefined);
    });

  for (const [what, { text, notes = [], names }] of Object.entries(TAKEN))
    test(`taken over, and told what is not: ${what}`, async () => {
      const { status, body } = await create(text);
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual(body.notes.map(({ note }: { note: string }) => note).toSorted(), notes);
      const { plan } = await draftOf(body.planId);
      const seats = plan.objects.flatMap((object) =>
        object.type === 'row'
          ? object.seats.map((seat) => ({
              ...seat,
              name: [
                plan.sections.find(({ id }) => id === object.section)?.name,
                object.label,
                seat.label,
              ].join(' '),
            }))
          : [],
      );
      assert.equal(new Set(seats.map(({ id }) => id)).size, seats.length);
      assert.equal(new Set(seats.map(({ name }) => name)).size, seats.length);
      assert.doesNotMatch(seats.map(({ name }) => name).join(''), /\p{Cc}/u);
      if (names)
        assert.deepEqual(
          names.filter((name) => !seats.some((seat) => seat.name === name)),
          [],
        );
    });

  test('a body that is compressed, or is no text, is refused and not unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    for (const headers of [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br' }, {}] as Record<
      string,
      string
    >[]) {
      const response = await fetch(`${on.publicUrl}/dashboard/hosts/${host.hostId}/seating-plans`, {
        method: 'POST',
        headers: {
          cookie: owner.cookie,
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...headers,
        },
        body: bomb,
      });
      const { error_code: code } = (await response.json()) as { error_code: string };
      assert.deepEqual([response.status, code], [400, 'malformed_body']);
    }
  });

  test('a plan whose standing areas hold more people than can be counted is refused where it is used', async () => {
    const pit = {
      type: 'standing',
      label: 'Pit',
      points: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 0, y: 1 },
      ],
      capacity: 1_000_000,
      category: 'front',
    } as const;
    const plan: SeatingPlan = {
      ...HALL,
      objects: Array.from({ length: 3_000 }, (_, nth) => ({ ...pit, id: `p${nth}` })),
    };
    const { planId } = (await create(writePlan(plan))).body;
    const published = await post(`/seating-plans/${planId}/publish`, { version: 1 });
    assert.equal(published.status, 200, JSON.stringify(published.body));
    const categories = [{ categoryId: 'front', kind: 'GENERAL', newType: { name: 'Pit', priceMinor: 0 } }];
    const checked = await post(`/events/${eventId}/seats/check-plan`, { planId, number: 1, categories });
    assert.ok(checked.status < 500, JSON.stringify(checked.body));
    const { status, body } = await post(`/events/${eventId}/seats/use-plan`, {
      planId,
      number: 1,
      categories,
      version: 1,
    });
    assert.deepEqual([status, body.field], [400, 'categories'], JSON.stringify(body));
  });

  test('as many categories as there may be, named as long as they may be, are taken in by the doors of an event', async () => {
    const name = '😀'.repeat(190);
    const categories = Array.from({ length: 50 }, (_, nth) =>
      `c${'x'.repeat(97)}${nth}`.slice(0, 100),
    ).flatMap((categoryId, nth) =>
      (['SEATED', 'GENERAL'] as const).map((kind) => ({
        categoryId,
        kind,
        newType: { name: `${name}${nth}`, priceMinor: 10_000_000_000 },
      })),
    );
    const { planId } = (await create(writePlan(HALL))).body;
    await post(`/seating-plans/${planId}/publish`, { version: 1 });
    for (const [path, more] of [
      ['check-plan', {}],
      ['use-plan', { version: 1 }],
    ] as const) {
      const { status, body } = await post(`/events/${eventId}/seats/${path}`, {
        planId,
        number: 1,
        categories,
        ...more,
      });
      assert.ok(
        status === 200 || (status === 400 && body.field === 'categories'),
        `${status} ${JSON.stringify(body)}`,
      );
    }
  });
});
