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

/** What may be told of an account: nothing that it could be used with. Dates are in ISO 8601. */
export type AccountView = {
  accountId: string;
  gateway: AccountGateway;
  currency: string;
  createdAt: string;
  /** When the gateway said that it knows the key. */
  checkedAt: string | null;
  disabledAt: string | null;
  /** Null where the credentials can't be opened any more. */
  opened: { isTest: boolean; keyEnd: string | null } | null;
};

/** Which gateway takes a host's payments, currency by currency. */
export type PaymentAccountsView = {
  /** The host's own currency first. */
  currencies: { currency: string; account: AccountView | null }[];
  /** Replaced or disabled, newest first: payments that were made with them are still looked up and refunded. */
  earlier: AccountView[];
  gateways: { gateway: AccountGateway; currencies: string[]; callbackUrl: string }[];
  /** In development, it takes what no account takes. */
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
