import type { VNode } from 'preact';
import { mailtoLink } from '../../values/mailto.ts';
import type { Language } from '../../values/language.ts';
import type { HostToAsk } from '../contract.ts';
import { MailAddress } from './mail-address.tsx';
import { textsIn } from './texts/texts.ts';

/** The host's contact, on pages that say one thing. */
export function AskHost({ host, language }: { host: HostToAsk; language: Language }): VNode | null {
  const { contactEmail, hostName, subject } = host;
  if (contactEmail === null) return null;
  return (
    <p class="ask">
      {textsIn(language).askHost(hostName)}{' '}
      <a href={mailtoLink(contactEmail, subject)}>
        <MailAddress text={contactEmail} />
      </a>
    </p>
  );
}
