import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Integer, Object as Body, Optional, String } from 'typebox';
import { Nullable } from '../../../values/body-schema.ts';
import { toBody } from './to-body.ts';

const schema = Body({
  name: String({ minLength: 1, format: 'line' }),
  password: String({ minLength: 12 }),
  count: Integer({ minimum: 0 }),
  note: Nullable(String({ format: 'line' })),
  nickname: Optional(String({ minLength: 1, format: 'line' })),
  terms: Optional(String({ format: 'paragraphs' })),
});

test('typed fields become the body that the server takes', () => {
  const typed = { name: ' Ada ', password: ' a secret ', count: '12', note: ' ', nickname: '', terms: '' };
  // A nickname is left out, since an empty one would be refused; the terms are empty on purpose.
  assert.deepEqual(toBody(schema, typed), {
    name: 'Ada',
    password: ' a secret ',
    count: 12,
    note: null,
    terms: '',
  });
});

test('a number that is none, or is not there, is left for the check to refuse', () => {
  assert.deepEqual(toBody(schema, { count: 'twelve' }), { count: 'twelve' });
  assert.deepEqual(toBody(schema, { count: '' }), {});
  assert.deepEqual(toBody(schema, { count: 3 }), { count: 3 });
});
