import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { contrast } from '../../values/contrast.ts';
import { accentFor, HARDEST_GROUND, readColor } from './accent.ts';

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((number) => number.toString(16).padStart(6, '0'));
const THEMES = ['light', 'dark'] as const;

test('text on any accent and text in it can be read in both themes', () => {
  fc.assert(
    fc.property(anyColor, fc.constantFrom(...THEMES), (color, theme) => {
      const { accent, onAccent, accentText } = accentFor(theme, color);
      assert.equal(accent, color);
      assert.ok(contrast(onAccent, accent) >= 4.5);
      assert.match(accentText, /^[0-9a-f]{6}$/);
      assert.ok(contrast(accentText, HARDEST_GROUND[theme]) >= 4.5);
    }),
    { numRuns: 5_000 },
  );
});

test('an accent that can be read as text is left as it is', () => {
  assert.equal(accentFor('light', 'a63f22').accentText, 'a63f22');
  assert.equal(accentFor('dark', 'ef9a78').accentText, 'ef9a78');
  assert.notEqual(accentFor('dark', '0d5c60').accentText, '0d5c60');
});

test('without an accent the house’s own is used, and can be read too', () => {
  for (const theme of THEMES) {
    const { accent, onAccent, accentText } = accentFor(theme, null);
    assert.ok(contrast(onAccent, accent) >= 4.5);
    assert.equal(accentText, accent);
  }
});

test('a colour is six hexadecimal digits, with or without #', () => {
  assert.equal(readColor('#C8623F'), 'c8623f');
  assert.equal(readColor('c8623f'), 'c8623f');
  for (const bad of ['', '#', 'fff', '#c8623', 'c8623ff', 'red', '##c8623f', 'c8623f;', null]) {
    assert.equal(readColor(bad), null);
  }
});
