import { ACCOUNT_GATEWAYS, type AccountGateway } from './gateway-accounts.ts';
import { GATEWAYS } from './gateways/all-gateways.ts';
import type { Taking } from './gateways/gateway-facts.ts';

// None of the gateways' currencies and limits was read from the gateway's own page when this was written: compare them before relying on
// them, and when a gateway refuses an amount.

/** The currencies that each gateway charges in. */
export const GATEWAY_CURRENCIES = Object.fromEntries(
  ACCOUNT_GATEWAYS.map((gateway) => [gateway, GATEWAYS[gateway].currencies]),
) as Record<AccountGateway, readonly string[]>;

/** Every currency that some gateway takes. */
export const CURRENCIES: readonly string[] = [
  ...new Set(Object.values(GATEWAY_CURRENCIES).flat()),
].toSorted();

/** The gateways that take a currency, those first that are at home there. */
export const gatewaysFor = (currency: string): AccountGateway[] =>
  ACCOUNT_GATEWAYS.filter((gateway) => GATEWAY_CURRENCIES[gateway].includes(currency)).toSorted(
    (one, other) => isAtHome(other, currency) - isAtHome(one, currency),
  );

const isAtHome = (gateway: AccountGateway, currency: string): number =>
  Number(GATEWAYS[gateway].atHomeIn.includes(currency));

/** Null: the gateway does not take the currency. */
export function takingOf(gateway: AccountGateway, currency: string): Taking | null {
  const facts = GATEWAYS[gateway];
  return facts.currencies.includes(currency) ? facts.takingOf(currency) : null;
}

/** Every amount is a multiple of this. One where no gateway of a host's took the payment. */
export const stepOf = (gateway: string, currency: string): number =>
  ACCOUNT_GATEWAYS.map((name) => (name === gateway ? takingOf(name, currency) : null)).find(Boolean)
    ?.stepMinor ?? 1;

/** Whether a gateway takes such an amount. */
export function isTaken(gateway: AccountGateway, currency: string, amountMinor: number): boolean {
  const taking = takingOf(gateway, currency);
  if (!taking) return false;
  const { smallestMinor, largestMinor, stepMinor } = taking;
  return amountMinor >= smallestMinor && amountMinor <= largestMinor && amountMinor % stepMinor === 0;
}
