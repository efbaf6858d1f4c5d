import type { VNode } from 'preact';
import type { AccountView, PaymentAccountsView } from './data.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { CopyField } from '../components/copy-field.tsx';
import type { Column } from '../components/data-table.tsx';
import { Moment } from '../components/moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import type { PaymentAccountsTexts } from './texts.ts';

type Taken = PaymentAccountsView['currencies'][number];
type Gateway = PaymentAccountsView['gateways'][number];

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
      if (account) return GATEWAY_TITLES[account.gateway];
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

/** The currencies of each gateway, and its callback address. */
export const gatewayColumns = ({ paymentAccounts: own }: PaymentAccountsTexts): Column<Gateway>[] => [
  {
    name: 'gateway',
    label: own.gateway,
    isRowHeader: true,
    cell: ({ gateway }) => GATEWAY_TITLES[gateway],
  },
  { name: 'takes', label: own.takes, cell: ({ currencies }) => currencies.join(', ') },
  {
    name: 'callback',
    label: own.callback,
    cell: ({ gateway, callbackUrl }) => (
      <CopyField label={own.callbackOf(GATEWAY_TITLES[gateway])} value={callbackUrl} />
    ),
  },
];

type Own = PaymentAccountsTexts['paymentAccounts'];

const writeKey = (own: Own, { opened }: AccountView): VNode | string =>
  opened?.keyEnd ? <code>{own.keyEnd(opened.keyEnd)}</code> : own.none;

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
