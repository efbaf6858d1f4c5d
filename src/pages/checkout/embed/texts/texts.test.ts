import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsIn as issuedTextsIn } from './issued/texts.ts';
import { textsIn } from './texts.ts';

test('the page says where the tickets are that it does not show, of one and of several', () => {
  const told = [issuedTextsIn('en'), issuedTextsIn('fr')].flatMap((issued) => [
    issued.rest(1),
    issued.rest(10),
    issued.ticket({ number: 50, count: 60 }),
  ]);
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
  const fr = textsIn('fr');
  for (const text of [fr.hostSays('Accra Afterglow'), fr.hostedBy('Accra Afterglow')])
    assert.doesNotMatch(text, /\bde Accra/);
});
