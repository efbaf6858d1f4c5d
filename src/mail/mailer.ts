import { createTransport } from 'nodemailer';
import { errorMessage } from '../log/error-message.ts';
import { createMailbox } from './mailbox.ts';
import { CLOSED_TO_FILES, createSmtpConnections, SMTP_LIMITS, type SmtpLimits } from './smtp-connections.ts';

export type MailAttachment = {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** Names a picture that the HTML shows. */
  cid?: string;
};

export type OutgoingMail = {
  to: { name: string; address: string };
  /** Whom an answer goes to, where it is not the sender. */
  replyTo?: { name: string; address: string };
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

/** Sends by SMTP; without a server, writes into the folder of the built-in mailbox. */
export function createMailer(options: {
  smtpUrl: string | null;
  from: string;
  mailboxDir: string;
  limits?: SmtpLimits;
}): Mailer {
  const { smtpUrl, from, mailboxDir, limits = SMTP_LIMITS } = options;
  const domain = /@([^@\s>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  if (smtpUrl === null) {
    const composer = createTransport({
      streamTransport: true,
      buffer: true,
      newline: 'windows',
      ...CLOSED_TO_FILES,
    });
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
  const connections = createSmtpConnections({ url: smtpUrl, limits });
  return {
    domain,
    async send(mail) {
      try {
        await connections.send(compose(from, mail));
      } catch (error) {
        throw isForGood(error) ? new MailRefused(describe(error)) : new Error(describe(error));
      }
    },
    close: () => connections.close(),
  };
}

function compose(from: string, mail: OutgoingMail) {
  const { to, replyTo, messageId, subject, html, text, attachments } = mail;
  return {
    from,
    // As an object: an address is never taken apart, so one recipient can't become two.
    to: { name: oneLine(to.name), address: to.address },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    messageId: `<${messageId}>`,
    subject: oneLine(subject),
    html,
    text,
    attachments,
    // So that no robot answers (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

type SmtpError = { code?: string; command?: string; responseCode?: number };

/**
 * A 5xx to RCPT TO is about this recipient. A 5xx to anything else (the login, the sender, the content) says that we are
 * set up wrongly or blocked, which the operator can mend while the mail waits.
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
  if (code === undefined) return errorMessage(error);
  const answer = responseCode === undefined ? '' : ` with ${responseCode}`;
  return `The mail server failed${answer} (${code}${command === undefined ? '' : ` at ${command}`}).`;
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
