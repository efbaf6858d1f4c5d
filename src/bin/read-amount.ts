import { ConfigError } from '../config/config-error.ts';
import { decimalsOf, exampleAmount, toMinorUnits } from '../values/major-units.ts';

// 1e3 and 0x10 would be numbers too, and are surely not meant.
const DECIMAL = /^\d{1,15}(\.\d{1,6})?$/;

/** `1500.50` in a currency as 150050, digit by digit. */
export function readAmount(option: string, text: string, currency: string): number {
  const amountMinor = DECIMAL.test(text) ? toMinorUnits(text, decimalsOf(currency)) : null;
  if (amountMinor === null)
    throw new ConfigError(`${option} takes an amount in ${currency}, such as ${exampleAmount(currency)}.`);
  return amountMinor;
}

/** `2.5` percent as 250 basis points. */
export function readPercent(option: string, text: string): number {
  const basisPoints = DECIMAL.test(text) ? toMinorUnits(text, 2) : null;
  if (basisPoints === null || basisPoints > 10_000)
    throw new ConfigError(
      `${option} takes a number from 0 to 100 with at most two decimals, such as 5 or 2.5.`,
    );
  return basisPoints;
}
