import { useSignal, type Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { Moment } from '../components/moment.tsx';
import { ConnectForm } from './connect-form.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

/** The gateway's keys come here. Of those in use only the end is shown. */
export function KeySteps({
  data,
  secretHash,
  onConnected,
}: ViewProps<'paymentGateway'> & { secretHash: Signal<string>; onConnected: () => void }): VNode {
  const { guide } = usePaymentAccountsTexts();
  const isReplacing = useSignal(false);
  const { gateway, currency } = data;
  const account = data.account?.gateway === gateway ? data.account : null;
  const close = (): void => {
    isReplacing.value = false;
    secretHash.value = '';
  };
  const isOpen = account === null || isReplacing.value || secretHash.value !== '';
  return (
    <>
      {account?.opened && (
        <p>
          {guide.connected({ currency, end: account.opened.keyEnd, isTest: account.opened.isTest })}{' '}
          {account.checkedAt && (
            <>
              {guide.checkedAt} <Moment at={account.checkedAt} />
            </>
          )}
        </p>
      )}
      {account && !account.opened && <Message tone="bad">{guide.unreadable}</Message>}
      {isOpen ? (
        <>
          <ol class="guide-list">
            {guide.at[gateway].keys.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
          <ConnectForm
            data={data}
            secretHash={secretHash.value}
            onConnected={() => {
              close();
              onConnected();
            }}
            {...(account && { onCancel: close })}
          />
        </>
      ) : (
        <div class="form-actions">
          <button type="button" class="second" onClick={() => (isReplacing.value = true)}>
            {guide.replaceKeys}
          </button>
        </div>
      )}
    </>
  );
}
