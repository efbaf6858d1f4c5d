import type { VNode } from 'preact';
import type { Mailbox } from './contract.ts';
import { formatDate, MailboxLayout } from './mailbox-layout.tsx';

/** All mails, the newest first. */
export function MailboxPage({ mails }: Mailbox): VNode {
  return (
    <MailboxLayout title="Mailbox">
      <h1>Mailbox</h1>
      <p class="soft">
        No mail server is set, so mails are kept here instead of being sent. The newest come first; set{' '}
        <code>SMTP_URL</code> to send them.
      </p>
      {mails.length > 0 ? (
        <List mails={mails} />
      ) : (
        <p class="empty soft">Nothing yet. Order a ticket, and its mail appears here.</p>
      )}
    </MailboxLayout>
  );
}

function List({ mails }: Mailbox): VNode {
  return (
    <ol class="mails">
      {mails.map(({ id, subject, to, date }) => (
        <li key={id}>
          <a href={`/mailbox/${id}`}>
            <span class="subject">{subject ?? '(no subject)'}</span> <span class="to">{to}</span>{' '}
            <time datetime={date ?? ''}>{formatDate(date)}</time>
          </a>
        </li>
      ))}
    </ol>
  );
}
