import type { VNode } from 'preact';
import { mailtoLink } from '../../values/mailto.ts';
import type { HostToAsk } from '../contract.ts';
import { MailAddress } from './mail-address.tsx';

/** Whom to ask, on pages that say one thing. `question` names the host. */
export function AskHost({ host, question }: { host: HostToAsk; question: string }): VNode | null {
  const { contactEmail, subject } = host;
  if (contactEmail === null) return null;
  return (
    <p class="ask">
      {question}{' '}
      <a href={mailtoLink(contactEmail, subject)}>
        <MailAddress text={contactEmail} />
      </a>
    </p>
  );
}
