import type { VNode } from 'preact';
import { mailtoLink } from '../../values/mailto.ts';
import type { Language } from '../../values/language.ts';
import type { HostToAsk } from '../contract.ts';
import { MailAddress } from './mail-address.tsx';

const QUESTION: Record<Language, (hostName: string) => string> = {
  en: (hostName) => `Questions? Ask ${hostName}:`,
  fr: (hostName) => `Une question ? Écrivez à ${hostName} :`,
};

/** The host's contact, on pages that say one thing. */
export function AskHost({ host, language }: { host: HostToAsk; language: Language }): VNode | null {
  const { contactEmail, hostName, subject } = host;
  if (contactEmail === null) return null;
  return (
    <p class="ask">
      {QUESTION[language](hostName)}{' '}
      <a href={mailtoLink(contactEmail, subject)}>
        <MailAddress text={contactEmail} />
      </a>
    </p>
  );
}
