import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { TSchema } from 'typebox';
import type { PaymentGatewayView } from './data.ts';
import { GATEWAY_TITLES, type AccountGateway } from '../../../rules/gateway-accounts.ts';
import { GATEWAYS } from '../../../rules/gateways/all-gateways.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { usePaymentAccountsTexts } from './texts.ts';

/** Write-only fields. If the gateway can't be reached, they keep their values. */
export function ConnectForm({
  data,
  secretHash,
  onConnected,
  onCancel,
}: {
  data: PaymentGatewayView;
  /** One that was generated for the host; empty: none. */
  secretHash: string;
  onConnected: () => void;
  onCancel?: () => void;
}): VNode {
  const { call, router, toasts, page } = useDashboard();
  const { paymentAccounts: own } = usePaymentAccountsTexts();
  const { gateway, currency, account } = data;
  const secrets = Object.keys(GATEWAYS[gateway].credentials.properties) as (keyof typeof own.secrets)[];
  const named = (name: string): never => name as never;

  const form = useForm<TSchema>({
    schema: GATEWAYS[gateway].credentials,
    initial: Object.fromEntries(secrets.map((name) => [name, ''])),
    send: async (typed) => {
      try {
        await call(page.inHost('/payment-accounts'), {
          method: 'POST',
          body: {
            ...(typed as object),
            gateway,
            currency,
            replaces: account?.accountId ?? '',
            ...(data.beside && { isBeside: true }),
          },
        });
      } catch (error) {
        // Before a second try, the member sees the other's change.
        if (error instanceof CallFailed && error.code === 'changed_meanwhile') await router.refresh();
        throw error;
      }
      toasts.tell({ tone: 'good', text: own.connected({ gateway: GATEWAY_TITLES[gateway], currency }) });
      if (data.beside) return router.go(page.inHost('/payment-accounts'));
      await router.refresh();
      onConnected();
    },
  });
  useEffect(() => {
    if (secretHash !== '') form.set(named('secretHash'), named(secretHash));
  }, [secretHash]);

  return (
    <Form form={form} submit={own.connectButton} {...(onCancel && { onCancel })}>
      {data.beside && (
        <Message tone="good">{own.beside(data.beside.map((one) => GATEWAY_TITLES[one]).join(', '))}</Message>
      )}
      {account && (
        <Message tone="warn">{own.replaces({ gateway: GATEWAY_TITLES[account.gateway], currency })}</Message>
      )}
      {secrets.map((name) => (
        <TextField
          key={name}
          form={form}
          name={named(name)}
          type="password"
          autocomplete="off"
          label={own.secrets[name].label}
          hint={(own.secrets[name].hint as Partial<Record<AccountGateway, string>>)[gateway] ?? ''}
          maxLength={400}
        />
      ))}
      <p class="soft">{own.writeOnly}</p>
    </Form>
  );
}
