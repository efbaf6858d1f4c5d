import { Ajv, type ErrorObject } from 'ajv';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeViolation, fieldOf } from './describe-violation.ts';

/** The message for a client that sends this value. */
function told(schema: object, value: unknown, part = 'body'): string {
  return describeViolation(violationOf(schema, value), part);
}

function violationOf(schema: object, value: unknown): ErrorObject {
  const validate = new Ajv({ strict: false, verbose: true }).compile(schema);
  assert.ok(!validate(value), 'the value breaks a rule');
  const [violation] = validate.errors ?? [];
  assert.ok(violation);
  return violation;
}

const withField = (schema: object) => ({ type: 'object', properties: { field: schema } });

test('each broken rule is one sentence that names the field and what it takes', () => {
  const cases: [object, unknown, string][] = [
    [{ type: 'object', required: ['email'] }, {}, 'email is required.'],
    [{ type: 'object', additionalProperties: false }, { promocode: 1 }, 'promocode is not a known field.'],
    [withField({ type: 'string' }), { field: 1 }, 'field must be a string.'],
    [withField({ type: 'object' }), { field: 1 }, 'field must be an object.'],
    [withField({ type: 'array' }), { field: 1 }, 'field must be an array.'],
    [withField({ type: 'integer' }), { field: 1.5 }, 'field must be a whole number.'],
    [withField({ type: 'integer', minimum: 1 }), { field: 0 }, 'field must be at least 1.'],
    [withField({ type: 'integer', maximum: 9 }), { field: 10 }, 'field must be at most 9.'],
    [withField({ type: 'string', minLength: 1 }), { field: '' }, 'field must not be empty.'],
    [withField({ type: 'string', maxLength: 2 }), { field: 'abc' }, 'field must have at most 2 characters.'],
    [withField({ type: 'array', minItems: 1 }), { field: [] }, 'field must have at least one entry.'],
    [withField({ type: 'array', maxItems: 1 }), { field: [1, 2] }, 'field must have at most one entry.'],
  ];
  for (const [schema, value, sentence] of cases) assert.equal(told(schema, value), sentence);
});

test('a number with both bounds is told both, whichever was broken', () => {
  const limit = withField({ type: 'integer', minimum: 1, maximum: 100 });
  for (const field of [0, 101, 1.5, 'x', null])
    assert.equal(told(limit, { field }), 'field must be a whole number from 1 to 100.');
});

test('a field deep inside is named by its path', () => {
  const schema = {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: {
          type: 'object',
          required: ['sku'],
          additionalProperties: false,
          properties: { sku: { type: 'string' }, quantity: { type: 'integer' } },
        },
      },
    },
  };
  assert.equal(told(schema, { items: [{ sku: 'a' }, {}] }), 'items[1].sku is required.');
  assert.equal(told(schema, { items: [{ sku: 7 }] }), 'items[0].sku must be a string.');
  assert.equal(told(schema, { items: [{ sku: 'a', 'a/b~c': 1 }] }), 'items[0].a/b~c is not a known field.');
  assert.equal(told(schema, { items: 5 }), 'items must be an array.');
  assert.equal(fieldOf(violationOf(schema, { items: [{ sku: 'a' }, {}] })), 'items[1].sku');
  assert.equal(fieldOf(violationOf(schema, { items: [{ sku: 7 }] })), 'items[0].sku');
  assert.equal(fieldOf(violationOf(schema, { items: [{ sku: 'a', 'a/b~c': 1 }] })), 'items[0].a/b~c');
});

test('a rule about the whole is told of the body, or of the part it is', () => {
  assert.equal(told({ type: 'object' }, []), 'The body must be an object.');
  assert.equal(fieldOf(violationOf({ type: 'object' }, [])), null);
  assert.equal(
    told({ type: 'object', minProperties: 1 }, {}, 'querystring').startsWith('querystring '),
    true,
  );
});

test('a name of any length is cut short in the answer', () => {
  const message = told({ type: 'object', additionalProperties: false }, { ['x'.repeat(10_000)]: 1 });
  assert.ok(message.length < 300);
});
