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

test('the page says where the tickets are that it does not show, of one and of several', () => {
  const told = [en, fr].flatMap(({ done }) => [done.rest(1), done.rest(10), done.ticket(50, 60)]);
  assert.deepEqual(told, [
    'One more ticket is in the PDF, on the receipt and in your e-mail.',
    'The other 10 tickets are in the PDF, on the receipt and in your e-mail.',
    'Ticket 50 of 60',
    'Un autre billet est dans le PDF, sur le reçu et dans votre e-mail.',
    'Les 10 autres billets sont dans le PDF, sur le reçu et dans votre e-mail.',
    'Billet 50 sur 60',
  ]);
});

test('in French no name comes after “de”, which would lose its vowel before some of them', () => {
  for (const text of [fr.hostSays('Accra Afterglow'), fr.hostedBy('Accra Afterglow')])
    assert.doesNotMatch(text, /\bde Accra/);
});
