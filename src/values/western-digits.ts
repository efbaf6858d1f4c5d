// Keyboards for Arabic, Persian and Japanese write these by themselves. The last four bits of each are its value.
const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g;

/** The text with digits from 0 to 9. */
export const westernDigits = (text: string): string =>
  text.replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
