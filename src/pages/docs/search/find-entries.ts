import { KINDS, type SearchEntry } from './search-entry.ts';

// More than this nobody reads: another word finds it sooner.
const MAX_HITS = 30;

/** A match in the name counts most, then in its place, then in its text. */
const SCORES = { whole: 100, nameStart: 40, wordStart: 24, inName: 12, inPlace: 6, inText: 3 };

export interface Hit {
  readonly entry: SearchEntry;
  readonly score: number;
}

/** The entries that have every word of the query, the best first. */
export function findEntries(entries: readonly SearchEntry[], query: string): Hit[] {
  const words = plain(query).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join('');
  return entries
    .flatMap((entry) => {
      const score = scoreOf(entry, words);
      if (score === 0) return [];
      return [
        { entry, score: plain(entry.title).replaceAll(' ', '') === whole ? score + SCORES.whole : score },
      ];
    })
    .sort((a, b) => b.score - a.score || KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind))
    .slice(0, MAX_HITS);
}

/** 0 where a word is missing. */
function scoreOf(entry: SearchEntry, words: readonly string[]): number {
  const title = plain(entry.title);
  // quoteReference is found by its parts, and by itself however it is written.
  const joined = title.replaceAll(' ', '');
  const [where, text] = [plain(entry.where), plain(entry.text)];
  let sum = 0;
  for (const word of words) {
    const score =
      joined.startsWith(word) || title.startsWith(word)
        ? SCORES.nameStart
        : title.includes(` ${word}`)
          ? SCORES.wordStart
          : joined.includes(word)
            ? SCORES.inName
            : where.includes(word)
              ? SCORES.inPlace
              : text.includes(word)
                ? SCORES.inText
                : 0;
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}

/** Words in small letters without accents; the humps and underscores of a name are spaces. */
function plain(text: string): string {
  return text
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
