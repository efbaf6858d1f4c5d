// The dashboard's page runs this too: nothing here may need Node.

import { westernDigits } from './western-digits.ts';

const PLAIN = /^(\d{1,15})(?:[.,](\d+))?$/;
// With three decimals, 1,500 is fifteen hundred to some and one and a half to others.
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;
const GROUPED = /^(\d{1,3}(?:([,. ])\d{3})(?:\2\d{3}){0,3})(?:[.,](\d+))?$/;

const ARABIC_POINT = '\u066B';

/**
 * A number as people type it, in units of its last decimal: `12.5` with two decimals is 1250, digit by digit. A comma may stand for
 * the point, and thousands may be grouped. Null: it is no number, has more decimals, or may be either of two.
 */
export function readDecimal(typed: string, decimals: number): number | null {
  const text = westernDigits(typed.trim())
    .replaceAll('\uFF0C', ',')
    .replaceAll('\uFF0E', '.')
    .replaceAll(/[\s’'\u066C]/g, ' ');
  // Nobody groups thousands by it.
  const isPoint = text.includes(ARABIC_POINT);
  const plain = PLAIN.exec(isPoint ? text.replaceAll(' ', '').replace(ARABIC_POINT, '.') : text);
  if (decimals === 3 && AMBIGUOUS.test(text)) return null;
  if (plain && (plain[2]?.length ?? 0) <= decimals) return join(plain[1], plain[2], decimals);
  const grouped = isPoint ? null : GROUPED.exec(text);
  if (!grouped || (grouped[3]?.length ?? 0) > decimals) return null;
  return join(grouped[1]?.replaceAll(/[,. ]/g, ''), grouped[3], decimals);
}

function join(whole = '', fraction = '', decimals: number): number | null {
  const number = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(number) ? number : null;
}

/** The other way: `12.5`, without zeros that say nothing; `isMoney` keeps its decimals where there are any. */
export function writeDecimal(number: number, decimals: number, isMoney = false): string {
  const digits = String(number).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals);
  const shown = isMoney ? (/^0*$/.test(fraction) ? '' : fraction) : fraction.replace(/0+$/, '');
  return shown === '' ? whole : `${whole}.${shown}`;
}
