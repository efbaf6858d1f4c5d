import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { Browser } from 'playwright-core';
import PostalMime, { type Email } from 'postal-mime';
import { OPERATOR } from '../../src/audit/actor.ts';
import { askEmbed, held, makeHall } from '../../src/pages/checkout/embed/embed.fixture.ts';
import { createCategories } from '../../src/events/create-categories.ts';
import { addHeadliner } from '../../src/events/headliners-and-gallery.ts';
import { isPersonName } from '../../src/values/person-name.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { LANGUAGES, type Language } from '../../src/values/language.ts';
import { launchBrowser } from '../harness/browser.ts';
import { happeningsAt } from '../harness/happenings-at.ts';
import { pay, untilStatus } from '../harness/buy.ts';
import { HOSTILE_TEXTS } from '../harness/hostile-texts.ts';
import { makeHost } from '../harness/make-catalog.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

let on: TestApp;
let browser: Browser;
let folder: string;

before(async () => {
  [on, browser, folder] = await Promise.all([
    startTestApp(),
    launchBrowser(),
    mkdtemp(path.join(tmpdir(), 'tessera-mails-')),
  ]);
});
after(async () => {
  await browser.close();
  await on.close();
  await rm(folder, { recursive: true });
});

// Each round has three texts in every field, as far as they fit, and in every field another one comes first. All texts come
// once, half of them in English and half in French.
const ROUNDS_PER_LANGUAGE = Math.ceil(HOSTILE_TEXTS.length / 3 / LANGUAGES.length);
const roundsIn = (language: Language): number[] =>
  Array.from(
    { length: ROUNDS_PER_LANGUAGE },
    (_, round) => round + LANGUAGES.indexOf(language) * ROUNDS_PER_LANGUAGE,
  );
const textsIn = (round: number, field: number): string[] =>
  [0, 1, 2].map((nth) => HOSTILE_TEXTS[(round * 3 + ((field + nth) % 3)) % HOSTILE_TEXTS.length] ?? '');
const textIn = (round: number, field: number, longest: number): string =>
  textsIn(round, field).join(' ').slice(0, longest);
const isName = (text: string): boolean => isPersonName(text) && text.length <= 100;
const nameIn = (round: number, field: number): string => textsIn(round, field).find(isName) ?? 'Ada';

/** A purchase and its refund, in which all that people write is hostile. */
async function buyAndRefund(round: number, language: Language): Promise<void> {
  const text = (field: number, longest: number): string => textIn(round, field, longest);
  const host = await makeHost(on, { name: text(0, 200), email: `host-${round}@example.com` });
  const categorySlug = `category-${round}`;
  await on.app.database.transaction((tx) =>
    createCategories(tx, [{ slug: categorySlug, name: text(1, 100) }]),
  );
  const { slug, eventId, seatIds } = await makeHall(on, host, {
    seatsPerType: 2,
    event: {
      kind: 'seat_map',
      categorySlug,
      name: text(2, 200),
      description: text(3, 2_000),
      previewDescription: text(4, 500),
      hostMessage: text(5, 2_000),
      street: text(6, 300),
      directions: text(7, 2_000),
      state: text(8, 100),
      lga: text(9, 100),
      ticketTypes: [{ kind: 'SEATED', name: text(10, 200), description: text(11, 2_000), capacity: 2 }],
    },
  });
  await on.app.database.transaction((tx) =>
    addHeadliner(tx, { eventId, name: text(12, 200), role: text(13, 100), imageFile: null, position: 1 }),
  );
  await on.app.database.query(
    'UPDATE seats SET section = $2, row_label = $3, seat_label = left($4, 18) || y::text || x::text WHERE event_id = $1',
    [eventId, text(14, 100), text(15, 20), text(16, 18)],
  );
  const token = randomUUID();
  const { quoteReference } = await held(on, slug, { seatIds }, token);
  const person = {
    firstName: nameIn(round, 17),
    lastName: nameIn(round, 18),
    email: `buyer-${round}@example.com`,
  };
  const { status, body } = await askEmbed(on, `/${slug}/orders`, {
    method: 'POST',
    headers: { 'x-device-id': token },
    body: {
      ...person,
      quoteReference,
      query: `?lang=${language}`,
      recipients: [person, { ...person, firstName: nameIn(round, 19), email: `guest-${round}@example.com` }],
    },
  });
  assert.equal(status, 201, JSON.stringify(body));
  const { reference, checkoutUrl } = body.data as { reference: string; checkoutUrl: string };
  await pay(checkoutUrl);
  const { id: orderId } = await untilStatus(on, reference, 'confirmed');
  await mailsTo(person.email, 1);
  // A mail that is sent after the refund has no ticket in it.
  await mailsTo(`guest-${round}@example.com`, 1);
  await on.app.database.transaction((tx) =>
    refundOrder(tx, {
      orderId,
      actor: OPERATOR,
      ticketIds: null,
      amountMinor: null,
      returnsStock: true,
      requestKey: 'one',
    }),
  );
}

type Mail = { id: string; mail: Email };

/** As many as are expected: they come by a job. */
async function mailsTo(address: string, count: number): Promise<Mail[]> {
  return until(`${count} mails to ${address}`, async () => {
    const list = await (await fetch(`${on.publicUrl}/mailbox`)).text();
    const ids = [...list.matchAll(/href="\/mailbox\/([^"]+)">([\s\S]*?)<\/a>/g)]
      .filter(([, , about]) => about?.includes(address))
      .map(([, id = '']) => id);
    if (ids.length < count) return null;
    return Promise.all(
      ids.map(async (id) => {
        const raw = await (await fetch(`${on.publicUrl}/mailbox/${id}/raw`)).arrayBuffer();
        return { id, mail: await PostalMime.parse(raw) };
      }),
    );
  });
}

/** The parts of a PDF between its strings and its streams: all that a reader could act on. */
function structureOf(pdf: Buffer): string {
  const text = pdf.toString('latin1').replace(/stream\r?\n[\s\S]*?endstream/g, '');
  let structure = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (depth > 0 && character === '\\') at++;
    else if (character === '(') depth++;
    else if (character === ')' && depth > 0) depth--;
    else if (depth === 0) structure += character;
  }
  return structure.replace(/<[0-9a-fA-F\s]*>/g, '<>');
}

const ACTS =
  /\/(JavaScript|JS|OpenAction|AA|Launch|URI|GoToR|SubmitForm|ImportData|Annots?|AcroForm|XFA|EmbeddedFiles?|RichMedia)\b/;

for (const language of LANGUAGES) {
  test(`a mail in ${language} opens nothing, asks for nothing and runs nothing, whatever hosts and buyers write; nor does its PDF`, async () => {
    const checkout = on.publicUrl.replace('127.0.0.1', 'localhost');
    const link = `a[href^="${checkout}/checkout/orders/"]`;
    const library = await PDFiumLibrary.init();
    // In turn: new hosts wait for each other, on a busy machine for longer than a statement may.
    for (const round of roundsIn(language)) await buyAndRefund(round, language);
    for (const round of roundsIn(language)) {
      const mails = [
        ...(await mailsTo(`buyer-${round}@example.com`, 2)),
        ...(await mailsTo(`guest-${round}@example.com`, 1)),
      ];
      for (const { id, mail } of mails) {
        const told = `round ${round}, ${mail.subject ?? ''}`;
        assert.ok(mail.html?.includes(`<html lang="${language}"`), told);
        assert.deepEqual(
          await happeningsAt(browser, `${on.publicUrl}/mailbox/${id}`, {
            requests: new RegExp(`^${on.publicUrl}/(mailbox/|assets/mailbox-\\w{8}\\.css$)`),
            elements: `iframe[src^="/mailbox/"], link[href^="/assets/mailbox-"], a[href^="/mailbox"], base[target="_blank"]:not([href]), ${link}`,
          }),
          [],
          `${told}, in the mailbox`,
        );
        const file = path.join(folder, `${id}.html`);
        await writeFile(file, mail.html ?? '');
        assert.deepEqual(
          await happeningsAt(browser, pathToFileURL(file).href, {
            requests: /^(file:.*\.html$|cid:)/,
            elements: link,
          }),
          [],
          `${told}, as a file`,
        );
        assert.deepEqual([mail.to?.length, mail.cc, mail.bcc], [1, undefined, undefined], told);
        const pdf = mail.attachments.find(({ mimeType }) => mimeType === 'application/pdf');
        if (!pdf) continue;
        const bytes = Buffer.from(pdf.content as ArrayBuffer);
        assert.doesNotMatch(structureOf(bytes), ACTS, told);
        const document = await library.loadDocument(bytes);
        const texts = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ''));
        document.destroy();
        assert.ok(texts.length > 0);
        const typeName = textIn(round, 10, 10).replace(/[\s\u202e]+/g, '');
        for (const text of texts) assert.ok(text.includes(typeName), `${told}: ${typeName} in ${text}`);
      }
    }
    library.destroy();
  });
}

test('control: as markup these texts do run, ask and leave; as part of a PDF they act', async () => {
  const file = path.join(folder, 'control.html');
  const happened: string[] = [];
  for (const text of HOSTILE_TEXTS) {
    await writeFile(file, `<p title="${text}">${text}</p>`);
    const looked = { requests: /^file:/, elements: 'a[href="none"]' };
    happened.push(...(await happeningsAt(browser, pathToFileURL(file).href, looked)));
  }
  for (const what of [
    /^a script ran$/,
    /^a request: http:\/\/evil\.example\//,
    /^<iframe/,
    /^onerror of img$/,
  ]) {
    assert.ok(
      happened.some((happening) => what.test(happening)),
      `${String(what)} in ${happened.join('\n')}`,
    );
  }
  const acting = HOSTILE_TEXTS.filter((text) =>
    ACTS.test(structureOf(Buffer.from(`<< /Title (${text}) >>`))),
  );
  assert.equal(acting.length, 1);
});
