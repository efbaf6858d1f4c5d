import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { PaymentAccountsView } from './data.ts';
import { GATEWAY_CURRENCIES, GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { CopyField } from '../components/copy-field.tsx';
import { Dialog } from '../components/dialog.tsx';
import { ConnectForm } from './connect-form.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

/** The steps in order: choose the gateway, enter our address there, enter its keys here. */
export function ConnectDialog({
  data,
  currency,
  onClose,
}: {
  data: PaymentAccountsView;
  /** The one that it was opened for. */
  currency: string;
  onClose: () => void;
}): VNode {
  const texts = usePaymentAccountsTexts();
  const { paymentAccounts: own } = texts;
  const id = useId();
  const chosen = useSignal<keyof typeof GATEWAY_TITLES>('paystack');
  const gateway = chosen.value;
  const callbackUrl = data.gateways.find((one) => one.gateway === gateway)?.callbackUrl ?? '';
  const steps = own.steps[gateway];
  return (
    <Dialog kind="wide" title={own.connectTitle} onClose={onClose}>
      <fieldset class="field radios">
        <legend>{own.gateway}</legend>
        {data.gateways.map((one) => (
          <label key={one.gateway} class="choice">
            <input
              type="radio"
              name={id}
              value={one.gateway}
              checked={one.gateway === gateway}
              onChange={() => (chosen.value = one.gateway)}
            />
            <span>
              {GATEWAY_TITLES[one.gateway]}
              <small class="soft">{one.currencies.join(', ')}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <ol class="stack gap-s gateway-steps">
        <li>
          {steps.callback} <CopyField label={own.callbackOf(GATEWAY_TITLES[gateway])} value={callbackUrl} />
        </li>
        {'events' in steps && (
          <li>
            {steps.events} <code>{own.stripeEvents.join(', ')}</code>
          </li>
        )}
        <li>{steps.secrets}</li>
      </ol>
      <ConnectForm
        key={gateway}
        data={data}
        gateway={gateway}
        currency={GATEWAY_CURRENCIES[gateway].includes(currency) ? currency : ''}
        onClose={onClose}
      />
    </Dialog>
  );
}
