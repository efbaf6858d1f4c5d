import { decimalsOf } from './major-units.ts';

/**
 * An amount as banks write it, in minor units: with a comma or a dot for decimals, with either, blanks or apostrophes between thousands, with
 * the sign before, behind or as brackets, and with the currency around it. Null: it can't be read without a guess.
 *
 * One separator with three digits behind it (`1.000`) separates thousands, except in a currency of three decimals.
 */
export function readAmount(written: string, currency: string): number | null {
  const text = written.trim();
  // `1E+05`, or two numbers: what a spreadsheet has made of it, or no amount.
  if (/\d\s*[^\d.,\s'’_]+\s*\d/u.test(text)) return null;
  const plain = text.replaceAll(/[\p{L}\p{Sc}\s'’_+*]/gu, '');
  // Debits, by their letters: German banks write S (Soll) and H (Haben), English ones DR and CR.
  const isNegative = /^[-−(]|[-−)]$/u.test(plain) || /(^|[\s\d])(S|DR|D)$/i.test(text);
  const digits = plain.replaceAll(/[-−()]/gu, '');
  if (!/^\d[\d.,]*$|^[.,]\d+$/.test(digits)) return null;
  const decimals = decimalsOf(currency);
  const found = splitDecimals(digits, decimals);
  if (!found) return null;
  const { whole, fraction } = found;
  // Cents of a currency without any are zeros, or nobody knows what they are.
  if (/[1-9]/.test(fraction.slice(decimals))) return null;
  const minor = Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`);
  return Number.isSafeInteger(minor) ? (isNegative ? -minor : minor) : null;
}

function splitDecimals(digits: string, decimals: number): { whole: string; fraction: string } | null {
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return { whole: digits, fraction: '' };
  const mark = digits.charAt(last);
  const behind = digits.slice(last + 1);
  const before = digits.slice(0, last);
  const isRepeated = before.includes(mark);
  const other = mark === '.' ? ',' : '.';
  const hasOther = before.includes(other);
  const isThousands = isRepeated || (!hasOther && behind.length === 3 && decimals !== 3);
  if (isThousands) {
    // Thousands all the way, and no decimals.
    const groups = digits.split(mark);
    return !hasOther && areGroups(groups) ? { whole: groups.join(''), fraction: '' } : null;
  }
  if (behind.length > 3) return null;
  const groups = before.split(other);
  if (hasOther && !areGroups(groups)) return null;
  return { whole: groups.join('') || '0', fraction: behind };
}

/** The first of one to three digits; of two more are known in India, whose last has three. */
const areGroups = (groups: readonly string[]): boolean =>
  /^\d{1,3}$/.test(groups[0] ?? '') &&
  groups.at(-1)?.length === 3 &&
  groups.slice(1, -1).every((group) => group.length === 3 || group.length === 2);
