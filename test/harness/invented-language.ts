import { parseMessage, type Part } from '../../src/languages/parse-message.ts';
import type { Message } from '../../src/languages/write-texts.ts';

const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  A: 'Á',
  E: 'Ë',
  I: 'Ï',
  O: 'Ö',
  U: 'Ü',
};

/** English with accents and more letters, each message in brackets: no word on a page is without them unless it comes from elsewhere. */
export function invent(message: Message): Message {
  if (typeof message === 'string') return message === '' ? '' : `⟦${write(parseMessage(message))}⟧`;
  if (Array.isArray(message)) return message.map(invent);
  return Object.fromEntries(Object.entries(message).map(([key, inside]) => [key, invent(inside)]));
}

function write(parts: Part[]): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return lengthen(part);
      if (!('cases' in part)) return `{${part.value}}`;
      const cases = part.cases.map(([name, inside]) => `${name} {${write(inside)}}`);
      return `{${part.value}, ${part.kind}, ${cases.join(' ')}}`;
    })
    .join('');
}

/** Other languages need a third more room. */
const lengthen = (words: string): string =>
  words
    .replaceAll("'", "''")
    .replaceAll(/[aeiou]/gi, (letter) => ACCENTED[letter] ?? letter)
    .replaceAll(/\p{L}{3,}/gu, (word) => word + '~'.repeat(Math.ceil(word.length / 3)));
