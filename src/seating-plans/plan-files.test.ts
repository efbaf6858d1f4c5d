import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Refusal } from '../refusal.ts';
import { checkPlan } from './check-plan.ts';
import { compilePlan } from './compile-plan.ts';
import { MAX_OBJECTS, MAX_PLAN_CHARACTERS } from './limits.ts';
import { makePlan, OTHER_OBJECTS } from './make-plan.fixture.ts';
import { OBJECT_SCHEMAS, PlanSchema, type PlanRow, type SeatingPlan } from './plan-schema.ts';
import { distance } from './points.ts';
import { makePretixTheatre } from './pretix-theatre.fixture.ts';
import { readPlanFile } from './read-plan-file.ts';
import { findTemplate, TEMPLATE_IDS } from './templates/templates.ts';
import { writePlan, writePretixPlan } from './write-plan-file.ts';

const WHOLE: SeatingPlan = {
  ...makePlan(),
  objects: [...makePlan().objects, ...OTHER_OBJECTS],
  background: { pictureId: 'p', x: 0, y: 0, width: 9, height: 9, angle: 0, opacity: 0.5 },
};

/** The message for a file that is refused. */
function refusalOf(text: string): string {
  try {
    readPlanFile(text);
  } catch (error) {
    assert.ok(error instanceof Refusal, String(error));
    assert.deepEqual([error.status, error.field], [400, 'text']);
    return error.message;
  }
  return 'read';
}

test('our own file is read as it was written, whatever is in it', () => {
  for (const plan of [WHOLE, ...TEMPLATE_IDS.map(findTemplate)]) {
    assert.deepEqual(readPlanFile(writePlan(plan)), { plan, notes: [] });
    assert.deepEqual(readPlanFile(`\uFEFF${JSON.stringify(plan)}`).plan, plan);
  }
});

test('a file that is not a plan is refused in words', () => {
  const broken = (change: object): string => refusalOf(JSON.stringify({ ...WHOLE, ...change }));
  const [row] = makePlan(1).objects as [PlanRow];
  const withSeat = (seat: object): string =>
    broken({ objects: [{ ...row, seats: [{ ...row.seats[0], ...seat }] }] });
  assert.match(refusalOf('section,row'), /not JSON/);
  assert.match(refusalOf(''), /not JSON/);
  for (const text of ['[]', '{}', 'null', '"x"', '{"zones":1}'])
    assert.match(refusalOf(text), /not a seating plan/);
  assert.match(refusalOf(' '.repeat(MAX_PLAN_CHARACTERS + 1)), /too large/);
  assert.match(refusalOf('['.repeat(1_000_000)), /too deeply/);
  assert.match(refusalOf(`{"zones":[${'{},'.repeat(200_000)}{}]}`), /too large for a seating plan/);
  assert.match(refusalOf(`{"zones":[${'1,'.repeat(1_000_000)}1]}`), /too large for a seating plan/);
  assert.match(broken({ version: 2 }), /newer version/);
  assert.match(broken({ objects: [{ type: 'trapdoor' }] }), /objects\[0\]\.type must be one of row,/);
  assert.match(broken({ extra: 1 }), /extra is not a known field/);
  assert.match(withSeat({ x: 1e9 }), /objects\[0\]\.seats\[0\]\.x must be/);
  assert.match(withSeat({ x: '1' }), /seats\[0\]\.x must be/);
  assert.match(withSeat({ x: null }), /seats\[0\]\.x must be/);
  assert.match(withSeat({ label: 'x'.repeat(21) }), /at most 20 characters/);
  assert.match(withSeat({ label: 'a\0b' }), /NUL/);
  assert.match(
    broken({
      objects: Array.from({ length: 21 }, () => ({ ...row, seats: Array(1000).fill(row.seats[0]) })),
    }),
    /more than 20,000 seats/,
  );
  assert.match(
    refusalOf(JSON.stringify(WHOLE).replace('"id"', '"__proto__":{"id":"x"},"id"')),
    /__proto__ is not a known field/,
  );
  assert.equal(({} as { id?: string }).id, undefined);
});

test('no text of brackets, quotes and names of fields is anything but read or refused', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"zones"',
    '"rows"',
    '"seats"',
    '"format":"tessera-seating-plan"',
    '1e999',
    'null',
  );
  fc.assert(fc.property(fc.array(piece), (pieces) => void refusalOf(pieces.join(''))));
  const json = fc.jsonValue();
  fc.assert(
    fc.property(json, json, json, (zones, rows, seats) => {
      const file = {
        name: 'x',
        categories: zones,
        zones: [
          { rows: [{ seats: [seats, { seat_guid: rows, position: seats }] }, rows], areas: [seats] },
          zones,
        ],
      };
      const said = refusalOf(JSON.stringify(file));
      assert.ok(said === 'read' || said.length < 300);
    }),
  );
});

const at = (x: number, y: number) => ({ position: { x, y } });
const seat = (guid: string, number: string, x: number, category = 'Stalls') => ({
  seat_guid: guid,
  seat_number: number,
  category,
  ...at(x, 0),
});
const PRETIX = {
  name: 'Small hall',
  categories: [{ name: 'Stalls', color: '#f00' }, { name: 'Box' }],
  size: { width: 400, height: 300 },
  zones: [
    {
      name: 'Ground floor',
      ...at(100, 100),
      rows: [
        {
          row_number: 'A',
          ...at(0, 0),
          seats: [seat('g1', '1', 0), seat('g2', '2', 30), seat('g3', '2', 60)],
        },
        {
          row_number: 'B',
          row_label: 'Row B',
          ...at(15, 30),
          seats: [seat('g1', '1', 0, 'Box'), { ...seat('g5', '2', 30, 'Gone'), start_direction: '>' }],
        },
      ],
      areas: [
        {
          shape: 'rectangle',
          color: '#ccc',
          rotation: 90,
          ...at(60, -60),
          rectangle: { width: 60, height: 30 },
          text: { text: 'STAGE', ...at(0, 0) },
        },
        { shape: 'text', ...at(0, 60), rotation: 0, text: { text: 'Bar', ...at(30, 0) } },
        { shape: 'circle', ...at(0, 90), circle: { radius: 30 } },
        {
          shape: 'polygon',
          ...at(0, 90),
          polygon: {
            points: [
              { x: 0, y: 0 },
              { x: 30, y: 0 },
              { x: 0, y: 30 },
            ],
          },
        },
        { shape: 'spiral', ...at(0, 0) },
      ],
    },
    { ...at(0, 300), rows: [{ row_number: 'A', ...at(100, 0), seats: [seat('g7', 'x'.repeat(30), 0)] }] },
  ],
};

test('a plan of pretix with more areas than a plan may have objects is refused', () => {
  const areas = Array.from({ length: MAX_OBJECTS / 2 }, () => ({
    shape: 'circle',
    ...at(0, 0),
    circle: { radius: 30 },
    text: { text: 'Bar' },
  }));
  const [zone, ...others] = PRETIX.zones;
  const withAreas = (of: object[]): string =>
    refusalOf(JSON.stringify({ ...PRETIX, zones: [{ ...zone, areas: of }, ...others] }));
  assert.match(withAreas(areas), /more than 20,000 rows and areas/);
  assert.equal(withAreas(areas.slice(10)), 'read');
});

test('a plan of pretix is read with its places; what can’t be taken over is told with its number', () => {
  const { plan, notes } = readPlanFile(JSON.stringify(PRETIX));
  const seats = compilePlan(plan);
  assert.deepEqual(
    seats.map(({ section, rowLabel, seatLabel, x, y, type }) => [section, rowLabel, seatLabel, x, y, type]),
    [
      ['Ground floor', 'A', '1', -1, 0, 'Stalls'],
      ['Ground floor', 'A', '2', 0, 0, 'Stalls'],
      ['Ground floor', 'A', '2-2', 1, 0, 'Stalls'],
      ['Ground floor', 'B', '1', -0.5, 1, 'Box'],
      ['Ground floor', 'B', '2', 0.5, 1, ''],
      ['Zone 2', 'A', 'x'.repeat(20), -1, 6.67, 'Stalls'],
    ],
  );
  assert.deepEqual(notes, [
    { note: 'colors', count: 2 },
    { note: 'names_in_words', count: 1 },
    { note: 'ways_to_book', count: 1 },
    { note: 'shortened_names', count: 1, names: ['x'.repeat(20)] },
    { note: 'unreadable_areas', count: 1 },
    { note: 'renamed_seats', count: 1, names: ['Ground floor A 2 → 2-2'] },
  ]);
  assert.deepEqual(
    checkPlan(plan).map(({ problem }) => problem),
    ['no_category'],
  );
  const drawn = plan.objects.filter(({ type }) => type !== 'row');
  assert.deepEqual(
    drawn.map(({ type }) => type),
    ['stage', 'text', 'ellipse', 'polygon'],
  );
  // Turned around its upper left corner.
  const [stage] = drawn;
  assert.ok(
    stage?.type === 'stage' && Math.abs(stage.x - 0.5) < 1e-9 && Math.abs(stage.y + 1) < 1e-9,
    JSON.stringify(stage),
  );
  // The result is a plan of ours.
  assert.deepEqual(readPlanFile(writePlan(plan)).plan, plan);
});

test('a theatre as pretix’s editor saves it is read whole: curved rows, boxes without numbers, and what stands around', () => {
  const { plan, notes } = readPlanFile(JSON.stringify(makePretixTheatre()));
  assert.deepEqual(checkPlan(plan), []);
  assert.deepEqual(
    plan.sections.map(({ name }) => name),
    ['Parkett', 'Rang', 'Loge 1', 'Loge 2'],
  );
  const seats = compilePlan(plan);
  const count = (section: string): number => seats.filter((one) => one.section === section).length;
  assert.deepEqual([count('Parkett'), count('Rang'), count('Loge 1')], [140, 66, 4]);
  assert.deepEqual(
    seats
      .filter(({ section }) => section === 'Loge 2')
      .map(({ rowLabel, seatLabel }) => `${rowLabel} ${seatLabel}`),
    ['Row 1 1', 'Row 1 2', 'Row 1 3', 'Row 1 4'],
  );
  assert.deepEqual(
    plan.objects.filter(({ type }) => type !== 'row').map(({ type }) => type),
    ['stage', 'ellipse', 'text', 'text', 'polygon', 'ellipse'],
  );
  // Neighbours of a curved row are about one seat apart, and its middle stands back or before.
  const row = plan.objects.find((object) => object.type === 'row');
  const gaps = row?.seats.slice(1).map((one, nth) => distance(one, row.seats[nth] ?? one)) ?? [];
  assert.ok(gaps.length === 13 && gaps.every((gap) => gap > 0.9 && gap < 1.1), gaps.join(' '));
  assert.deepEqual(
    notes.map(({ note, count: many }) => [note, many]),
    [
      ['colors', 8],
      ['names_in_words', 13],
      ['ways_to_book', 13],
    ],
  );
});

test('areas of pretix’s first plans, with a size and words beside it, are read too', () => {
  const [zone, ...others] = PRETIX.zones;
  const areas = [
    { width: 60, height: 30, ...at(0, -60), text: 'Stage', color: '#ccc' },
    { width: 30, height: 30, ...at(60, 90), rotation: 45 },
  ];
  const { plan, notes } = readPlanFile(JSON.stringify({ ...PRETIX, zones: [{ ...zone, areas }, ...others] }));
  assert.deepEqual(
    plan.objects.filter(({ type }) => type !== 'row').map(({ type }) => type),
    ['stage', 'rectangle'],
  );
  assert.ok(!notes.some(({ note }) => note === 'unreadable_areas'));
});

test('twenty thousand seats of one name are each found a name, and a hall that is too wide or has no seats is refused', () => {
  const rows = Array.from({ length: 20 }, (_, nth) => ({
    row_number: 'A',
    ...at(0, nth * 30),
    seats: Array.from({ length: 1_000 }, (_seat, x) => seat(`g${nth}-${x}`, '1', x * 30)),
  }));
  const many = { ...PRETIX, zones: [{ ...at(0, 0), rows }] };
  const { plan, notes } = readPlanFile(JSON.stringify(many));
  assert.deepEqual(checkPlan(plan), []);
  assert.equal(notes.find(({ note }) => note === 'renamed_seats')?.count, 19_999);
  // Long names that differ at their end only are cut to the same beginning.
  const alike = rows.map((row) => ({
    ...row,
    seats: row.seats.map((one, x) => ({ ...one, seat_number: 'x'.repeat(15) + String(x).padStart(5, '0') })),
  }));
  const found = readPlanFile(JSON.stringify({ ...PRETIX, zones: [{ ...at(0, 0), rows: alike }] }));
  assert.deepEqual(checkPlan(found.plan), []);
  assert.equal(found.notes.find(({ note }) => note === 'renamed_seats')?.count, 19_000);
  const wide = [{ row_number: 'A', seats: [0, 1, 2, 3, 1e9].map((x) => seat(`${x}`, `${x}`, x)) }];
  assert.match(
    refusalOf(JSON.stringify({ ...PRETIX, zones: [{ ...at(0, 0), rows: wide }] })),
    /too far apart/,
  );
  assert.match(refusalOf(JSON.stringify({ ...PRETIX, zones: [] })), /no seats/);
  const extra = { row_number: 'B', seats: [seat('z', '1', 0)] };
  assert.match(
    refusalOf(JSON.stringify({ ...many, zones: [{ ...at(0, 0), rows: [...rows, extra] }] })),
    /more than 20,000 seats/,
  );
});

test('a file written for pretix is read again as the same seats in the same places', () => {
  for (const plan of [makePlan(), ...TEMPLATE_IDS.map(findTemplate)]) {
    const text = writePretixPlan(plan);
    const [before, after] = [compilePlan(plan), compilePlan(readPlanFile(text).plan)];
    const name = ({ section, rowLabel, seatLabel, type }: (typeof before)[number]): string =>
      [section, rowLabel, seatLabel, type].join(' ');
    assert.deepEqual(new Set(after.map(name)), new Set(before.map(name)), plan.name);
  }
  const seats = compilePlan(readPlanFile(writePretixPlan(makePlan())).plan);
  assert.deepEqual(seats, compilePlan(makePlan()));
});

test('docs/seating-plan.schema.json says what a file of ours may have in it, as the code has it', async () => {
  const written: unknown = JSON.parse(
    await readFile(path.join(import.meta.dirname, '../../docs/seating-plan.schema.json'), 'utf8'),
  );
  const objects = { ...PlanSchema.properties.objects, items: { anyOf: Object.values(OBJECT_SCHEMAS) } };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A seating plan of Tessera',
    ...PlanSchema,
    properties: { ...PlanSchema.properties, objects },
  };
  assert.deepEqual(written, JSON.parse(JSON.stringify(schema)));
});
