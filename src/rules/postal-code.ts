// How many digits a postal code has, where it is nothing but digits and every address has one.
const DIGITS = `AT4 AU4 BE4 BG4 BR8 CH4 CN6 CY4 DE5 DK4 EE5 ES5 FI5 FR5 HR5 HU4 IN6 IT5 LI4 LU4 MC5 MX5 NO4 NZ4 RO6 RS5 SG6 SI4 TR5 UA5 ZA4`;

const SHAPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(DIGITS.split(' ').map((one) => [one.slice(0, 2), `\\d{${one.slice(2)}}`])),
  CA: '[A-Z]\\d[A-Z] ?\\d[A-Z]\\d',
  CZ: '\\d{3} ?\\d{2}',
  GB: '[A-Z]{1,2}\\d[A-Z\\d]? ?\\d[A-Z]{2}',
  GR: '\\d{3} ?\\d{2}',
  IE: '[A-Z\\d]{3} ?[A-Z\\d]{4}',
  JP: '\\d{3}-?\\d{4}',
  KR: '\\d{5}',
  LT: '(LT-)?\\d{5}',
  LV: '(LV-)?\\d{4}',
  MT: '[A-Z]{3} ?\\d{4}',
  NL: '\\d{4} ?[A-Z]{2}',
  PL: '\\d{2}-?\\d{3}',
  PT: '\\d{4}(-?\\d{3})?',
  SE: '\\d{3} ?\\d{2}',
  SK: '\\d{3} ?\\d{2}',
  US: '\\d{5}(-\\d{4})?',
};

/** A postal code as it is stored; null: it can't be one of that country. Of countries that are not listed it may be anything, or nothing. */
export function readPostalCode(typed: string, countryCode: string): string | null {
  const code = typed.trim().toUpperCase();
  const shape = SHAPES[countryCode];
  return shape === undefined || new RegExp(`^${shape}$`).test(code) ? code : null;
}

/** Whether every address of that country has one. */
export const asksPostalCode = (countryCode: string): boolean => readPostalCode('', countryCode) === null;
