import { ALPHABET } from './number-labels.ts';

// Copies go on counting: a row after A, B and C is D, after 1, 2 and 3 it is 4, and after “Block 1” comes “Block 2”.

type Counted = { kind: 'number' | 'upper' | 'lower' | 'double'; prefix: string; at: number; digits: number };
type Counting = { taken: ReadonlySet<string>; letters: string; longest: number };

/** The plan's letters: I and O are left out unless it has them. One that has I leaves nothing out. */
export function lettersOf(labels: Iterable<string>): string {
  const used = new Set<string>();
  for (const label of labels) {
    const [, letters = ''] = LETTERS.exec(label) ?? [];
    for (const letter of letters.toUpperCase()) used.add(letter);
  }
  if (used.has('I')) return ALPHABET;
  return ALPHABET.replace('I', '').replace('O', used.has('O') ? 'O' : '');
}

const NUMBER = /^(.*?)(\d{1,9})$/s;
// One or two letters that stand alone: more are a word.
const LETTERS = /(?<![\p{L}\p{N}])([A-Z]{1,2}|[a-z]{1,2})$/u;

function parse(label: string, { letters, taken }: Pick<Counting, 'letters' | 'taken'>): Counted | null {
  const [, prefix = '', digits] = NUMBER.exec(label) ?? [];
  if (digits !== undefined) return { kind: 'number', prefix, at: Number(digits), digits: digits.length };
  const [, found] = LETTERS.exec(label) ?? [];
  if (found === undefined) return null;
  const before = label.slice(0, -found.length);
  const [first = '', second] = found.toUpperCase();
  const [high, low] = [letters.indexOf(first), second === undefined ? 0 : letters.indexOf(second)];
  if (high < 0 || low < 0) return null;
  const isUpper = found < 'a';
  if (first === second && isUpper && hasDoubles(taken, before, found))
    return { kind: 'double', prefix: before, at: high, digits: 0 };
  const at = second === undefined ? high : (high + 1) * letters.length + low;
  return { kind: isUpper ? 'upper' : 'lower', prefix: before, at, digits: 0 };
}

/** Some halls count AA, BB, CC after Z. */
const hasDoubles = (taken: ReadonlySet<string>, prefix: string, own: string): boolean =>
  Array.from(ALPHABET).some((letter) => letter + letter !== own && taken.has(`${prefix}${letter}${letter}`));

function write({ kind, prefix, at, digits }: Counted, { letters, longest }: Counting): string {
  const doubled = letters.charAt(at % letters.length);
  const counted =
    kind === 'number'
      ? String(at).padStart(digits, '0')
      : kind === 'double'
        ? doubled.repeat(2 + Math.floor(at / letters.length))
        : inLetters(at, letters);
  const text = kind === 'lower' ? counted.toLowerCase() : counted;
  return (
    Array.from(prefix)
      .slice(0, Math.max(0, longest - text.length))
      .join('') + text
  );
}

function inLetters(at: number, letters: string): string {
  let text = '';
  for (let rest = at + 1; rest > 0; rest = Math.floor((rest - 1) / letters.length))
    text = letters.charAt((rest - 1) % letters.length) + text;
  return text;
}

/**
 * Labels for copies: those that are free stay. If one of a kind is taken, all of its kind go on after the highest one, in their own order.
 * The answers are in the order of the question, and no two of them, nor one of them and a taken one, are the same.
 */
export function continueLabels(labels: readonly string[], counting: Counting): string[] {
  const { taken } = counting;
  const kindOf = ({ kind, prefix }: Counted): string => `${kind} ${prefix}`;
  const copies = labels.map((label, nth) => {
    const counted = parse(label, counting) ?? wordOf(label);
    return { nth, label, counted, kind: kindOf(counted) };
  });
  const seen = new Set(taken);
  const clashing = new Set<string>();
  for (const { label, kind } of copies) {
    if (seen.has(label)) clashing.add(kind);
    seen.add(label);
  }
  const given = new Set(taken);
  for (const { label, kind } of copies) if (!clashing.has(kind)) given.add(label);
  const highest = new Map<string, number>();
  for (const label of taken) {
    const counted = parse(label, counting);
    if (counted) highest.set(kindOf(counted), Math.max(counted.at, highest.get(kindOf(counted)) ?? 0));
  }
  const answers = [...labels];
  for (const { nth, counted, kind } of copies.toSorted((one, other) => one.counted.at - other.counted.at)) {
    if (!clashing.has(kind)) continue;
    let at = highest.get(kind) ?? counted.at;
    let label = '';
    do label = write({ ...counted, at: (at += 1) }, counting);
    while (given.has(label));
    highest.set(kind, at);
    given.add(label);
    answers[nth] = label;
  }
  return answers;
}

/** A word counts from two on: “Orchestra”, “Orchestra 2”. One that is free stays. */
const wordOf = (label: string): Counted => ({
  kind: 'number',
  prefix: label === '' ? '' : `${label} `,
  at: 1,
  digits: 1,
});
