// The dashboard's page runs this too: nothing here may need Node.

/** As it is read: whether there is such a place on the globe is asked later. */
export type Degrees = { lat: number; lng: number };

const NUMBER = String.raw`(\d{1,9}(?:\.\d{1,20})?)`;
const ANGLE = `([+-]?)${NUMBER}(?: ?° ?(?:${NUMBER} ?' ?(?:${NUMBER} ?")?)?)?`;
// The letter stands before the angle or after it. Spaces are single by then, so nothing is looked for twice.
const LETTER_FIRST = new RegExp(`([NSEW]) ?${ANGLE}`, 'y');
const LETTER_LAST = new RegExp(`${ANGLE}(?: ?([NSEW]))?`, 'y');
const BETWEEN = / ?[,;/|]? ?/y;
// Whole degrees, or one number with a comma for the point?
const UNCLEAR = /^[+-]?\d+,\d+$/;

type Axis = { degrees: number; letter: string; text: string; end: number };

/** Two angles as people write them: `6.4281, 3.4219`, `3,4219 E 6,4281 N`, `6°25'41"N 3°25'19"E`. Null: it is something else. */
export function readDegrees(typed: string): Degrees | null {
  const text = plain(typed);
  if (UNCLEAR.test(text)) return null;
  // A comma is the point of a number where that alone makes sense.
  return readPair(text) ?? (text.includes('.') ? null : readPair(text.replaceAll(/(\d),(?=\d)/g, '$1.')));
}

/** In the spelling of programs: a point for the point, a comma between. What follows may be anything, such as a zoom or a name. */
export function readPlainPair(text: string): Degrees | null {
  const pair =
    /^\s*(?:loc:)?\s*([+-]?\d{1,9}(?:\.\d{1,20})?)\s*,\s*([+-]?\d{1,9}(?:\.\d{1,20})?)(?![\d.])/.exec(text);
  return pair && { lat: Number(pair[1]), lng: Number(pair[2]) };
}

function readPair(text: string): Degrees | null {
  const first = readAxis(text, 0);
  if (!first) return null;
  BETWEEN.lastIndex = first.end;
  const between = BETWEEN.exec(text)?.[0] ?? '';
  // Digits run into each other; a letter or a mark ends a number by itself.
  if (between === '' && /\d$/.test(first.text)) return null;
  const second = readAxis(text, first.end + between.length);
  if (!second || second.end !== text.length) return null;
  return inOrder(first, second);
}

/** Latitude comes first, unless letters say otherwise. */
function inOrder(first: Axis, second: Axis): Degrees | null {
  const isAcross = ({ letter }: Axis): boolean => letter === 'E' || letter === 'W';
  const isAlong = ({ letter }: Axis): boolean => letter === 'N' || letter === 'S';
  if (isAcross(first) || isAlong(second)) {
    const isClear = !isAcross(second) && !isAlong(first);
    return isClear ? { lat: second.degrees, lng: first.degrees } : null;
  }
  return { lat: first.degrees, lng: second.degrees };
}

function readAxis(text: string, at: number): Axis | null {
  for (const pattern of [LETTER_FIRST, LETTER_LAST]) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const isFirst = pattern === LETTER_FIRST;
    const [sign = '', ...numbers] = match.slice(isFirst ? 2 : 1, isFirst ? 6 : 5);
    const letter = (isFirst ? match[1] : match[5]) ?? '';
    const degrees = sumUp(numbers);
    // Minus and south is one too many.
    if (degrees === null || (sign !== '' && letter !== '')) return null;
    const isBelow = sign === '-' || letter === 'S' || letter === 'W';
    return { degrees: isBelow ? -degrees : degrees, letter, text: match[0], end: pattern.lastIndex };
  }
  return null;
}

/** Degrees, minutes, seconds: a fraction is the last one's alone, and there are sixty of each. */
function sumUp(numbers: (string | undefined)[]): number | null {
  const given = numbers.filter((number) => number !== undefined);
  if (given.slice(0, -1).some((number) => number.includes('.'))) return null;
  const [degrees = 0, minutes = 0, seconds = 0] = given.map(Number);
  return minutes < 60 && seconds < 60 ? degrees + minutes / 60 + seconds / 3600 : null;
}

/** One spelling of every mark that people and programs write. */
const plain = (text: string): string =>
  withoutEnd(text)
    .toUpperCase()
    .replaceAll(/[\u2212\u2010\u2011\uFE63\uFF0D]/g, '-')
    .replaceAll(/[º˚∘]/g, '°')
    .replaceAll(/[′’‘ʹ´`ʼ]/g, "'")
    .replaceAll(/[″”“„ʺ]|''/g, '"')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[ ([{]+/, '');

/** From behind, and not by a pattern, which begins anew at each of a thousand dots. */
function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && /[\s)\]}.,;]/.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
