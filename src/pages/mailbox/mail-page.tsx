import type { VNode } from 'preact';
import type { Mail } from './contract.ts';
import { formatDate, MailboxLayout } from './mailbox-layout.tsx';

/** One mail: its headers, its files, itself in a frame, and its text. */
export function MailPage(mail: Mail): VNode {
  const { id, subject, from, to, date, messageId, hasBody, text, headers } = mail;
  return (
    <MailboxLayout title={subject ?? 'Mail'}>
      <p class="back">
        <a href="/mailbox">Mailbox</a>
      </p>
      <h1>{subject ?? '(no subject)'}</h1>
      <dl class="headers">
        <dt>From</dt>
        <dd>{from}</dd>
        <dt>To</dt>
        <dd>{to}</dd>
        <dt>Date</dt>
        <dd>{formatDate(date)}</dd>
        <dt>Message-ID</dt>
        <dd>{messageId}</dd>
      </dl>
      <Files id={id} files={mail.files} />
      {hasBody && (
        <iframe
          title="The mail as its reader sees it"
          src={`/mailbox/${id}/body`}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      )}
      <details>
        <summary>Plain text</summary>
        <pre>{text}</pre>
      </details>
      <details>
        <summary>All headers</summary>
        <pre>{headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      </details>
    </MailboxLayout>
  );
}

function Files({ id, files }: Pick<Mail, 'id' | 'files'>): VNode {
  return (
    <ul class="files">
      {files.map(({ index, name, bytes }) => (
        <li key={index}>
          <a href={`/mailbox/${id}/files/${index}`}>{name}</a> <span class="soft">{sizeOf(bytes)}</span>
        </li>
      ))}
      <li>
        <a href={`/mailbox/${id}/raw`}>The message as it would be sent</a>
      </li>
    </ul>
  );
}

const sizeOf = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;
