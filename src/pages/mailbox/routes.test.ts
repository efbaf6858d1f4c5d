import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import PostalMime from 'postal-mime';
import { createLogger } from '../../log/logger.ts';
import { createRequestIds } from '../../http/request-id.ts';
import { createHttpServer } from '../../http/server.ts';
import { loadWeb } from '../serving/load-web.ts';
import { createSendPage } from '../serving/send-page.ts';
import { registerMailbox } from './routes.ts';
import { createMailbox } from '../../mail/mailbox.ts';
import type { OutgoingMail } from '../../mail/compose-mail.ts';
import { createMailer } from '../../mail/mailer.ts';

const MAIL: OutgoingMail = {
  to: { name: 'Ada Obi', address: 'ada@example.com' },
  messageId: 'one@tickets.example',
  subject: 'Your ticket for Ọṣun & <b>Co</b>',
  html: '<!doctype html><html><head><title>x</title></head><body><img src="cid:code@tessera"><script>alert(1)</script></body></html>',
  text: 'Plain <i>text</i>',
  attachments: [
    { filename: 'tickets.pdf', content: Buffer.from('%PDF-'), contentType: 'application/pdf' },
    { filename: 'code.png', content: Buffer.from('png'), contentType: 'image/png', cid: 'code@tessera' },
    { filename: 'page.html', content: '<script>alert(2)</script>', contentType: 'text/html' },
  ],
};

async function openMailbox(t: TestContext) {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-mailbox-'));
  const mailboxDir = path.join(folder, 'mailbox');
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const http = createHttpServer({
    requestIds: createRequestIds('test'),
    logger: createLogger('error', silent),
  });
  const sendPage = createSendPage(await loadWeb(), { checkoutUrl: 'http://localhost/checkout' });
  await registerMailbox(http, { mailboxDir, sendPage });
  t.after(async () => {
    await http.close();
    await rm(folder, { recursive: true });
  });
  const mailer = createMailer({ smtpUrl: null, from: 'Tessera <tickets@localhost>', mailboxDir });
  const get = (url: string) => http.inject({ method: 'GET', url });
  const ids = async (): Promise<string[]> =>
    [...(await get('/mailbox')).body.matchAll(/href="\/mailbox\/([^".]+)"/g)].map(([, id]) => id ?? '');
  return { mailboxDir, mailer, get, ids };
}

test('a mailbox without mails says what will come', async (t) => {
  const { get } = await openMailbox(t);
  const { statusCode, body, headers } = await get('/mailbox');
  assert.equal(statusCode, 200);
  assert.match(body, /Nothing yet/);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
});

test('without a mail server a mail is a file, whole, that any mail program opens', async (t) => {
  const { mailer, mailboxDir, get, ids } = await openMailbox(t);
  await mailer.send(MAIL);
  const [name] = await readdir(mailboxDir);
  assert.match(name ?? '', /^\d{8}T\d{9}Z-[0-9a-f]{12}\.eml$/);
  const [id] = await ids();
  const raw = await get(`/mailbox/${id}/raw`);
  assert.match(String(raw.headers['content-disposition']), /^attachment/);
  const mail = await PostalMime.parse(raw.rawPayload);
  assert.equal(mail.messageId, '<one@tickets.example>');
  assert.equal(mail.subject, MAIL.subject);
  assert.deepEqual(mail.from, { name: 'Tessera', address: 'tickets@localhost' });
  assert.equal(mail.attachments.length, 3);
});

test('the page of a mail shows its headers, its text and its files, and nothing of it as markup', async (t) => {
  const { mailer, get, ids } = await openMailbox(t);
  await mailer.send(MAIL);
  const list = await get('/mailbox');
  assert.match(list.body, /Ọṣun &amp; &lt;b>Co&lt;\/b>/);
  const [id] = await ids();
  const { body, headers } = await get(`/mailbox/${id}`);
  for (const part of [
    'Ada Obi &lt;ada@example.com>',
    'Plain &lt;i>text&lt;/i>',
    '&lt;one@tickets.example>',
    `src="/mailbox/${id}/body"`,
    'tickets.pdf',
  ]) {
    assert.ok(body.includes(part), `${part} in ${body}`);
  }
  assert.doesNotMatch(body, /<script|code\.png|style=/);
  const policy = String(headers['content-security-policy']);
  assert.doesNotMatch(policy, /unsafe|\*/);
  assert.match(policy, /frame-ancestors 'none'/);
});

test('the body runs no script and is framed by nobody but the mailbox; its pictures come from here', async (t) => {
  const { mailer, get, ids } = await openMailbox(t);
  await mailer.send(MAIL);
  const [id] = await ids();
  const { body, headers } = await get(`/mailbox/${id}/body`);
  const policy = String(headers['content-security-policy']);
  assert.match(
    policy,
    /^sandbox allow-popups [^;]*; default-src 'none'; style-src 'unsafe-inline'; img-src 'self';/,
  );
  assert.doesNotMatch(policy, /script-src|allow-scripts|allow-same-origin/);
  assert.match(policy, /frame-ancestors 'self'/);
  const picture = /<img src="([^"]+)"/.exec(body)?.[1] ?? '';
  const answer = await get(picture);
  assert.equal(answer.body, 'png');
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  assert.match(body, /<base target="_blank">/);
});

test('files are saved, never opened, whatever they are', async (t) => {
  const { mailer, get, ids } = await openMailbox(t);
  await mailer.send(MAIL);
  const [id] = await ids();
  const { body } = await get(`/mailbox/${id}`);
  const files = [...body.matchAll(/href="([^"]+\/files\/\d+)">/g)].map(([, url]) => url ?? '');
  assert.equal(files.length, 2);
  for (const url of files) {
    const { headers } = await get(url);
    assert.match(String(headers['content-disposition']), /^attachment; filename\*=UTF-8''/);
    assert.match(String(headers['content-security-policy']), /^sandbox;/);
  }
});

test('a name that is not a mail’s, or lies beside the mailbox, is not found', async (t) => {
  const { mailer, mailboxDir, get, ids } = await openMailbox(t);
  await mailer.send(MAIL);
  await writeFile(path.join(mailboxDir, '../..', 'secret.eml'), 'Subject: secret');
  const [id] = await ids();
  for (const url of [
    '/mailbox/20260101T000000000Z-000000000000',
    '/mailbox/..%2Fsecret',
    '/mailbox/..%2Fsecret/raw',
    `/mailbox/${id}/files/3`,
  ]) {
    assert.equal((await get(url)).statusCode, 404, url);
  }
});

test('the newest five hundred are kept', async (t) => {
  const { mailboxDir } = await openMailbox(t);
  const mailbox = createMailbox(mailboxDir);
  await mailbox.put(Buffer.from('Subject: the first'));
  const [first] = await mailbox.list();
  for (let count = 0; count < 501; count++) {
    const time = new Date(Date.UTC(2100, 0, 1, 0, 0, count)).toISOString().replace(/[-:.]/g, '');
    await writeFile(path.join(mailboxDir, `${time}-000000000000.eml`), `Subject: ${count}`);
  }
  await mailbox.put(Buffer.from('Subject: the last'));
  assert.equal((await readdir(mailboxDir)).length, 500);
  assert.equal(await mailbox.read(first?.id ?? ''), null);
});
