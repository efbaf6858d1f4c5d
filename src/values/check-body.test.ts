import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { compileValidator } from '../http/validate.ts';
import { checkBody } from './check-body.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The rules that a form knows. One that it passes over would be the server's surprise. */
const KNOWN = new Set(
  `type enum const properties required additionalProperties minProperties items minItems maxItems uniqueItems minLength maxLength format
   minimum maximum title description examples default`.split(/\s+/),
);

type Schema = Record<string, unknown> & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
};

function unknownRules(schema: Schema): string[] {
  const inside = [...Object.values(schema.properties ?? {}), ...(schema.items ? [schema.items] : [])];
  return [...Object.keys(schema).filter((rule) => !KNOWN.has(rule)), ...inside.flatMap(unknownRules)];
}

/** Whether the server takes a body by this schema. */
function createServersCheck(schema: object): (body: unknown) => boolean {
  const compiled = compileValidator({
    schema,
    method: 'POST',
    url: '/',
    httpPart: 'body',
  });
  return (body) => compiled(body) === true;
}

/** Values of every kind, at the limits and beyond them. */
const TEXTS = [
  ['', ' ', 'a', 'Ada Lovelace', 'a\nb', 'a\0b', 'http://x.example', 'https://shop.example/a', 'https:evil'],
  ['ada@example.com', 'ada@bücher.example', 'ada@', '00000000-0000-4000-8000-000000000000', 'urn:uuid:x'],
  ['NIGERIA', 'owner', '192.0.2.1', '192.0.2.0/24', '123456', '😀', '😀'.repeat(60), 'x'.repeat(101)],
  [
    'x'.repeat(255),
    'x'.repeat(5_001),
    'x'.repeat(20_001),
    '\u2028',
    'javascript:alert(1)',
    'visit www.x.com',
  ],
  // Further rules of a format.
  [
    '2027-03-06T18:00',
    '2027-03-06T18:00:00.000Z',
    'Africa/Lagos',
    '#b8431c',
    'b8431c',
    'SUMMER-20',
    'summer-night',
  ],
];
const OTHERS = [null, true, false, 0, 1, -1, 1.5, 3, 100, 2_147_483_647, 1e300];
// An order's: no text of those above has its pattern.
const A_REFERENCE = 'TSR-0000-0000-0000-0000';
const STRANGE: readonly unknown[] = [
  ...TEXTS.flat(),
  A_REFERENCE,
  ...OTHERS,
  [],
  {},
  [''],
  ['a', 'a'],
  [[]],
  { a: 1 },
];

const limits = (...given: unknown[]): number[] => given.filter((limit) => typeof limit === 'number');

function lengthsOf({ minLength, maxLength }: Schema): string[] {
  const around = (limit: number) => [
    'a'.repeat(Math.max(0, limit - 1)),
    'a'.repeat(limit),
    'é'.repeat(limit + 1),
  ];
  return limits(minLength, maxLength).flatMap(around);
}

function numbersOf({ minimum, maximum }: Schema): number[] {
  return limits(minimum, maximum).flatMap((limit) => [limit - 1, limit, limit + 1]);
}

/** A value that the schema takes, among those that might be. */
function goodValue(schema: Schema): unknown {
  if (schema.properties) {
    const { properties } = schema;
    return Object.fromEntries(
      Object.keys(properties).map((name) => [name, goodValue(properties[name] ?? {})]),
    );
  }
  const takes = createServersCheck(schema);
  const candidates = [
    ...(Array.isArray(schema['enum']) ? schema['enum'] : []),
    ...lengthsOf(schema),
    ...numbersOf(schema),
  ];
  const items = schema.items ? [[goodValue(schema.items)]] : [];
  const found = [...candidates, ...items, ...STRANGE].find(takes);
  assert.notEqual(found, undefined, `no value found for ${JSON.stringify(schema)}`);
  return found;
}

/** The body with each field, at any depth, left out and replaced by everything. */
function* spoiled(schema: Schema, good: unknown): Generator {
  yield* STRANGE;
  yield* lengthsOf(schema);
  yield* numbersOf(schema);
  if (Array.isArray(good) && schema.items) {
    for (const count of [0, 1, 2, 50, 500]) yield Array.from({ length: count }, () => good[0] as unknown);
    for (const item of spoiled(schema.items, good[0])) yield [good[0], item];
  }
  if (!schema.properties) return;
  const body = good as Record<string, unknown>;
  yield { ...body, somethingElse: 1 };
  yield Object.fromEntries(Object.entries(body).slice(0, 1));
  for (const [name, property] of Object.entries(schema.properties)) {
    const { [name]: _left, ...rest } = body;
    yield rest;
    for (const value of spoiled(property, body[name])) yield { ...body, [name]: value };
  }
}

test('a form refuses what the server refuses, and nothing else, by every schema of the dashboard', async () => {
  const files = globSync('src/pages/dashboard/**/{bodies,*-body,*-bodies}.ts', { cwd: ROOT }).sort();
  assert.ok(files.length > 5, files.join());
  let refused = 0;
  for (const file of files) {
    const schemas = Object.entries(
      (await import(pathToFileURL(path.join(ROOT, file)).href)) as object,
    ).filter(([, value]) => typeof value === 'object' && value !== null && 'properties' in value);
    for (const [name, schema] of schemas as [string, Schema][]) {
      assert.deepEqual(unknownRules(schema), [], `${file} ${name}`);
      const takes = createServersCheck(schema);
      const good = goodValue(schema);
      assert.deepEqual([takes(good), checkBody(schema, good)], [true, []], `${file} ${name}`);
      for (const body of spoiled(schema, good)) {
        const problems = checkBody(schema, body);
        if (!takes(body)) refused += 1;
        assert.equal(problems.length === 0, takes(body), `${name}: ${JSON.stringify(body)?.slice(0, 300)}`);
      }
    }
  }
  assert.ok(refused > 500, `${refused} bodies were refused`);
});

test('a fault is named by its field, once for each', () => {
  const schema = {
    type: 'object',
    required: ['name', 'lines'],
    additionalProperties: false,
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 3 },
      lines: {
        type: 'array',
        items: { type: 'object', required: ['sku'], properties: { sku: { type: 'string' } } },
      },
    },
  };
  assert.deepEqual(checkBody(schema, { lines: [{ sku: 'a' }, {}, { sku: 1 }], more: 1 }), [
    { field: 'name', rule: { kind: 'required', format: undefined } },
    { field: 'lines[1].sku', rule: { kind: 'required', format: undefined } },
    { field: 'lines[2].sku', rule: { kind: 'type', type: 'string' } },
    { field: 'more', rule: { kind: 'unknown' } },
  ]);
  assert.deepEqual(checkBody(schema, { name: '😀😀😀', lines: [] }), []);
  assert.deepEqual(checkBody(schema, { name: '', lines: [] }), [
    { field: 'name', rule: { kind: 'minLength', limit: 1, format: undefined } },
  ]);
});

test('a rule that the form can’t check is a mistake, and not passed over', () => {
  assert.deepEqual(unknownRules({ type: 'string', not: {} }), ['not']);
  assert.throws(
    () => checkBody({ type: 'string', format: 'date-time' }, 'x'),
    /does not know the format date-time/,
  );
});
