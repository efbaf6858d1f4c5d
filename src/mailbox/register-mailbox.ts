import type { FastifyReply } from 'fastify';
import path from 'node:path';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { Type } from 'typebox';
import { Refusal } from '../refusal.ts';
import type { HttpServer } from '../http/server.ts';
import { html, type Html } from '../mail/html.ts';
import { readStylesheet } from '../pages/read-stylesheet.ts';
import { createMailbox } from '../mail/mailbox.ts';
import { ROUTES } from '../routes.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// A mail brings its own styles. It runs nothing, asks for nothing and is shown nowhere but in the mailbox.
const BODY_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'none'; frame-ancestors 'self'";
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

const MailParams = Type.Object({ id: Type.String({ maxLength: 40 }) });
const FileParams = Type.Object({
  id: Type.String({ maxLength: 40 }),
  index: Type.Integer({ minimum: 0, maximum: 1_000 }),
});

/** The mails that were kept instead of sent. Everybody who reaches the service reads them: for development only. */
export async function registerMailbox(
  http: HttpServer,
  { mailboxDir }: { mailboxDir: string },
): Promise<void> {
  const mailbox = createMailbox(mailboxDir);
  const style = await readStylesheet(path.join(import.meta.dirname, 'mailbox.css'));
  const readMail = async (id: string): Promise<{ raw: Buffer; mail: Email }> => {
    const raw = await mailbox.read(id);
    if (!raw) throw new Refusal('not_found', 'There is no such mail: the mailbox keeps the newest only.');
    return { raw, mail: await PostalMime.parse(raw) };
  };

  http.get(ROUTES.mailbox.style.path, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(style),
  );
  http.get(ROUTES.mailbox.list.path, async (_request, reply) => {
    const mails = await mailbox.list();
    const parsed = await Promise.all(
      mails.map(async ({ id, head }) => ({ id, mail: await PostalMime.parse(head) })),
    );
    return send(reply, 'text/html; charset=utf-8', PAGE_POLICY, listPage(parsed));
  });
  http.get(ROUTES.mailbox.mail.path, { schema: { params: MailParams } }, async (request, reply) => {
    const { id } = request.params;
    const { mail } = await readMail(id);
    return send(reply, 'text/html; charset=utf-8', PAGE_POLICY, mailPage(id, mail));
  });
  http.get(ROUTES.mailbox.body.path, { schema: { params: MailParams } }, async (request, reply) => {
    const { id } = request.params;
    const { mail } = await readMail(id);
    return send(reply, 'text/html; charset=utf-8', BODY_POLICY, bodyOf(id, mail));
  });
  http.get(ROUTES.mailbox.raw.path, { schema: { params: MailParams } }, async (request, reply) => {
    const { raw } = await readMail(request.params.id);
    reply.header('content-disposition', `attachment; filename="${request.params.id}.eml"`);
    return send(reply, 'message/rfc822', FILE_POLICY, raw);
  });
  http.get(ROUTES.mailbox.file.path, { schema: { params: FileParams } }, async (request, reply) => {
    const { id, index } = request.params;
    const file = (await readMail(id)).mail.attachments[index];
    if (!file) throw new Refusal('not_found', 'This mail has no such attachment.');
    const name = encodeURIComponent(nameOf(file, index));
    reply.header(
      'content-disposition',
      `${isPicture(file) ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
    );
    return send(reply, file.mimeType, FILE_POLICY, bytesOf(file));
  });
}

async function send(
  reply: FastifyReply,
  type: string,
  policy: string,
  body: string | Buffer,
): Promise<FastifyReply> {
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(body);
}

function listPage(mails: { id: string; mail: Email }[]): string {
  const list = html`<ol class="mails">
    ${mails.map(
      ({ id, mail }) =>
        html`<li>
          <a href="/mailbox/${id}">
            <span class="subject">${mail.subject ?? '(no subject)'}</span>
            <span class="to">${people(mail.to)}</span>
            <time datetime="${mail.date ?? ''}">${when(mail.date)}</time>
          </a>
        </li>`,
    )}
  </ol>`;
  return page(
    'Mailbox',
    html`<h1>Mailbox</h1>
      <p class="lead">
        No mail server is set, so mails are kept here instead of being sent. The newest come first; set
        <code>SMTP_URL</code> to send them.
      </p>
      ${
        mails.length > 0
          ? list
          : html`<p class="empty">Nothing yet. Order a ticket, and its mail appears here.</p>`
      }`,
  );
}

function mailPage(id: string, mail: Email): string {
  const files = mail.attachments
    .map((file, index) => ({ file, index }))
    // Pictures of the body are seen there.
    .filter(({ file }) => file.disposition === 'attachment' || !file.contentId);
  return page(
    mail.subject ?? 'Mail',
    html`<p class="back"><a href="/mailbox">Mailbox</a></p>
      <h1>${mail.subject ?? '(no subject)'}</h1>
      <dl class="headers">
        <dt>From</dt>
        <dd>${people(mail.from && [mail.from])}</dd>
        <dt>To</dt>
        <dd>${people(mail.to)}</dd>
        <dt>Date</dt>
        <dd>${when(mail.date)}</dd>
        <dt>Message-ID</dt>
        <dd>${mail.messageId ?? ''}</dd>
      </dl>
      <ul class="files">
        ${files.map(
          ({ file, index }) =>
            html`<li>
              <a href="/mailbox/${id}/files/${index}">${nameOf(file, index)}</a>
              <span>${sizeOf(bytesOf(file).length)}</span>
            </li>`,
        )}
        <li><a href="/mailbox/${id}/raw">The message as it would be sent</a></li>
      </ul>
      ${
        mail.html !== undefined &&
        html`<iframe
          title="The mail as its reader sees it"
          src="/mailbox/${id}/body"
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        ></iframe>`
      }
      <details>
        <summary>Plain text</summary>
        <pre>${mail.text ?? ''}</pre>
      </details>
      <details>
        <summary>All headers</summary>
        <pre>${mail.headers.map(({ key, value }) => `${key}: ${value}`).join('\n')}</pre>
      </details>`,
  );
}

function page(title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · Tessera</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="stylesheet" href="/mailbox/mailbox.css" />
      </head>
      <body>
        <header><span class="brand">Tessera</span> <span class="note">development</span></header>
        <main>${content}</main>
      </body>
    </html>`.markup;
}

/** The mail's own markup; its pictures are fetched from here, and its links open outside of the frame. */
function bodyOf(id: string, mail: Email): string {
  let markup = mail.html ?? '';
  for (const [index, { contentId }] of mail.attachments.entries()) {
    if (contentId)
      markup = markup.replaceAll(`cid:${contentId.slice(1, -1)}`, `/mailbox/${id}/files/${index}`);
  }
  return markup.replace('<head>', '<head><base target="_blank">');
}

const people = (addresses: Address[] | undefined): string =>
  (addresses ?? [])
    .map(({ name, address }) => (name ? `${name} <${address ?? ''}>` : (address ?? '')))
    .join(', ');
const when = (date: string | undefined): string =>
  date === undefined
    ? ''
    : `${new Date(date).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
const nameOf = (file: Attachment, index: number): string => file.filename ?? `attachment-${index + 1}`;
const isPicture = (file: Attachment): boolean => ['image/png', 'image/jpeg'].includes(file.mimeType);
const sizeOf = (bytes: number): string => `${Math.max(1, Math.round(bytes / 1024))} KB`;

function bytesOf(file: Attachment): Buffer {
  return typeof file.content === 'string'
    ? Buffer.from(file.content)
    : Buffer.from(file.content as ArrayBuffer);
}
