import { MAX_SLUG_CHARACTERS } from './slug.ts';

/** Letters that Unicode does not take apart into one of a to z and a mark, each with how it is typed without. */
const LETTERS = new Map(
  [
    // Europe and West Africa
    'ß:ss æ:ae œ:oe ø:o đ:d ð:d þ:th ł:l ı:i ħ:h ŧ:t ŋ:ng ɓ:b ɗ:d ɖ:d ɛ:e ǝ:e ə:e ƒ:f ɣ:g ɩ:i ƙ:k ɔ:o ʃ:sh ʋ:v ƴ:y',
    // Cyrillic
    'а:a б:b в:v г:g ґ:g д:d е:e є:ie ж:zh з:z и:i і:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch',
    'ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya ђ:dj љ:lj њ:nj ћ:c џ:dz',
    // Greek
    'α:a β:v γ:g δ:d ε:e ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o',
    // Arabic and Persian
    'ا:a ب:b ت:t ث:th ج:j ح:h خ:kh د:d ذ:dh ر:r ز:z س:s ش:sh ص:s ض:d ط:t ظ:z ع:a غ:gh ف:f ق:q ك:k ل:l م:m ن:n ه:h',
    'و:w ي:y ى:a ة:a ء: پ:p چ:ch ژ:zh گ:g ک:k ی:y',
  ]
    .flatMap((line) => line.split(' '))
    .map((pair): [string, string] => [pair.slice(0, 1), pair.slice(2)]),
);
const SIGNS = new Map([
  ['&', ' and '],
  ['@', ' at '],
  ['’', ''],
  ['ʼ', ''],
  ["'", ''],
]);

// Room for a number behind it, where another event has it already.
const MAX_BASE_CHARACTERS = MAX_SLUG_CHARACTERS - 10;

const plain = (letter: string): string => SIGNS.get(letter) ?? LETTERS.get(letter) ?? letter;

/**
 * A slug from an event's name: as it would be typed without a mark on any letter. A name in a script that is not in the table, or of
 * signs alone, becomes `event`: the host can choose a better one.
 */
export function makeSlug(name: string): string {
  const lower = Array.from(name.normalize('NFKC').toLowerCase(), plain).join('');
  const bare = lower.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // A second time: a mark may have been in the way.
  const words = Array.from(bare, plain)
    .join('')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  return fit(words) || 'event';
}

/** As many words as there is room for; of a single word that is too long, its beginning. */
function fit(words: readonly string[]): string {
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word.slice(0, MAX_BASE_CHARACTERS) : `${slug}-${word}`;
    if (longer.length > MAX_BASE_CHARACTERS) return slug;
    slug = longer;
  }
  return slug;
}
