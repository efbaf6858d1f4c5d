import type { VNode } from 'preact';
import { Object as Body, type TSchema } from 'typebox';
import type { PaymentAccountsView } from './data.ts';
import { OneOf } from '../../../values/body-schema.ts';
import {
  CREDENTIALS,
  GATEWAY_CURRENCIES,
  GATEWAY_TITLES,
  type AccountGateway,
} from '../../../rules/gateway-accounts.ts';
import { CallFailed } from '../../shared/call-server.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { Form } from '../components/form.tsx';
import { SelectField } from '../components/select-field.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { usePaymentAccountsTexts } from './texts.ts';

type Typed = { currency: string; secretKey: string; secretHash?: string; webhookSecret?: string };

/** The secrets of a gateway, checked by the server's rules. */
const schemaOf = (gateway: AccountGateway): TSchema =>
  Body(
    { currency: OneOf(GATEWAY_CURRENCIES[gateway]), ...CREDENTIALS[gateway].properties },
    { additionalProperties: false },
  );

/** Write-only fields. If the gateway can't be reached, they keep their values. */
export function ConnectForm({
  data,
  gateway,
  currency,
  onClose,
}: {
  data: PaymentAccountsView;
  gateway: AccountGateway;
  currency: string;
  onClose: () => void;
}): VNode {
  const { call, router, toasts, page } = useDashboard();
  const texts = usePaymentAccountsTexts();
  const { paymentAccounts: own } = texts;
  const secrets = Object.keys(CREDENTIALS[gateway].properties) as (keyof typeof own.secrets)[];
  const accountIn = (code: string) => data.currencies.find((one) => one.currency === code)?.account ?? null;

  const form = useForm<TSchema>({
    schema: schemaOf(gateway),
    initial: { currency, ...Object.fromEntries(secrets.map((name) => [name, ''])) },
    send: async (typed) => {
      const body = typed as Typed;
      const replaces = accountIn(body.currency)?.accountId ?? '';
      try {
        await call(page.inHost('/payment-accounts'), {
          method: 'POST',
          body: { ...body, gateway, replaces },
        });
      } catch (error) {
        // Before a second try, the member sees the other's change.
        if (error instanceof CallFailed && error.code === 'changed_meanwhile') await router.refresh();
        throw error;
      }
      onClose();
      toasts.tell({ tone: 'good', text: own.connected(GATEWAY_TITLES[gateway], body.currency) });
      await router.refresh();
    },
  });
  const values = form.values.value as Record<string, string>;
  const before = accountIn(values['currency'] ?? '');
  const named = (name: string): never => name as never;

  return (
    <Form form={form} submit={own.connectButton} onCancel={onClose}>
      <SelectField
        form={form}
        name={named('currency')}
        label={own.currency}
        empty={own.chooseCurrency}
        choices={GATEWAY_CURRENCIES[gateway].map((value) => ({ value, label: value }))}
      />
      {before && (
        <Message tone="warn">{own.replaces(GATEWAY_TITLES[before.gateway], before.currency)}</Message>
      )}
      {secrets.map((name) => (
        <TextField
          key={name}
          form={form}
          name={named(name)}
          type="password"
          autocomplete="off"
          label={own.secrets[name].label}
          hint={own.secrets[name].hint[gateway]}
          maxLength={255}
        />
      ))}
      <p class="soft">{own.writeOnly}</p>
    </Form>
  );
}
