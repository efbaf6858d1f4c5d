import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { Database } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { listPaymentAccounts, type ListedAccount } from '../../../payments/list-payment-accounts.ts';
import { ROUTES } from '../../../routes.ts';
import {
  ACCOUNT_GATEWAYS,
  GATEWAY_CURRENCIES,
  type AccountGateway,
} from '../../../rules/gateway-accounts.ts';

/** The public facts of an account, without its secrets. Dates are in ISO 8601. */
export type AccountView = {
  accountId: string;
  gateway: AccountGateway;
  currency: string;
  createdAt: string;
  /** The time when the gateway accepted the key. */
  checkedAt: string | null;
  disabledAt: string | null;
  /** Null if the credentials can no longer be decrypted. */
  opened: { isTest: boolean; keyEnd: string | null } | null;
};

/** The gateways of a host, by currency. */
export type PaymentAccountsView = {
  /** The host's own currency first. */
  currencies: { currency: string; account: AccountView | null }[];
  /** Replaced or disabled, newest first. Their payments are still looked up and refunded with them. */
  earlier: AccountView[];
  gateways: { gateway: AccountGateway; currencies: string[]; callbackUrl: string }[];
  /** In development, the sandbox takes all other currencies. */
  hasSandbox: boolean;
};

type Deps = { database: Database; secretKeys: SecretKeys; publicUrl: string; hasSandbox: boolean };

export async function loadPaymentAccounts(
  { database, secretKeys, publicUrl, hasSandbox }: Deps,
  { hostId, country }: Member,
): Promise<PaymentAccountsView> {
  const accounts = (await listPaymentAccounts(database, secretKeys, hostId)).map(toView);
  const own = COUNTRIES[country].currency;
  const currencies = new Set([own, ...Object.values(COUNTRIES).map(({ currency }) => currency)]);
  return {
    currencies: [...currencies].map((currency) => ({
      currency,
      account: accounts.find((one) => one.currency === currency && one.disabledAt === null) ?? null,
    })),
    earlier: accounts.filter(({ disabledAt }) => disabledAt !== null),
    gateways: ACCOUNT_GATEWAYS.map((gateway) => ({
      gateway,
      currencies: [...GATEWAY_CURRENCIES[gateway]],
      callbackUrl: `${publicUrl}${ROUTES.callbacks.callback.path.replace(':gateway', gateway)}`,
    })),
    hasSandbox,
  };
}

const toView = (account: ListedAccount): AccountView => ({
  ...account,
  createdAt: account.createdAt.toISOString(),
  checkedAt: account.checkedAt?.toISOString() ?? null,
  disabledAt: account.disabledAt?.toISOString() ?? null,
});
