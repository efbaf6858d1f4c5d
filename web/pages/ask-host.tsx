import type { VNode } from 'preact';
import type { Language } from '../../src/values/language.ts';
import { mailtoLink } from '../../src/values/mailto.ts';
import { textsIn } from '../checkout/texts/texts.ts';
import { MailAddress } from '../shared/mail-address.tsx';
import type { HostToAsk } from './contract.ts';

/** Whom to ask, on pages that are about an event and no order. */
export function AskHost({ host, language }: { host: HostToAsk; language: Language }): VNode | null {
  const { hostName, contactEmail, eventName } = host;
  if (contactEmail === null) return null;
  return (
    <p class="ask">
      {textsIn(language).ask(hostName)}{' '}
      <a href={mailtoLink(contactEmail, eventName)}>
        <MailAddress text={contactEmail} />
      </a>
    </p>
  );
}
