import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { AccountView, PaymentAccountsView as Data } from './data.ts';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Menu } from '../components/menu.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { accountColumns, currencyColumns, gatewayColumns } from './columns.tsx';
import { ConnectDialog } from './connect-dialog.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

type Taken = Data['currencies'][number];
type Open = { dialog: 'connect'; currency: string } | { dialog: 'disable'; account: AccountView };

/** The gateways of the host, by currency. */
export function PaymentAccountsView({ data }: ViewProps<'paymentAccounts'>): VNode {
  const { send, page } = useDashboard();
  const texts = usePaymentAccountsTexts();
  const { paymentAccounts: own } = texts;
  const open = useSignal<Open | null>(null);
  const close = (): void => void (open.value = null);
  const mayManage = page.powers.includes('payment_accounts.manage');
  const connect = (currency: string): void => void (open.value = { dialog: 'connect', currency });

  const disable = ({ accountId, gateway, currency }: AccountView): Promise<void> =>
    send(page.inHost(`/payment-accounts/${accountId}/disable`), {
      told: own.wasDisabled(GATEWAY_TITLES[gateway], currency),
      onClose: close,
    });
  const actionsOf = ({ currency, account }: Taken): VNode => (
    <Menu
      id={`account-${currency}`}
      label={texts.parts.actionsOf(currency)}
      items={[
        { label: account ? own.replace : own.connect, onPress: () => connect(currency) },
        ...(account
          ? [
              {
                label: own.disable,
                isDangerous: true,
                onPress: () => (open.value = { dialog: 'disable', account }),
              } as const,
            ]
          : []),
      ]}
    />
  );
  const firstCurrency = data.currencies.find(({ account }) => !account) ?? data.currencies[0];

  return (
    <>
      <PageHeader
        title={own.title}
        action={
          mayManage && (
            <button type="button" class="main" onClick={() => connect(firstCurrency?.currency ?? '')}>
              {own.connect}
            </button>
          )
        }
      >
        {mayManage ? own.intro : own.introForFinance}
      </PageHeader>
      <Section title={own.currencies} isTitleHidden>
        <DataTable
          caption={own.currencies}
          columns={currencyColumns(texts, data.hasSandbox)}
          rows={data.currencies}
          keyOf={({ currency }) => currency}
          {...(mayManage && { actions: actionsOf })}
        />
      </Section>
      <Section title={own.gateways} intro={own.gatewaysIntro}>
        <DataTable
          caption={own.gateways}
          columns={gatewayColumns(texts)}
          rows={data.gateways}
          keyOf={({ gateway }) => gateway}
        />
      </Section>
      {data.earlier.length > 0 && (
        <Section title={own.earlier} intro={own.earlierIntro}>
          <DataTable
            caption={own.earlier}
            columns={accountColumns(texts)}
            rows={data.earlier}
            keyOf={({ accountId }) => accountId}
          />
        </Section>
      )}
      {open.value?.dialog === 'connect' && (
        <ConnectDialog data={data} currency={open.value.currency} onClose={close} />
      )}
      {open.value?.dialog === 'disable' && (
        <ConfirmDialog
          title={own.disableTitle(GATEWAY_TITLES[open.value.account.gateway], open.value.account.currency)}
          confirm={own.disableButton}
          onConfirm={disable.bind(null, open.value.account)}
          onClose={close}
        >
          {own.disableText(open.value.account.currency, data.hasSandbox)}
        </ConfirmDialog>
      )}
    </>
  );
}
