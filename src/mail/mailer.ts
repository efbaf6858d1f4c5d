import { errorMessage } from '../log/error-message.ts';
import { composeMail, type OutgoingMail } from './compose-mail.ts';
import { createMailbox } from './mailbox.ts';
import { createSmtpConnections, SMTP_LIMITS, type SmtpLimits } from './smtp-connections.ts';

export type Mailer = {
  /** Resolves when the server has taken the mail. Throws MailRefused where it never will; anything else may pass. */
  send(mail: OutgoingMail): Promise<void>;
  /** The same for a mail that was composed elsewhere, with this mailer's `from`. */
  sendComposed(message: Buffer, to: { address: string }): Promise<void>;
  /** Resolves where the server greets us and takes our login; no mail is sent. Throws what is wrong. */
  ask(): Promise<void>;
  from: string;
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
  const road = smtpUrl === null ? toMailbox(mailboxDir) : bySmtp({ smtpUrl, from, limits });
  return {
    ...road,
    from,
    domain,
    send: async (mail) => road.sendComposed(composeMail(from, mail), mail.to),
  };
}

type Road = Pick<Mailer, 'sendComposed' | 'ask' | 'close'>;

function toMailbox(mailboxDir: string): Road {
  const mailbox = createMailbox(mailboxDir);
  return { sendComposed: (message) => mailbox.put(message), ask: async () => {}, close() {} };
}

function bySmtp(options: { smtpUrl: string; from: string; limits: SmtpLimits }): Road {
  const { smtpUrl, from, limits } = options;
  const connections = createSmtpConnections({ url: smtpUrl, limits });
  return {
    async sendComposed(message, { address }) {
      try {
        // The address as an object, for the reason it is one in the mail.
        await connections.send({ raw: message, envelope: { from, to: [{ name: '', address }] } });
      } catch (error) {
        throw isForGood(error) ? new MailRefused(describe(error)) : new Error(describe(error));
      }
    },
    ask: () =>
      connections.ask().catch((error: unknown) => {
        throw new Error(describe(error));
      }),
    close: () => connections.close(),
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
