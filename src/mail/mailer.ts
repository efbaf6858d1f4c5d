import { createTransport, type Transporter } from 'nodemailer';
import { setTimeout as delay } from 'node:timers/promises';
import { createMailbox } from './mailbox.ts';

export type MailAttachment = {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** Names a picture that the HTML shows. */
  cid?: string;
};

export type OutgoingMail = {
  to: { name: string; address: string };
  /** Without the angle brackets. */
  messageId: string;
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
};

export type Mailer = {
  /** Resolves when the server has taken the mail. Throws MailRefused where it never will; anything else may pass. */
  send(mail: OutgoingMail): Promise<void>;
  /** The right-hand side of Message-IDs. */
  domain: string;
  close(): void;
};

/** The server will not have this recipient, and said so for good. */
export class MailRefused extends Error {}

// A mail server that greets slowly does so to scare off spammers, and is worth some seconds.
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 15_000;
const SILENCE_TIMEOUT_MS = 30_000;
// Over all of it: a server that drips its answers is as good as silent.
const SEND_TIMEOUT_MS = 90_000;
const CONNECTIONS = 5;

/** Sends by SMTP; without a server, writes into the folder of the built-in mailbox. */
export function createMailer(options: { smtpUrl: string | null; from: string; mailboxDir: string }): Mailer {
  const { smtpUrl, from, mailboxDir } = options;
  const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  // Nothing of a mail is ever read from a path or an address: what a host wrote must not name one.
  const closed = { disableFileAccess: true, disableUrlAccess: true };
  if (smtpUrl === null) {
    const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows', ...closed });
    const mailbox = createMailbox(mailboxDir);
    return {
      domain,
      async send(mail) {
        const { message } = await composer.sendMail(compose(from, mail));
        await mailbox.put(message as Buffer);
      },
      close() {},
    };
  }
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    // A kept connection that the server has closed meanwhile is no failure; a server that is down is one at once.
    maxRequeues: 1,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: GREETING_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    ...closed,
  });
  return {
    domain,
    send: (mail) => sendBySmtp(transport, compose(from, mail)),
    close: () => transport.close(),
  };
}

type Composed = ReturnType<typeof compose>;

function compose(from: string, mail: OutgoingMail) {
  const { to, messageId, subject, html, text, attachments } = mail;
  return {
    from,
    // As an object: an address is never taken apart, so one recipient can't become two.
    to: { name: oneLine(to.name), address: to.address },
    messageId: `<${messageId}>`,
    subject: oneLine(subject),
    html,
    text,
    attachments,
    // So that no robot answers a ticket (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

async function sendBySmtp(transport: Transporter, mail: Composed): Promise<void> {
  const timer = new AbortController();
  const tooLong = delay(SEND_TIMEOUT_MS, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw new Error(`The mail server did not take the mail within ${SEND_TIMEOUT_MS} ms.`);
  });
  try {
    await Promise.race([transport.sendMail(mail), tooLong]);
  } catch (error) {
    throw isForGood(error) ? new MailRefused(describe(error)) : new Error(describe(error));
  } finally {
    timer.abort();
    tooLong.catch(() => {});
  }
}

type SmtpError = { code?: string; command?: string; responseCode?: number };

/**
 * A 5xx to RCPT TO is about this recipient. A 5xx to anything else (the login, the sender, the content) says that we are
 * set up wrongly or out of favour, which whoever runs the service can mend while the mail waits.
 */
function isForGood(error: unknown): boolean {
  const { code, command, responseCode } = error as SmtpError;
  if (code !== 'EENVELOPE') return false;
  // The address is none: it was not even offered to the server.
  if (command === 'API') return true;
  return command === 'RCPT TO' && responseCode !== undefined && responseCode >= 500;
}

/** Without the server's own words, which quote addresses, and without ours, which quote the login. */
function describe(error: unknown): string {
  const { code, command, responseCode } = error as SmtpError;
  if (code === undefined) return error instanceof Error ? error.message : 'The mail could not be sent.';
  const answer = responseCode === undefined ? '' : ` with ${responseCode}`;
  return `The mail server failed${answer} (${code}${command === undefined ? '' : ` at ${command}`}).`;
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
