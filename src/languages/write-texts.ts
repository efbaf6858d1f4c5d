import { LANGUAGE_FACTS, type Language } from '../values/language.ts';
import { parseMessage, valuesOf, type Part } from './parse-message.ts';

/** A page's messages in a language, as its file has them. */
export type Catalogue = { [key: string]: Message };
export type Message = string | Catalogue | Message[];

/**
 * Writes the script of a page's texts: an object of strings, and of small functions where a message has values. One value is handed in as it
 * is, several by their names. A message that the language lacks is the English one.
 */
export function writeTexts(
  language: string,
  { english, own }: { english: Catalogue; own: Catalogue },
): string {
  const isRightToLeft = factsOf(language)?.dir === 'rtl';
  const written = writeMessages(english, own, { key: '', isRightToLeft });
  const rules = `rules=new Intl.PluralRules(${JSON.stringify(language)}),plural=count=>rules.select(count)`;
  const englishRule = 'englishPlural=count=>count===1?"one":"other"';
  const number = `number=value=>value.toLocaleString(${JSON.stringify(factsOf(language)?.locale ?? language)})`;
  const needed = [
    written.includes('plural(') && rules,
    written.includes('englishPlural(') && englishRule,
    written.includes('number(') && number,
  ];
  const helpers = needed.filter(Boolean).join(',');
  return `(()=>{${helpers && `const ${helpers};`}return ${written}})()`;
}

/** A language that is only begun has no facts yet. */
const factsOf = (language: string): { locale: string; dir: string } | undefined =>
  LANGUAGE_FACTS[language as Language];

type Place = { key: string; isRightToLeft: boolean };

function writeMessages(english: Message, own: Message | undefined, place: Place): string {
  const { key } = place;
  if (typeof english === 'string') {
    if (own !== undefined && typeof own !== 'string') throw new Error(`${key} is one message in English`);
    return writeMessage(english, own, place);
  }
  if (typeof own === 'string') throw new Error(`${key} is several messages in English`);
  const within = (name: string): string =>
    writeMessages((english as Catalogue)[name] ?? '', (own as Catalogue | undefined)?.[name], {
      ...place,
      key: key === '' ? name : `${key}.${name}`,
    });
  if (Array.isArray(english)) return `[${english.map((_, index) => within(String(index))).join(',')}]`;
  return `{${Object.keys(english)
    .map((name) => `${JSON.stringify(name)}:${within(name)}`)
    .join(',')}}`;
}

function writeMessage(english: string, own: string | undefined, { key, isRightToLeft }: Place): string {
  const values = valuesOf(parseMessage(english));
  const parts = parseMessage(own ?? english);
  const unknown = valuesOf(parts).filter((value) => !values.includes(value));
  if (unknown.length > 0)
    throw new Error(`${key} has {${unknown.join('}, {')}}, which English does not have`);
  const counted = pluralsOf(parts).filter((value) => !pluralsOf(parseMessage(english)).includes(value));
  if (counted.length > 0)
    throw new Error(`${key} counts {${counted.join('}, {')}}: write it as a plural in English, too`);
  const nameOf = (value: string): string => (values.length === 1 ? 'values' : `values.${value}`);
  const plural = own === undefined ? 'englishPlural' : 'plural';
  const written = writeParts(parts, { nameOf, plural, isRightToLeft });
  return values.length === 0 ? written : `values=>${written}`;
}

/** The values that choose a form. The English ones are numbers to callers. */
const pluralsOf = (parts: Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string' || !('cases' in part)) return [];
    const within = part.cases.flatMap(([, inside]) => pluralsOf(inside));
    return part.kind === 'plural' ? [part.value, ...within] : within;
  });

type Names = { nameOf: (value: string) => string; plural: string; isRightToLeft: boolean };

// The text between them is ordered by itself, in its own direction: a Latin name or a price tears no Arabic sentence.
const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ['\u2068', '\u2069'];
// Mail programs would take the sign for a part of the address.
const IS_ADDRESS = /url$/i;

function writeParts(parts: Part[], names: Names): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object' && 'cases' in only) return writeCases(only, names);
  const template = parts.map((part) => {
    if (typeof part === 'string') return part.replaceAll(/[\\`]|\$(?=\{)/g, '\\$&');
    if ('cases' in part) return `\${${writeCases(part, names)}}`;
    const value = `\${${writeValue(part, names)}}`;
    return isolates(part, names) ? `${FIRST_STRONG_ISOLATE}${value}${POP_ISOLATE}` : value;
  });
  return `\`${template.join('')}\``;
}

const writeValue = ({ value, isNumber }: { value: string; isNumber?: true }, { nameOf }: Names): string =>
  isNumber ? `number(${nameOf(value)})` : nameOf(value);

const isolates = (
  { value, isNumber }: { value: string; isNumber?: true },
  { isRightToLeft }: Names,
): boolean => isRightToLeft && !isNumber && !IS_ADDRESS.test(value);

function writeCases({ kind, value, cases }: Extract<Part, { kind: string }>, names: Names): string {
  const name = names.nameOf(value);
  const test = (wanted: string): string => {
    if (kind === 'select') return wanted === 'true' ? name : `${name}===${JSON.stringify(wanted)}`;
    if (wanted.startsWith('=')) return `${name}===${wanted.slice(1)}`;
    return `${names.plural}(${name})===${JSON.stringify(wanted)}`;
  };
  return cases.reduceRight(
    (rest, [wanted, parts]) =>
      wanted === 'other' && rest === ''
        ? writeParts(parts, names)
        : `${test(wanted)}?${writeParts(parts, names)}:${rest}`,
    '',
  );
}
