import type { Signal } from '@preact/signals';
import type { VNode } from 'preact';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import { mintId } from '../../shared/mint-id.ts';
import { Message } from '../../shared/message.tsx';
import type { ViewProps } from '../contract.ts';
import { CopyField } from '../components/copy-field.tsx';
import { SHOWN_AT_LINE, STRIPE_EVENTS } from './guide-texts.ts';
import { usePaymentAccountsTexts } from './texts.ts';

/** Our address goes in at the gateway, with whatever else it asks for there. */
export function AddressSteps({
  data: { gateway, callbackUrl, account },
  secretHash,
}: ViewProps<'paymentGateway'> & { secretHash: Signal<string> }): VNode {
  const { guide } = usePaymentAccountsTexts();
  const title = GATEWAY_TITLES[gateway];
  const { protocol, hostname } = new URL(callbackUrl);
  const isReached = account?.gateway === gateway && account.firstCallbackAt !== null;
  const isPublic = protocol === 'https:' && hostname !== 'localhost';
  const shown = {
    address: () => <CopyField label={guide.addressOf(title)} value={callbackUrl} />,
    events: () => <StripeEvents />,
    hash: () => <SecretHash secretHash={secretHash} />,
  };
  return (
    <>
      <p class="soft">{guide.why(title)}</p>
      <ol class="guide-list">
        {guide.at[gateway].address.map((line, nr) => {
          const shows = SHOWN_AT_LINE[gateway][nr];
          return (
            <li key={nr}>
              {line} {shows && shown[shows]()}
            </li>
          );
        })}
      </ol>
      {!isPublic && !isReached && <Message tone="warn">{guide.unreachable(title)}</Message>}
    </>
  );
}

function StripeEvents(): VNode {
  return (
    <ul class="guide-events">
      {STRIPE_EVENTS.map((event) => (
        <li key={event}>
          <code>{event}</code>
        </li>
      ))}
    </ul>
  );
}

/** Better than one that people think up. It fills the form below, and is gone with the page. */
function SecretHash({ secretHash }: { secretHash: Signal<string> }): VNode {
  const { guide } = usePaymentAccountsTexts();
  if (secretHash.value !== '')
    return (
      <>
        <CopyField label={guide.hash} value={secretHash.value} />
        <p class="soft">{guide.hashFilled}</p>
      </>
    );
  return (
    <button
      type="button"
      class="second"
      onClick={() => (secretHash.value = `${mintId()}${mintId()}`.replaceAll('-', ''))}
    >
      {guide.makeHash}
    </button>
  );
}
