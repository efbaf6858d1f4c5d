import type { SecretKeys } from '../../../secrets/secret-keys.ts';
import type { Database } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { listPaymentAccounts, type ListedAccount } from '../../../payments/list-payment-accounts.ts';
import { methodsOnPageOf } from '../../../payments/payment-methods.ts';
import type { PaymentMethod } from '../../../rules/payment-methods.ts';
import { ROUTES } from '../../../routes.ts';
import type { AccountGateway } from '../../../rules/gateway-accounts.ts';
import { GATEWAY_CURRENCIES } from '../../../rules/gateway-currencies.ts';

/** The public facts of an account, without its secrets. Dates are in ISO 8601. */
export type AccountView = {
  accountId: string;
  gateway: AccountGateway;
  currency: string;
  createdAt: string;
  /** The time when the gateway accepted the key. */
  checkedAt: string | null;
  disabledAt: string | null;
  /** The first callback with a right signature. */
  firstCallbackAt: string | null;
  /** A payment that no callback has told of. */
  missedCallbackAt: string | null;
  /** A callback with a wrong signature, while none with a right one has come. */
  refusedCallbackAt: string | null;
  /** Null if the credentials can no longer be decrypted. */
  opened: { isTest: boolean; keyEnd: string | null } | null;
  /** The ways to pay on its gateway's page. */
  methods: PaymentMethod[];
  /** Its gateway does not answer, so buyers are offered the others first. */
  downSince: string | null;
};

/** The gateways of a host, by currency. */
export type PaymentAccountsView = {
  /** The host's own currency first, and the accounts of each in the order in which buyers are offered them. */
  currencies: { currency: string; account: AccountView | null }[];
  /** Replaced or disabled, newest first. Their payments are still looked up and refunded with them. */
  earlier: AccountView[];
  /** In development, the sandbox takes all other currencies. */
  hasSandbox: boolean;
};

/** The guide to one gateway, for one currency. */
export type PaymentGatewayView = {
  gateway: AccountGateway;
  currency: string;
  /** Those of the gateway, the host's own first. */
  currencies: string[];
  /** The account that takes the currency now, here or at another gateway. Null for one that is to be connected beside. */
  account: AccountView | null;
  /** The accounts that another one is connected beside; null: it is connected instead of one, or as the first. */
  beside: AccountGateway[] | null;
  callbackUrl: string;
  /** Production takes live keys only. */
  takesTestKeys: boolean;
};

type Deps = { database: Database; secretKeys: SecretKeys };

export async function loadPaymentAccounts(
  { hasSandbox, ...deps }: Deps & { hasSandbox: boolean },
  { hostId, country }: Member,
): Promise<PaymentAccountsView> {
  const accounts = await listViews(deps, hostId);
  return {
    currencies: currenciesOf(country, accounts).flatMap((currency): PaymentAccountsView['currencies'] => {
      const own = allInUse(accounts, currency);
      return own.length === 0 ? [{ currency, account: null }] : own.map((account) => ({ currency, account }));
    }),
    earlier: accounts.filter(({ disabledAt }) => disabledAt !== null),
    hasSandbox,
  };
}

// Shown for a gateway that takes none of the host's own.
const COMMON = ['USD', 'EUR', 'GBP'];

export async function loadPaymentGateway(
  { publicUrl, isProduction, ...deps }: Deps & { publicUrl: string; isProduction: boolean },
  { hostId, country }: Member,
  {
    gateway,
    wanted,
    isBeside = false,
  }: { gateway: AccountGateway; wanted: string | undefined; isBeside?: boolean },
): Promise<PaymentGatewayView> {
  const accounts = await listViews(deps, hostId);
  const taken = GATEWAY_CURRENCIES[gateway];
  const own = [...new Set([...currenciesOf(country, accounts), wanted ?? ''])].filter((code) =>
    taken.includes(code),
  );
  const currencies = own.length > 0 ? own : COMMON.filter((code) => taken.includes(code));
  const currency = currencies.find((code) => code === wanted) ?? currencies[0] ?? '';
  return {
    gateway,
    currency,
    currencies,
    account: isBeside ? null : inUse(accounts, { currency, gateway }),
    beside: isBeside ? allInUse(accounts, currency).map((account) => account.gateway) : null,
    callbackUrl: `${publicUrl}${ROUTES.callbacks.callback.path.replace(':gateway', gateway)}`,
    takesTestKeys: !isProduction,
  };
}

/** That of the host's country first, then those of its accounts. */
const currenciesOf = (country: Member['country'], accounts: AccountView[]): string[] => [
  ...new Set([
    COUNTRIES[country].currency,
    ...accounts.filter(({ disabledAt }) => disabledAt === null).map(({ currency }) => currency),
  ]),
];

const listViews = async ({ database, secretKeys }: Deps, hostId: string): Promise<AccountView[]> =>
  (await listPaymentAccounts(database, secretKeys, hostId)).map(toView);

const allInUse = (accounts: AccountView[], currency: string): AccountView[] =>
  accounts.filter((one) => one.currency === currency && one.disabledAt === null);

/** That of the gateway, or else the first. */
function inUse(
  accounts: AccountView[],
  { currency, gateway }: { currency: string; gateway: AccountGateway },
): AccountView | null {
  const all = allInUse(accounts, currency);
  return all.find((one) => one.gateway === gateway) ?? all[0] ?? null;
}

const toView = (account: ListedAccount): AccountView => ({
  ...account,
  createdAt: account.createdAt.toISOString(),
  checkedAt: account.checkedAt?.toISOString() ?? null,
  disabledAt: account.disabledAt?.toISOString() ?? null,
  firstCallbackAt: account.firstCallbackAt?.toISOString() ?? null,
  missedCallbackAt: account.missedCallbackAt?.toISOString() ?? null,
  refusedCallbackAt: account.refusedCallbackAt?.toISOString() ?? null,
  methods: methodsOnPageOf(account.gateway, account.currency),
  downSince: account.downSince?.toISOString() ?? null,
});
