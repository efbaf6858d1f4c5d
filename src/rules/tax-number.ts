// The forms of VAT numbers in the European Union, each behind its two letters, as VIES takes them. Whether a number is in force is not asked.
const EU_NUMBERS: Readonly<Record<string, string>> = {
  AT: 'U\\d{8}',
  BE: '[01]\\d{9}',
  BG: '\\d{9,10}',
  CY: '\\d{8}[A-Z]',
  CZ: '\\d{8,10}',
  DE: '\\d{9}',
  DK: '\\d{8}',
  EE: '\\d{9}',
  EL: '\\d{9}',
  ES: '[A-Z0-9]\\d{7}[A-Z0-9]',
  FI: '\\d{8}',
  FR: '[A-HJ-NP-Z0-9]{2}\\d{9}',
  HR: '\\d{11}',
  HU: '\\d{8}',
  IE: '\\d[A-Z0-9+*]\\d{5}[A-Z]{1,2}',
  IT: '\\d{11}',
  LT: '(\\d{9}|\\d{12})',
  LU: '\\d{8}',
  LV: '\\d{11}',
  MT: '\\d{8}',
  NL: '\\d{9}B\\d{2}',
  PL: '\\d{10}',
  PT: '\\d{9}',
  RO: '\\d{2,10}',
  SE: '\\d{12}',
  SI: '\\d{8}',
  SK: '\\d{10}',
};

// Greece's numbers begin with the letters of its own name for itself.
const lettersOf = (countryCode: string): string => (countryCode === 'GR' ? 'EL' : countryCode);

const isNumberOf = (letters: string, rest: string): boolean =>
  new RegExp(`^${EU_NUMBERS[letters] ?? '$.'}$`).test(rest);

/**
 * A tax number as it is stored; null: it can't be one. In the European Union it has the form of the country that its letters name; the letters of the
 * buyer's own country may be left out. Elsewhere it is what the country's tax office gives: a few letters and digits.
 */
export function readTaxNumber(typed: string, countryCode: string): string | null {
  const letters = lettersOf(countryCode);
  const packed = typed
    .toUpperCase()
    .replaceAll(/[\s.-]/g, '')
    .replace(/^GR(?=\d)/, 'EL');
  if (Object.hasOwn(EU_NUMBERS, letters)) {
    if (isNumberOf(packed.slice(0, 2), packed.slice(2))) return packed;
    return isNumberOf(letters, packed) ? letters + packed : null;
  }
  const kept = typed.toUpperCase();
  return /^(?=.*\d)[A-Z0-9][A-Z0-9 ./-]{2,29}$/.test(kept) ? kept : null;
}
