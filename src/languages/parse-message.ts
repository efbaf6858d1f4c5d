/** Part of a message: words as they are, a value, perhaps written as a number, or the one of several cases that fits a value. */
export type Part = string | { value: string; isNumber?: true } | Choice;

type Choice = { kind: 'plural' | 'select'; value: string; cases: [name: string, parts: Part[]][] };

const NAME = /[a-z][A-Za-z]*/y;
const CASE = /\s*(=\d+|\w+)\s*\{/y;
const NUMBER = /\s*,\s*number\b/y;
const KIND = /\s*,\s*(plural|select)\s*,/y;

/**
 * Reads a message in ICU MessageFormat, as far as we use it: `{name}`, `{count, number}`, `plural` with `#`, `select`, and `''` for an
 * apostrophe before a brace. Dates and money come in written by `Intl`.
 */
export function parseMessage(text: string): Part[] {
  let at = 0;
  const fail = (why: string): never => {
    throw new Error(`${why}, at character ${at + 1} of “${text}”`);
  };
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at += match[0].length;
    return match ? (match[1] ?? match[0]) : null;
  };

  /** Up to the end, or to the brace that closes a case. */
  function readParts(counted: string | null): Part[] {
    const parts: Part[] = [];
    let words = '';
    const add = (part: Part): void => {
      if (words !== '') parts.push(words);
      words = '';
      if (part !== '') parts.push(part);
    };
    while (at < text.length && text[at] !== '}') {
      const sign = text[at++] ?? '';
      if (sign === "'") words += readApostrophe();
      else if (sign === '#' && counted !== null) add({ value: counted, isNumber: true });
      else if (sign === '{') add(readValue());
      else words += sign;
    }
    add('');
    return parts;
  }

  /** Two are one. One before a brace or a number sign begins words that are taken as they are, up to the next. */
  function readApostrophe(): string {
    if (text[at] === "'") return text[at++] ?? '';
    if (!/[{}#]/.test(text[at] ?? '')) return "'";
    const end = text.indexOf("'", at);
    if (end < 0) fail('The apostrophe before this brace has no second one');
    const quoted = text.slice(at, end);
    at = end + 1;
    return quoted;
  }

  function readValue(): Part {
    const value = take(NAME) ?? fail('A value has a name, in small letters');
    const kind = take(KIND) as Choice['kind'] | null;
    const part: Part = kind
      ? { kind, value, cases: readCases(kind === 'plural' ? value : null) }
      : { value, ...(take(NUMBER) !== null && { isNumber: true }) };
    if (take(/\s*\}/y) === null) fail('A closing brace is missing');
    return part;
  }

  function readCases(counted: string | null): Choice['cases'] {
    const cases: Choice['cases'] = [];
    for (let name = take(CASE); name !== null; name = take(CASE)) {
      cases.push([name, readParts(counted)]);
      if (text[at++] !== '}') fail('A case is not closed');
    }
    if (cases.at(-1)?.[0] !== 'other') fail('The last case is called “other”');
    return cases;
  }

  const parts = readParts(null);
  if (at < text.length) fail('A brace closes nothing');
  return parts;
}

/** Every value of a message, once. */
export function valuesOf(parts: Part[]): string[] {
  const all = parts.flatMap((part) =>
    typeof part === 'string'
      ? []
      : [part.value, ...('cases' in part ? part.cases.flatMap(([, inside]) => valuesOf(inside)) : [])],
  );
  return [...new Set(all)];
}
