import { createTransport } from 'nodemailer';
import { CLOSED_TO_FILES } from './smtp-connections.ts';

export type MailAttachment = {
  filename: string;
  content: Buffer | string;
  contentType: string;
  /** Names a picture that the HTML shows. */
  cid?: string;
};

/** From whom to whom, apart from what it says. */
export type MailHead = {
  to: { name: string; address: string };
  /** Whom an answer goes to, where it is not the sender. */
  replyTo?: { name: string; address: string };
  /** Without the angle brackets. */
  messageId: string;
};

export type MailContent = { subject: string; html: string; text: string; attachments: MailAttachment[] };

export type OutgoingMail = MailHead & MailContent;

const composer = createTransport({
  streamTransport: true,
  buffer: true,
  newline: 'windows',
  ...CLOSED_TO_FILES,
});

/** A mail as it goes over the wire (RFC 5322). In one piece: sent part by part it would cost a system call for each. */
export async function composeMail(from: string, mail: OutgoingMail): Promise<Buffer> {
  const { to, replyTo, messageId, subject, html, text, attachments } = mail;
  const { message } = await composer.sendMail({
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
  });
  return message as Buffer;
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
