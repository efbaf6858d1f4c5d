import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import jsQrModule from 'jsqr';
import type { Browser } from 'playwright-core';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import { admitTicket } from '../../src/check-in/admit-ticket.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeEvent, makeHost, type TestHost } from '../harness/make-catalog.ts';
import { startSmtp, type ReceivedMail, type TestSmtp } from '../harness/smtp.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

const jsQr = jsQrModule as unknown as typeof jsQrModule.default;

let on: TestApp;
let host: TestHost;
let smtp: TestSmtp;
let browser: Browser;
let library: PDFiumLibrary;
let shopUrl: string;
const shop = createServer((request, response) => {
  const isShop = request.url?.startsWith('/?');
  response.setHeader('content-type', 'text/html; charset=utf-8');
  if (isShop) void readFile(path.join(import.meta.dirname, 'shop.html')).then((page) => response.end(page));
  else response.end('<!doctype html><title>Thanks</title><h1>Thank you</h1>');
});

before(async () => {
  smtp = await startSmtp();
  on = await startTestApp({ environment: { SMTP_URL: smtp.url } });
  host = await makeHost(on);
  browser = await launchBrowser();
  library = await PDFiumLibrary.init();
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
after(async () => {
  await browser.close();
  shop.close();
  assert.deepEqual(await checkInvariants(on.app.database), []);
  await on.close();
  await smtp.stop();
  library.destroy();
});

/** The shop's page on a phone, for an event of that price. */
async function openShop(priceMinor: number) {
  const { eventId, slug, skus } = await makeEvent(on, host, { ticketTypes: [{ priceMinor }] });
  const context = await browser.newContext({ viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  const query = new URLSearchParams({ api: on.baseUrl, key: host.publicKey, slug, sku: skus[0] ?? '' });
  await page.goto(`${shopUrl}/?${query.toString()}`);
  return { page, eventId, close: () => context.close() };
}

const mailOf = (reference: string): Promise<ReceivedMail> =>
  until(`the mail of ${reference}`, () => smtp.received.find(({ raw }) => raw.includes(reference)));

/** Reads the PDF that came by mail as a scanner at the door would, page by page. */
async function codesIn({ mail }: ReceivedMail): Promise<string[]> {
  const pdf = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
  assert.ok(pdf?.content instanceof ArrayBuffer || pdf?.content instanceof Uint8Array, 'a PDF is attached');
  const document = await library.loadDocument(Buffer.from(pdf.content as ArrayBuffer));
  const codes: string[] = [];
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: 2, render: 'bitmap' });
    codes.push(jsQr(new Uint8ClampedArray(data), width, height)?.data ?? '');
  }
  document.destroy();
  return codes;
}

async function assertAdmits(eventId: string, codes: string[]): Promise<void> {
  for (const code of codes) {
    const first = await admitTicket(on.app.database, on.secretKeys, { eventId, code });
    const second = await admitTicket(on.app.database, on.secretKeys, { eventId, code });
    assert.deepEqual([first.outcome, second.outcome], ['admitted', 'already_used']);
  }
}

test('a buyer on a third-party site pays on the sandbox’s page, gets the tickets by mail, and is let in once', async () => {
  const { page, eventId, close } = await openShop(1_500_000);
  await page.getByRole('button', { name: 'Buy two' }).click();
  await page.waitForURL(/\/checkout\/pay\//);
  await page.getByRole('button', { name: /^Pay ₦/ }).click();
  await page.waitForURL(`${shopUrl}/thanks**`);
  const target = new URL(page.url());
  assert.equal(target.searchParams.get('from'), 'shop');
  const reference = target.searchParams.get('reference') ?? '';
  const mail = await mailOf(reference);
  assert.deepEqual(mail.envelope.to, ['ada@example.com']);
  const codes = await codesIn(mail);
  assert.equal(new Set(codes).size, 2);
  await assertAdmits(eventId, codes);
  const link = /Your order: (\S+)/.exec(mail.mail.text ?? '')?.[1] ?? 'no link';
  await page.goto(link);
  await page.getByText(reference).first().waitFor();
  await close();
});

test('a free order is confirmed on the spot, and its mail comes too', async () => {
  const { page, eventId, close } = await openShop(0);
  await page.getByRole('button', { name: 'Buy two' }).click();
  const said = (await page.getByRole('status').filter({ hasText: 'confirmed' }).textContent()) ?? '';
  const codes = await codesIn(await mailOf(said.split(' ')[1] ?? 'no reference'));
  assert.equal(codes.length, 2);
  await assertAdmits(eventId, codes);
  await close();
});
