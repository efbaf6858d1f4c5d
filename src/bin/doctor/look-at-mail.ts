import { Resolver } from 'node:dns/promises';
import { createTransport } from 'nodemailer';
import path from 'node:path';
import { errorMessage } from '../../log/error-message.ts';
import { createMailer, MailRefused } from '../../mail/mailer.ts';
import { CLOSED_TO_FILES, type SmtpLimits } from '../../mail/smtp-connections.ts';
import { green, off, red, yellow, type Patient, type Seen } from './finding.ts';

const LIMITS: SmtpLimits = {
  connectMs: 6_000,
  greetingMs: 10_000,
  silenceMs: 10_000,
  sendMs: 25_000,
  idleMs: 1_000,
};

/** The mail server, from its greeting to the login; a mail to the address that was given; and whether others will believe it. */
export async function lookAtMail(patient: Patient): Promise<Seen[]> {
  const { config, mailTo } = patient;
  const { smtpUrl, mailFrom } = config;
  if (smtpUrl === null)
    return mailTo === null
      ? [off('SMTP_URL is not set: mails go to the built-in mailbox.')]
      : [await sendTestMail(patient, mailTo)];
  const server = await lookAtServer(smtpUrl);
  const [sent, domain] = await Promise.all([
    mailTo !== null && server.light !== 'red' ? sendTestMail(patient, mailTo) : null,
    config.isProduction ? lookAtDomain(/@([^@\s>]+)>?$/.exec(mailFrom)?.[1] ?? '') : [],
  ]);
  return [server, ...(sent ? [sent] : []), ...domain];
}

async function lookAtServer(smtpUrl: string): Promise<Seen> {
  const { hostname, protocol } = new URL(smtpUrl);
  const isHere = /^(localhost|127\.|\[::1\])/.test(hostname);
  try {
    await verify(smtpUrl, { requireTLS: !isHere && protocol === 'smtp:' });
    return green(`${hostname} takes the connection${new URL(smtpUrl).username ? ' and the login' : ''}.`);
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ETLS') {
      const isOpen = await verify(smtpUrl, {}).then(
        () => true,
        () => false,
      );
      if (isOpen)
        return yellow(
          `${hostname} offers no TLS: the login and every ticket travel in the open.`,
          'Use a mail server with TLS: smtps:// in SMTP_URL.',
        );
    }
    return red(
      `${hostname}: ${describe(error)}.`,
      'See whether the mail server runs, lets this machine in, and whether login and port in SMTP_URL are right.',
    );
  }
}

async function verify(url: string, options: { requireTLS?: boolean }): Promise<void> {
  const transport = createTransport({
    url,
    ...options,
    connectionTimeout: LIMITS.connectMs,
    dnsTimeout: LIMITS.connectMs,
    greetingTimeout: LIMITS.greetingMs,
    socketTimeout: LIMITS.silenceMs,
    ...CLOSED_TO_FILES,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Without the server's own words, which may quote the login. */
function describe(error: unknown): string {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  // These words are our own system's.
  if (
    code === undefined ||
    (responseCode === undefined && /^(ESOCKET|ECONNECTION|EDNS|ETIMEDOUT|ETLS)$/.test(code))
  )
    return inWords(errorMessage(error));
  if (code === 'EAUTH')
    return `the login is refused${responseCode === undefined ? '' : ` (${responseCode})`}`;
  return `it failed with ${[responseCode, code, command].filter((part) => part !== undefined).join(' ')}`;
}

/** OpenSSL's own line has numbers and the place in its source around the few words that tell. */
const inWords = (message: string): string => /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;

async function sendTestMail({ config }: Patient, address: string): Promise<Seen> {
  const mailboxDir = path.join(config.dataDir, 'mailbox');
  const mailer = createMailer({ smtpUrl: config.smtpUrl, from: config.mailFrom, mailboxDir, limits: LIMITS });
  const words = `This is a test by tessera doctor, from ${config.publicUrl}. If you read it, tickets arrive too.`;
  try {
    await mailer.send({
      messageId: `doctor-${Date.now()}@${mailer.domain}`,
      to: { name: '', address },
      subject: 'Tessera: a test mail',
      text: words,
      html: `<p>${words}</p>`,
      attachments: [],
    });
    if (config.smtpUrl === null)
      return green(`A test mail is in the built-in mailbox: ${config.publicUrl}/mailbox`);
    return green(`A test mail is on its way to ${address}: see whether it arrives, and not as spam.`);
  } catch (error) {
    return red(
      `The test mail to ${address} was not taken: ${errorMessage(error)}`,
      error instanceof MailRefused
        ? 'The server refuses this recipient: try another address.'
        : 'See whether the server lets MAIL_FROM send.',
    );
  } finally {
    mailer.close();
  }
}

/** Large mailboxes refuse senders whose domain does not say who may send for it. */
async function lookAtDomain(domain: string): Promise<Seen[]> {
  if (!domain.includes('.')) return [];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const read = async (name: string): Promise<string[] | null> =>
    resolver.resolveTxt(name).then(
      (records) => records.map((parts) => parts.join('')),
      (error: NodeJS.ErrnoException) => (['ENODATA', 'ENOTFOUND'].includes(error.code ?? '') ? [] : null),
    );
  const [own, dmarc] = await Promise.all([read(domain), read(`_dmarc.${domain}`)]);
  const missing = [
    ...(own && !own.some((text) => text.startsWith('v=spf1')) ? ['SPF'] : []),
    ...(dmarc && !dmarc.some((text) => text.startsWith('v=DMARC1')) ? ['DMARC'] : []),
  ];
  if (missing.length === 0) return [];
  return [
    yellow(
      `${domain} has no ${missing.join(' and no ')} record: many mailboxes take its mails for spam.`,
      'Add the records that your mail provider names, DKIM included, to the DNS of this domain.',
    ),
  ];
}
