import assert from 'node:assert/strict';
import { encode as encodeBase64, wrap as wrapBase64 } from 'nodemailer/lib/base64';
import MailComposer from 'nodemailer/lib/mail-composer';
import type MimeNode from 'nodemailer/lib/mime-node';
import { encode as encodeQuoted, wrap as wrapQuoted } from 'nodemailer/lib/qp';
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
  /** The recipient of answers, if it is not the sender. */
  replyTo?: { name: string; address: string };
  /** Without the angle brackets. */
  messageId: string;
};

export type MailContent = {
  subject: string;
  html: string;
  text: string;
  attachments: MailAttachment[];
  /** Ends mails of this kind. For mails that nobody needs for their tickets. */
  unsubscribeUrl?: string;
};

export type OutgoingMail = MailHead & MailContent;

/** A mail as it goes over the wire (RFC 5322). In one piece: sent part by part it would cost a system call for each. */
export function composeMail(from: string, mail: OutgoingMail): Buffer {
  const { to, replyTo, messageId, subject, html, text, attachments, unsubscribeUrl } = mail;
  const composer = new MailComposer({
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
    headers: {
      'Auto-Submitted': 'auto-generated',
      // So that mail programs have a button for it, which asks nothing more (RFC 8058).
      ...(unsubscribeUrl !== undefined && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...CLOSED_TO_FILES,
  });
  return Buffer.from(writePart(composer.compile()));
}

/**
 * A part with all that is in it. The library writes the same bytes (`compose-mail.test.ts` compares them) through three streams for
 * each part, which takes several times as long.
 */
function writePart(part: MimeNode): string {
  const head = `${part.buildHeaders()}\r\n\r\n`;
  if (!part.multipart) return head + encodeContent(part);
  const inside = part.childNodes.map((child) => `--${part.boundary}\r\n${writePart(child)}\r\n`);
  return `${head}${inside.join('')}--${part.boundary}--\r\n`;
}

function encodeContent(part: MimeNode): string {
  const { content } = part;
  assert(typeof content === 'string' || content instanceof Buffer, 'what a mail says is at hand');
  const encoding = part.getTransferEncoding();
  if (encoding === 'base64') return wrapBase64(encodeBase64(content));
  const lines = String(content).replace(/\r?\n/g, '\r\n');
  return encoding === 'quoted-printable' ? wrapQuoted(encodeQuoted(lines)) : lines;
}

const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();
