// The dashboard's page runs this too: nothing here may need Node.
import { WITH_THREE_DECIMALS, WITHOUT_DECIMALS } from './currency-decimals.ts';

/** How many digits of a currency are behind its decimal point: 2 for NGN, 0 for JPY, 3 for KWD. */
export function decimalsOf(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0;
  return WITH_THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** 750050 as `7500.50`: moves digits, calculates nothing. */
export function toMajorUnits(amountMinor: number, decimals: number): string {
  if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
    throw new RangeError(`${amountMinor} is not an amount of money`);
  if (decimals === 0) return String(amountMinor);
  const digits = String(amountMinor).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** One of so many equal parts of an amount, with further decimals, a half up: 1000 of NGN in 3 parts with 4 more is `3.333333`. */
export function partInMajorUnits(
  amountMinor: number,
  { parts, decimals, further }: { parts: number; decimals: number; further: number },
): string {
  const [finer, divisor] = [BigInt(amountMinor) * 10n ** BigInt(further), BigInt(parts)];
  const digits = String((2n * finer + divisor) / (2n * divisor)).padStart(decimals + further + 1, '0');
  const point = digits.length - decimals - further;
  return decimals + further === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** An amount that is read as it is meant, for people who have typed something else: `15000.50`, `1500050`, `1500.050`. */
export const exampleAmount = (currency: string): string => toMajorUnits(1_500_050, decimalsOf(currency));

// Some gateways' languages write 10000000 as 1.0E7. More digits than this are no amount of money.
const DECIMAL = /^(\d{1,20})(?:\.(\d{1,20}))?(?:[eE]\+?(\d{1,2}))?$/;

/** `7500.5` as 750050, exactly. Null where it is no amount, too large, or finer than the currency's smallest coin. */
export function toMinorUnits(major: string, decimals: number): number | null {
  const [isDecimal, whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(major) ?? [];
  if (isDecimal === undefined) return null;
  const point = whole.length + Number(exponent) + decimals;
  const digits = (whole + fraction).padEnd(point, '0');
  if (/[^0]/.test(digits.slice(point))) return null;
  const amountMinor = Number(digits.slice(0, point) || '0');
  return Number.isSafeInteger(amountMinor) ? amountMinor : null;
}
