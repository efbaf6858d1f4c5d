import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFrenchSpacing } from '../../values/french-spacing.fixture.ts';
import { LANGUAGES } from '../../values/language.ts';
import { mailTextsIn } from '../mails/texts/mail-texts-in.ts';
import { ticketTextsIn } from './ticket-texts-in.ts';

type Text = string | ((...values: unknown[]) => string);
const CATALOGUES = { ticket: ticketTextsIn, mail: mailTextsIn };

function textsOf(catalogue: object, prefix = ''): [key: string, text: Text][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, object | Text]) =>
    typeof value === 'object'
      ? textsOf(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, Text]],
  );
}

/** Passes for a word, for a list of words, and for an object of words; shows in a text where it was used. */
function marker(name: string, length: number): unknown {
  const values: Record<PropertyKey, unknown> = {
    [Symbol.toPrimitive]: () => `<${name}>`,
    join: () => `<${name}>`,
    length,
  };
  return new Proxy({}, { get: (_, key) => values[key] ?? `<${name}.${String(key)}>` });
}

/** A text as it is for several of everything, and for one of everything. */
function sayAll(text: Text): string[] {
  if (typeof text === 'string') return [text];
  const markers = (length: number): unknown[] =>
    Array.from({ length: text.length }, (_, index) => marker(String(index), length));
  const several = markers(2);
  const ones = text.toString().includes('.join(')
    ? [markers(1)]
    : several.map((_, index) => several.with(index, 1));
  return [several, ...ones].map((values) => text(...values));
}

const markersIn = (said: string): string[] => [...new Set(said.match(/<[\w.]+>/g))].sort();

for (const [name, textsIn] of Object.entries(CATALOGUES)) {
  const english = textsOf(textsIn('en'));

  for (const language of LANGUAGES) {
    test(`the ${name}’s texts in ${language} are those of English, each with the same values in it`, () => {
      const texts = new Map(textsOf(textsIn(language)));
      assert.deepEqual(
        [...texts.keys()],
        english.map(([key]) => key),
      );
      for (const [key, text] of english) {
        const said = sayAll(texts.get(key) ?? '');
        for (const part of said) assert.equal(part, part.trim(), key);
        assert.deepEqual(said.map(markersIn), sayAll(text).map(markersIn), key);
      }
    });
  }

  test(`the ${name}’s texts in French have no-break spaces where French has spaces before signs`, () => {
    for (const [key, text] of textsOf(textsIn('fr'))) {
      for (const said of sayAll(text)) assertFrenchSpacing(said, key);
    }
  });

  test(`no text of the ${name} is empty, and none is English in French`, () => {
    const french = new Map(textsOf(textsIn('fr')));
    for (const [key, text] of english) {
      const [said = '', inFrench = ''] = [sayAll(text)[0], sayAll(french.get(key) ?? '')[0]];
      assert.notEqual(said, '', key);
      assert.notEqual(said, inFrench, key);
    }
  });
}
