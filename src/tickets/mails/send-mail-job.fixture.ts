import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type TestContext } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Attachment } from 'postal-mime';
import { printQueues } from '../../../test/harness/print-queues.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../../../test/harness/smtp.ts';
import { createTicketPrinter } from '../ticket-printer.ts';
import { openWorld, type TicketWorld } from '../ticket-world.fixture.ts';
import { createMailer } from '../../mail/mailer.ts';
import type { SendMailPayload } from './compose-mails.ts';
import { sendMailJob } from './send-mail-job.ts';
import { type SmtpLimits } from '../../mail/smtp-connections.ts';

export const CHECKOUT_URL = 'https://tickets.example/checkout';
export const BIMBO = { email: 'bimbo@example.com', firstName: 'Bímbọ́', lastName: 'Adé', phone: null };
export const CHIDI = { email: 'chidi@example.com', firstName: 'Chidi', lastName: 'Eze', phone: null };

export type Desk = TicketWorld & {
  smtp: TestSmtp;
  mediaDir: string;
  job: ReturnType<typeof sendMailJob>;
  warnings: string[];
  send(payload: SendMailPayload): Promise<void>;
  mails(): Promise<MailRow[]>;
};

type MailRow = {
  recipient: string;
  occasion: string;
  kind: string;
  sent_at: Date | null;
  message_id: string | null;
  refused_at: Date | null;
  last_error: string | null;
};

export async function openDesk(
  t: TestContext,
  options: NonNullable<Parameters<typeof startSmtp>[0]> & {
    /** Stands between the job and the mail server. */
    through?: (smtpUrl: string) => Promise<string>;
    limits?: SmtpLimits;
  } = {},
): Promise<Desk> {
  const world = await openWorld(t);
  const smtp = await startSmtp(options);
  const mediaDir = await mkdtemp(path.join(tmpdir(), 'tessera-media-'));
  const mailer = createMailer({
    smtpUrl: (await options.through?.(smtp.url)) ?? smtp.url,
    ...(options.limits && { limits: options.limits }),
    from: 'Tessera <tickets@tickets.example>',
    mailboxDir: path.join(mediaDir, 'none'),
  });
  t.after(async () => {
    mailer.close();
    await smtp.stop();
    await rm(mediaDir, { recursive: true });
  });
  const printer = createTicketPrinter({ mediaDir, sharedQueues: printQueues });
  t.after(() => printer.close());
  const warnings: string[] = [];
  const job = sendMailJob({
    database: world.database,
    mailer,
    secretKeys: world.secretKeys,
    checkoutUrl: CHECKOUT_URL,
    printer,
    hostMailsPerDay: 2_000,
    logger: {
      info() {},
      warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
      error() {},
    },
  });
  return {
    ...world,
    smtp,
    mediaDir,
    job,
    warnings,
    send: (payload) => job.run(payload, { jobId: '', attempt: 1, signal: new AbortController().signal }),
    async mails() {
      const { rows } = await world.database.query<MailRow>('SELECT * FROM mails ORDER BY recipient, id');
      return rows;
    },
  };
}

export const to = (smtp: TestSmtp, address: string): ReceivedMail => {
  const found = smtp.received.filter(({ envelope }) => envelope.to.includes(address));
  assert.equal(found.length, 1, `mails to ${address}`);
  return found[0] as ReceivedMail;
};

function attachment(received: ReceivedMail, type: string): Attachment {
  const found = received.mail.attachments.find(({ mimeType }) => mimeType === type);
  assert(found, type);
  return found;
}

/** Unfolded: what is long is on one line. */
export function calendarOf(received: ReceivedMail): string {
  const { content } = attachment(received, 'text/calendar');
  return Buffer.from(content as ArrayBuffer)
    .toString()
    .replaceAll(/\r?\n[ \t]/g, '');
}

export async function textOfPdf(received: ReceivedMail): Promise<string[]> {
  const { content } = attachment(received, 'application/pdf');
  assert(content instanceof ArrayBuffer);
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(content));
  const texts = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return texts;
}
