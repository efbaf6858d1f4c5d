import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { AccountView, PaymentAccountsView as Data } from './data.ts';
import { ACCOUNT_GATEWAYS, GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { CURRENCIES, gatewaysFor } from '../../../rules/gateway-currencies.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { DataTable } from '../components/data-table.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { AccountActions } from './account-actions.tsx';
import { accountColumns, currencyColumns, gatewayColumns } from './columns.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

type Taken = Data['currencies'][number];

/** The gateways of the host, by currency. */
export function PaymentAccountsView({ data }: ViewProps<'paymentAccounts'>): VNode {
  const { send, page } = useDashboard();
  const texts = usePaymentAccountsTexts();
  const { paymentAccounts: own } = texts;
  const disabling = useSignal<AccountView | null>(null);
  const close = (): void => void (disabling.value = null);
  const mayManage = page.powers.includes('payment_accounts.manage');

  const disable = ({ accountId, gateway, currency }: AccountView): Promise<void> =>
    send(page.inHost(`/payment-accounts/${accountId}/disable`), {
      told: own.wasDisabled({ gateway: GATEWAY_TITLES[gateway], currency }),
      onClose: close,
    });
  // The first one is that of the host's events.
  const eventCurrency = data.currencies[0]?.currency ?? '';
  return (
    <>
      <PageHeader title={own.title}>{mayManage ? own.intro : own.introForFinance}</PageHeader>
      <Section title={own.currencies} isTitleHidden>
        {!CURRENCIES.includes(eventCurrency) && <p>{own.takenByNone(eventCurrency)}</p>}
        <DataTable
          caption={own.currencies}
          columns={currencyColumns(texts, data.hasSandbox)}
          rows={data.currencies}
          keyOf={({ currency, account }) => account?.accountId ?? currency}
          {...(mayManage && {
            actions: (taken: Taken) => (
              <AccountActions
                taken={taken}
                currencies={data.currencies}
                onDisable={(account) => (disabling.value = account)}
              />
            ),
          })}
        />
      </Section>
      {mayManage && (
        <Section
          title={own.gateways}
          intro={data.hasSandbox ? `${own.gatewaysIntro} ${own.sandboxIntro}` : own.gatewaysIntro}
        >
          <DataTable
            caption={own.gateways}
            columns={gatewayColumns(texts, (gateway) => page.inHost(`/payment-accounts/gateways/${gateway}`))}
            rows={[...new Set([...gatewaysFor(eventCurrency), ...ACCOUNT_GATEWAYS])]}
            keyOf={(gateway) => gateway}
          />
        </Section>
      )}
      <p>
        <a href={page.inHost('/payment-accounts/bank-transfer')}>{own.bankTransfer}</a>
      </p>
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
      {disabling.value && (
        <ConfirmDialog
          title={own.disableTitle({
            gateway: GATEWAY_TITLES[disabling.value.gateway],
            currency: disabling.value.currency,
          })}
          confirm={own.disableButton}
          onConfirm={disable.bind(null, disabling.value)}
          onClose={close}
        >
          {data.currencies.filter(({ currency }) => currency === disabling.value?.currency).length > 1
            ? own.disableOneText
            : own.disableText({ hasSandbox: data.hasSandbox, currency: disabling.value.currency })}
        </ConfirmDialog>
      )}
    </>
  );
}
