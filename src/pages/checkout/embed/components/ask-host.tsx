import type { VNode } from 'preact';
import { mailtoLink } from '../../../../values/mailto.ts';
import { MailAddress } from '../../../shared/mail-address.tsx';
import type { Checkout } from '../checkout-state.ts';

/** The host's contact, for a buyer who may be stuck. The address is there to read: not every frame opens a mail program. */
export function AskHost({ checkout }: { checkout: Checkout }): VNode | null {
  const { texts, data, order } = checkout;
  const { name, hostName, contactEmail } = data.event;
  if (contactEmail === null) return null;
  const reference = order.value?.reference ?? data.reference;
  const subject = reference === null ? name : `${name} · ${reference}`;
  return (
    <p class="ask soft">
      {texts.ask(hostName)}{' '}
      <a href={mailtoLink(contactEmail, subject)}>
        <MailAddress text={contactEmail} />
      </a>
    </p>
  );
}
