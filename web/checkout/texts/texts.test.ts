import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from './en.ts';
import { fr } from './fr.ts';

function keysOf(catalogue: object, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([key, value]) =>
    typeof value === 'object' ? keysOf(value as object, `${prefix}${key}.`) : [`${prefix}${key}`],
  );
}

test('French says everything that English says, the errors by code among them', () => {
  assert.deepEqual(keysOf(fr).sort(), keysOf(en).sort());
});

test('no text is empty', () => {
  for (const catalogue of [en, fr])
    for (const [code, text] of Object.entries(catalogue.errors)) assert.notEqual(text.trim(), '', code);
});
