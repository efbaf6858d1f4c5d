import { takingOf } from '../../rules/gateway-currencies.ts';
import { decimalsOf, toMajorUnits, toMinorUnits } from '../../values/major-units.ts';
import { GatewayRefused } from '../gateway.ts';

const unitsOf = (currency: string): number => takingOf('stripe', currency)?.decimals ?? decimalsOf(currency);

/** An amount as Stripe counts it: 500 of ISK 5, where ours has no cents. */
export function toStripeUnits(amountMinor: number, currency: string): string {
  const step = takingOf('stripe', currency)?.stepMinor ?? 1;
  const units = toMinorUnits(toMajorUnits(amountMinor, decimalsOf(currency)), unitsOf(currency));
  if (units === null || amountMinor % step !== 0)
    throw new GatewayRefused(`Stripe takes no part of ${step} ${currency} minor units`);
  return String(units);
}

/** The other way. Null where it is no amount of the currency. */
export function fromStripeUnits(units: string | null, currency: string): number | null {
  const amount = toMinorUnits(units ?? '', 0);
  return amount === null ? null : toMinorUnits(toMajorUnits(amount, unitsOf(currency)), decimalsOf(currency));
}
