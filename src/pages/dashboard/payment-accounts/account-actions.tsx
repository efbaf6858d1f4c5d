import type { VNode } from 'preact';
import type { AccountView, PaymentAccountsView } from './data.ts';
import { GATEWAY_TITLES, MAX_ACCOUNTS_IN_USE, type AccountGateway } from '../../../rules/gateway-accounts.ts';
import { CURRENCIES, gatewaysFor } from '../../../rules/gateway-currencies.ts';
import { useDashboard } from '../dashboard.ts';
import { Menu, type MenuItem } from '../components/menu.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

type Taken = PaymentAccountsView['currencies'][number];

/** The actions for a currency that nobody takes, or for one of the accounts that take it. */
export function AccountActions({
  taken,
  currencies,
  onDisable,
}: {
  taken: Taken;
  currencies: readonly Taken[];
  onDisable: (account: AccountView) => void;
}): VNode | null {
  const { page } = useDashboard();
  const texts = usePaymentAccountsTexts();
  const { connectGateway } = texts.paymentAccounts;
  const { currency, account } = taken;
  const all = currencies.filter((one) => one.currency === currency);
  const itemsOf = useItems({ nr: all.indexOf(taken), count: all.length, onDisable });
  if (account === null && !CURRENCIES.includes(currency)) return null;
  const isOneOfMany = account !== null && all.length > 1;
  return (
    <Menu
      id={`account-${isOneOfMany ? account.accountId : currency}`}
      label={texts.parts.actionsOf(
        isOneOfMany ? `${GATEWAY_TITLES[account.gateway]}, ${currency}` : currency,
      )}
      items={
        account
          ? itemsOf(account)
          : gatewaysFor(currency).map((gateway) => ({
              label: connectGateway(GATEWAY_TITLES[gateway]),
              href: page.inHost(guideTo(gateway, currency)),
            }))
      }
    />
  );
}

const guideTo = (gateway: AccountGateway, currency: string): string =>
  `/payment-accounts/gateways/${gateway}?currency=${currency}`;

/** Of an account in use, by its place among those of its currency. */
function useItems({
  nr,
  count,
  onDisable,
}: {
  nr: number;
  count: number;
  onDisable: (account: AccountView) => void;
}): (account: AccountView) => MenuItem[] {
  const { send, page } = useDashboard();
  const { paymentAccounts: own } = usePaymentAccountsTexts();
  const move = ({ accountId, gateway }: AccountView, direction: 'up' | 'down'): Promise<void> =>
    send(page.inHost(`/payment-accounts/${accountId}/move`), {
      body: { direction },
      told: own.wasMoved(GATEWAY_TITLES[gateway]),
    });
  return (account) => {
    const { gateway, currency } = account;
    const others = count < MAX_ACCOUNTS_IN_USE ? gatewaysFor(currency) : [];
    return [
      { label: own.seeGuide, href: page.inHost(guideTo(gateway, currency)) },
      ...(nr > 0 ? [{ label: own.moveUp, onPress: () => void move(account, 'up') }] : []),
      ...(nr < count - 1 ? [{ label: own.moveDown, onPress: () => void move(account, 'down') }] : []),
      ...others.map((other) => ({
        label: own.connectBeside(GATEWAY_TITLES[other]),
        href: page.inHost(`${guideTo(other, currency)}&beside=1`),
      })),
      { label: own.disable, isDangerous: true, onPress: () => onDisable(account) },
    ];
  };
}
