import { randomUUIDv7 } from 'node:crypto';
import { errorMessage } from '../log/error-message.ts';
import type { Language } from '../values/language.ts';
import { html } from './html.ts';
import { mailButton, mailHeading, mailKicker, mailLayout } from './mail-layout.ts';
import { MailRefused, type Mailer } from './mailer.ts';
import { unlinked } from './unlinked.ts';

/** A mail with one link, with nothing in it that whoever asked for it has written. */
export type LinkMail = {
  to: string;
  language: Language;
  host: string;
  title: string;
  paragraphs: string[];
  button: string;
  url: string;
  /** The link in words, for readers of the text. */
  link: string;
  footer: string;
};

// Somebody waits for it, and it is soon worth nothing.
export const LINK_MAIL_RETRY_DELAYS_MS = [2_000, 10_000, 60_000, 300_000, 900_000];

/** Sends it. One that is refused for good is no reason to try again. */
export async function sendLinkMail(
  { mailer, logger }: { mailer: Mailer; logger: { warn(fields: object, message: string): void } },
  mail: LinkMail,
  { jobId, signal }: { jobId: string; signal: AbortSignal },
): Promise<void> {
  signal.throwIfAborted();
  try {
    await mailer.send({
      ...render(mail),
      to: { name: '', address: mail.to },
      messageId: `${randomUUIDv7()}@${mailer.domain}`,
      attachments: [],
    });
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    // Without the address: the log is no list of who waits.
    logger.warn({ jobId, error: errorMessage(error) }, 'mail refused for good: not sent');
  }
}

function render({ language, host, title, paragraphs, button, url, link, footer }: LinkMail) {
  return {
    subject: title,
    html: mailLayout({
      language,
      title,
      preview: paragraphs[0] ?? '',
      header: html`${mailKicker(unlinked(host))} ${mailHeading(title)}`,
      body: html`${paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
      ${mailButton(button, url)}`,
      footer: html`${footer}`,
    }),
    text: `${[...paragraphs.flatMap((text) => [text, '']), link, '', footer].join('\n')}\n`,
  };
}
