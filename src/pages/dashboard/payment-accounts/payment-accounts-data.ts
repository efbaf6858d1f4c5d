import type { Member } from '../../../hosts/members/find-member.ts';
import { COUNTRIES } from '../../../money/countries.ts';
import { listPaymentAccounts, type ListedAccount } from '../../../payments/list-payment-accounts.ts';
import { ROUTES } from '../../../routes.ts';
import { ACCOUNT_GATEWAYS, GATEWAY_CURRENCIES } from '../../../values/gateway-accounts.ts';
import type { DashboardParts } from '../access/dashboard-deps.ts';
import type { AccountView, PaymentAccountsView } from './data.ts';

type Parts = Pick<DashboardParts, 'database' | 'secretKeys' | 'publicUrl' | 'hasSandbox'>;

export async function loadPaymentAccounts(
  { database, secretKeys, publicUrl, hasSandbox }: Parts,
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
