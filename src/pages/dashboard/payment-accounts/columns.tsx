import type { VNode } from 'preact';
import type { AccountView, PaymentAccountsView } from './data.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../../../rules/gateway-accounts.ts';
import { GATEWAY_CURRENCIES } from '../../../rules/gateway-currencies.ts';
import type { Column } from '../components/data-table.tsx';
import { Moment } from '../components/moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { PaymentAccountsTexts } from './texts.ts';

type Taken = PaymentAccountsView['currencies'][number];

/** A currency with its gateway and account. */
export const currencyColumns = (
  { paymentAccounts: own }: PaymentAccountsTexts,
  hasSandbox: boolean,
): Column<Taken>[] => [
  { name: 'currency', label: own.currency, isRowHeader: true, cell: ({ currency }) => currency },
  {
    name: 'takenBy',
    label: own.takenBy,
    cell: ({ account }) => {
      if (account) return <TakenBy account={account} own={own} />;
      return hasSandbox ? own.sandbox : own.nobody;
    },
  },
  { name: 'key', label: own.key, cell: ({ account }) => (account ? writeKey(own, account) : own.none) },
  {
    name: 'checked',
    label: own.checked,
    cell: ({ account }) => {
      if (!account) return own.none;
      return account.checkedAt ? <Moment at={account.checkedAt} /> : own.neverChecked;
    },
  },
  { name: 'callbacks', label: own.callbacks, cell: ({ account }) => callbacksOf(own, account) },
  {
    name: 'status',
    label: own.status,
    cell: ({ account }) => (account ? modeOf(own, account) : emptyBadge(own, hasSandbox)),
  },
];

/** An account that is no longer used. */
export const accountColumns = ({ paymentAccounts: own }: PaymentAccountsTexts): Column<AccountView>[] => [
  {
    name: 'gateway',
    label: own.gateway,
    isRowHeader: true,
    cell: ({ gateway }) => GATEWAY_TITLES[gateway],
  },
  { name: 'currency', label: own.currency, cell: ({ currency }) => currency },
  { name: 'key', label: own.key, cell: (account) => writeKey(own, account) },
  {
    name: 'until',
    label: own.until,
    cell: ({ disabledAt }) => disabledAt && <Moment at={disabledAt} style="date" />,
  },
  { name: 'status', label: own.status, cell: (account) => modeOf(own, account) },
];

/** The gateways to connect, by the currencies that they take. */
export const gatewayColumns = (
  { paymentAccounts: own }: PaymentAccountsTexts,
  hrefOf: (gateway: AccountGateway) => string,
): Column<AccountGateway>[] => [
  {
    name: 'gateway',
    label: own.gateway,
    isRowHeader: true,
    cell: (gateway) => <a href={hrefOf(gateway)}>{own.connectGateway(GATEWAY_TITLES[gateway])}</a>,
  },
  { name: 'takes', label: own.takes, cell: (gateway) => own.takesSome(GATEWAY_CURRENCIES[gateway]) },
];

type Own = PaymentAccountsTexts['paymentAccounts'];

const writeKey = (own: Own, { opened }: AccountView): VNode | string =>
  opened?.keyEnd ? <code>{own.keyEnd(opened.keyEnd)}</code> : own.none;

/** Whether the gateway's callbacks arrive: the time of the first. */
function callbacksOf(own: Own, account: AccountView | null): VNode | string {
  if (!account) return own.none;
  const { firstCallbackAt, missedCallbackAt, refusedCallbackAt } = account;
  if (firstCallbackAt !== null) return <Moment at={firstCallbackAt} />;
  const isMissing = missedCallbackAt !== null || refusedCallbackAt !== null;
  return isMissing ? <StatusBadge tone="bad">{own.callbackMissing}</StatusBadge> : own.noCallback;
}

function modeOf(own: Own, { opened, disabledAt }: AccountView): VNode {
  if (!opened) return <StatusBadge tone="bad">{own.unreadable}</StatusBadge>;
  const isInUse = disabledAt === null;
  if (opened.isTest) return <StatusBadge tone={isInUse ? 'waiting' : 'off'}>{own.test}</StatusBadge>;
  return <StatusBadge tone={isInUse ? 'good' : 'off'}>{own.live}</StatusBadge>;
}

const emptyBadge = (own: Own, hasSandbox: boolean): VNode =>
  hasSandbox ? (
    <StatusBadge tone="waiting">{own.test}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{own.cantSell}</StatusBadge>
  );

/** The gateway, with what its page has. */
function TakenBy({ account, own }: { account: AccountView; own: Own }): VNode {
  const { gateway, methods, downSince } = account;
  return (
    <>
      {GATEWAY_TITLES[gateway]}
      <span class="soft"> · {methods.map((method) => own.methods[method]).join(', ')}</span>
      {downSince && <StatusBadge tone="bad">{own.down}</StatusBadge>}
    </>
  );
}
