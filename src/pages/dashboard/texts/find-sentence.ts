import type { Value } from '../../../languages/load-texts.ts';
import { setApart } from '../../shared/set-apart.ts';
import { sayWith } from './words-in.ts';

type Sentence = string | ((value: Value) => string);

/** A sentence of the server in another language. It is found by its English words, around the one value that it may have. Null: it is no other's. */
export function findSentence<Texts extends Record<keyof Texts, Sentence>>(
  message: string,
  english: Texts,
  own: Texts,
): string | null {
  for (const key of Object.keys(english) as (keyof Texts)[]) {
    const value = valueIn(message, english[key]);
    if (value !== null) return sayWith(own[key], value);
  }
  return null;
}

/** Null: it is another sentence. */
function valueIn(message: string, sentence: Sentence): string | null {
  if (typeof sentence === 'string') return message === sentence ? '' : null;
  const [before = '', , after = ''] = setApart(sentence, '');
  const isIt = message.startsWith(before) && message.endsWith(after);
  return isIt ? message.slice(before.length, message.length - after.length) : null;
}
