import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFrenchSpacing } from '../../values/french-spacing.fixture.ts';
import { seatTexts } from '../checkout/embed/seats/texts-fr.ts';
import { fr as checkout } from '../checkout/embed/texts/fr.ts';
import { fr as home } from '../home/texts/fr.ts';
import { fr as receipt } from '../checkout/receipt/texts/fr.ts';
import { fr as scanner } from '../scanner/texts/fr.ts';
import { wordsFr as fairness } from '../checkout/waiting-room/fairness/words-fr.ts';
import { fr as waitingRoom } from '../checkout/waiting-room/texts/fr.ts';

type Said = string | string[];
type Text = string | ((...values: unknown[]) => Said | Text);

function textsOf(catalogue: object, prefix = ''): [key: string, text: Text][] {
  return Object.entries(catalogue).flatMap(([key, value]: [string, object | Text]) =>
    typeof value === 'object'
      ? textsOf(value, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value] as [string, Text]],
  );
}

/** A text as it is read, of one or of several: each value passes for a number, and for a list of numbers. */
function say(text: Text | Said, count: number): string {
  if (Array.isArray(text)) return text.join('');
  if (typeof text === 'string') return text;
  const value = count === 1 ? 1 : Object.assign([7, 8, 9], { [Symbol.toPrimitive]: () => String(count) });
  const takesList = text.toString().includes('.join(');
  return say(text(...Array.from({ length: 4 }, () => (takesList ? [7, 8, 9] : value))), count);
}

for (const [name, catalogue] of Object.entries({
  checkout,
  'seat picker': seatTexts,
  home,
  receipt,
  scanner,
  'waiting room': { ...waitingRoom, check: fairness },
})) {
  test(`the texts of the ${name} in French have no-break spaces where French has spaces before signs`, () => {
    const texts = textsOf(catalogue);
    assert.ok(texts.length > 20);
    for (const [key, text] of texts) {
      for (const count of [0, 1, 7]) assertFrenchSpacing(say(text, count), key);
    }
  });
}
