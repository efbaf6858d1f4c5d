import type { FastifyReply } from 'fastify';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { Type } from 'typebox';
import type { Mail, Mailbox } from './contract.ts';
import { Refusal } from '../../refusal.ts';
import type { HttpServer } from '../../http/server.ts';
import { createMailbox } from '../../mail/mailbox.ts';
import type { SendPage } from '../serving/send-page.ts';
import { ROUTES } from '../../routes.ts';

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
  { mailboxDir, sendPage }: { mailboxDir: string; sendPage: SendPage },
): Promise<void> {
  const mailbox = createMailbox(mailboxDir);
  const readMail = async (id: string): Promise<{ raw: Buffer; mail: Email }> => {
    const raw = await mailbox.read(id);
    if (!raw) throw new Refusal('not_found', 'There is no such mail: the mailbox keeps the newest only.');
    return { raw, mail: await PostalMime.parse(raw) };
  };

  http.get(ROUTES.mailbox.list.path, async (_request, reply) => {
    const mails = await mailbox.list();
    const parsed = await Promise.all(
      mails.map(async ({ id, head }) => ({ id, mail: await PostalMime.parse(head) })),
    );
    const data = { mails: parsed.map(({ id, mail }) => headOf(id, mail)) };
    return sendPage(reply, { page: 'mailbox', data });
  });
  http.get(ROUTES.mailbox.mail.path, { schema: { params: MailParams } }, async (request, reply) => {
    const { id } = request.params;
    const { mail } = await readMail(id);
    return sendPage(reply, { page: 'mail', data: describeMail(id, mail), policy: { frames: ["'self'"] } });
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

const headOf = (id: string, mail: Email): Mailbox['mails'][number] => ({
  id,
  subject: mail.subject ?? null,
  to: people(mail.to),
  date: mail.date ?? null,
});

const describeMail = (id: string, mail: Email): Mail => ({
  ...headOf(id, mail),
  from: people(mail.from && [mail.from]),
  messageId: mail.messageId ?? '',
  files: mail.attachments
    .map((file, index) => ({ file, index }))
    // Pictures of the body are seen there.
    .filter(({ file }) => file.disposition === 'attachment' || !file.contentId)
    .map(({ file, index }) => ({ index, name: nameOf(file, index), bytes: bytesOf(file).length })),
  hasBody: mail.html !== undefined,
  text: mail.text ?? '',
  headers: mail.headers.map(({ key, value }) => ({ name: key, value })),
});

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
const nameOf = (file: Attachment, index: number): string => file.filename ?? `attachment-${index + 1}`;
const isPicture = (file: Attachment): boolean => ['image/png', 'image/jpeg'].includes(file.mimeType);

function bytesOf(file: Attachment): Buffer {
  return typeof file.content === 'string'
    ? Buffer.from(file.content)
    : Buffer.from(file.content as ArrayBuffer);
}
