import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { makeEvent, makeHost, type TestHost } from '../../../../test/harness/make-catalog.ts';
import { speak } from '../../../../test/harness/raw-socket.ts';
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts';
import { expectNothingUnhandled } from '../../../../test/harness/unhandled.ts';
import { until } from '../../../../test/harness/until.ts';
import { methodsOnPageOf } from '../../../payments/payment-methods.ts';
import { createPromoCode } from '../../../reservations/create-promo-code.ts';
import { askEmbed, makeHall, pageDataIn } from './embed.fixture.ts';

const REFERENCE = 'TSR-0000-0000-0000-0000';
const XSS = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style><svg/onload=alert(1)>',
];

let on: TestApp;
let host: TestHost;
expectNothingUnhandled();
before(async () => {
  on = await startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000' } });
  host = await makeHost(on, { name: 'Harmattan Nights' });
});
after(() => on.close());

const setEmbed = (slug: string, columns: { theme?: string; color?: string; origins?: string[] }) =>
  on.app.database.query(
    'UPDATE events SET embed_theme = $2, embed_color = $3, embed_origins = $4 WHERE slug = $1',
    [slug, columns.theme ?? null, columns.color ?? null, columns.origins ?? null],
  );

const themeIn = (page: string) => /<html [^>]*data-theme="(\w+)"/.exec(page)?.[1];
const accentsIn = (page: string) =>
  [...page.matchAll(/--accent:\s*#([0-9a-f]{6})/g)].map(([, color]) => color);

/** A change is heard of a moment after it is made. */
const untilPage = (path: string, isThere: (page: string) => boolean) =>
  until(path, async () => {
    const { body } = await askEmbed(on, path);
    return isThere(body as string) && (body as string);
  });

test('the page of a public event is there to read before any script has run, and brings the data for the script', async () => {
  const { slug, skus } = await makeEvent(on, host, {
    name: 'Highlife Revival',
    street: '12 Marina Road',
    hostMessage: 'Doors open at six.',
    ticketTypes: [
      { name: 'Regular', priceMinor: 500_000 },
      { name: 'Guest list', priceMinor: 0 },
    ],
  });
  const { status, headers, body } = await askEmbed(on, `/${slug}`);
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(body as string, /\d{4} <span class="time">/, 'a year and a time are two words');
  assert.match(body, /<title>Highlife Revival<\/title>/);
  assert.match(body, /<div id="checkout"[^>]*><\w/);
  assert.match(body.replace(/<script[^]*?<\/script>/g, ''), /<h1[^>]*>[^]*Highlife Revival/);
  const data = pageDataIn(body);
  assert.deepEqual(
    {
      ...data,
      event: { ...data.event, startsAt: '', closesAt: '', hours: '' },
      tickets: data.tickets.map(({ id }) => id),
    },
    {
      slug,
      path: `/checkout/${slug}`,
      language: 'en',
      locale: 'en-NG',
      currency: 'NGN',
      event: {
        name: 'Highlife Revival',
        kind: 'general',
        state: 'on_sale',
        startsAt: '',
        closesAt: '',
        doorsAt: null,
        hours: '',
        timezone: 'Africa/Lagos',
        place: ['12 Marina Road', 'Ikeja, Lagos'],
        mapUrl: null,
        posterUrl: null,
        posterSrcset: null,
        posterAspectRatio: null,
        address: `http://localhost:${new URL(on.publicUrl).port}/events/${slug}`,
        hostName: 'Harmattan Nights',
        hostAddress: `http://localhost:${new URL(on.publicUrl).port}/hosts/harmattan-nights`,
        hasPromoCodes: false,
        hasWaitingList: false,
        contactEmail: null,
        hasTerms: false,
        hasRefundPolicy: false,
        returns: null,
        hostMessage: 'Doors open at six.',
        previewDescription: 'A test.',
        samplePhone: '+2348031234567',
      },
      tickets: skus,
      questions: [],
      newsletter: null,
      cartMail: null,
      invoices: null,
      payment: { page: null, ways: ['card'] },
      transfers: null,
      reference: null,
      emailNote: null,
      mustWait: false,
      previewToken: null,
    },
  );
});

test('a place that the host hides is not in the page', async () => {
  const { slug } = await makeEvent(on, host, { street: '9 Secret Close', hideLocation: true });
  const { body } = await askEmbed(on, `/${slug}`);
  assert.deepEqual(pageDataIn(body).event.place, ['Ikeja, Lagos']);
  assert.doesNotMatch(body, /Secret Close/);
});

test('the page is framable, keeps nothing, and lets nothing run but its own scripts', async () => {
  const { slug } = await makeEvent(on, host);
  const { headers, body } = await askEmbed(on, `/${slug}`);
  const policy = headers.get('content-security-policy') ?? '';
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
  assert.match(nonce, /^[A-Za-z0-9+/]{22}==$/);
  const [, within = '', ...others] = body.split(/<script>([^]*?)<\/script>/);
  assert.equal(others.length, 1, 'one script is in the page');
  const hash = createHash('sha256').update(within).digest('base64');
  assert.equal(
    policy.replace(nonce, 'N'),
    `default-src 'none'; style-src 'self' 'nonce-N'; script-src 'self' 'sha256-${hash}'; connect-src 'self'; img-src 'self' ${mediaOrigin()} data:; form-action 'self'; base-uri 'none'; frame-ancestors *`,
  );
  assert.ok(body.includes(`<style nonce="${nonce}">`));
  assert.doesNotMatch(others.join(''), /<script(?![^>]*(src=|type="application\/json"))/);
  assert.doesNotMatch(body, /\sstyle="|\son\w+="/);
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.equal(headers.get('set-cookie'), null);
  assert.equal(headers.get('x-frame-options'), null);
  const again = await askEmbed(on, `/${slug}`);
  assert.ok(!again.headers.get('content-security-policy')?.includes(nonce), 'a nonce is used once');
});

const mediaOrigin = () => `http://localhost:${new URL(on.publicUrl).port}`;

test('only the sites that the host names may frame the event', async () => {
  const { slug } = await makeEvent(on, host);
  await setEmbed(slug, { origins: ['https://shop.example', 'http://localhost:8080'] });
  await until('the policy', async () =>
    (await askEmbed(on, `/${slug}`)).headers
      .get('content-security-policy')
      ?.endsWith('frame-ancestors https://shop.example http://localhost:8080'),
  );
  await assert.rejects(setEmbed(slug, { origins: ["https://a.example; script-src 'unsafe-inline'"] }));
  await assert.rejects(setEmbed(slug, { origins: ['*'] }));
  await assert.rejects(setEmbed(slug, { color: '"><b>' }));
});

test('theme and colour come from the address, and what cannot be used is ignored', async () => {
  const { slug } = await makeEvent(on, host);
  const plain = (await askEmbed(on, `/${slug}`)).body as string;
  assert.equal(themeIn(plain), 'auto');
  const dark = (await askEmbed(on, `/${slug}?theme=dark&colorScheme=%23C8623F`)).body as string;
  assert.equal(themeIn(dark), 'dark');
  assert.deepEqual(new Set(accentsIn(dark)), new Set(['c8623f']));
  const bare = (await askEmbed(on, `/${slug}?theme=light&colorScheme=c8623f`)).body as string;
  assert.equal(themeIn(bare), 'light');
  assert.deepEqual(new Set(accentsIn(bare)), new Set(['c8623f']));
  for (const query of ['theme=blue&colorScheme=red', 'theme=&colorScheme=', 'colorScheme=%22%3E%3Cb%3E']) {
    const page = (await askEmbed(on, `/${slug}?${query}`)).body as string;
    assert.equal(themeIn(page), 'auto');
    assert.deepEqual(accentsIn(page), accentsIn(plain));
  }
});

test('the host’s settings for the event count more than the address', async () => {
  const { slug } = await makeEvent(on, host);
  await setEmbed(slug, { theme: 'light', color: '123456' });
  const page = await untilPage(`/${slug}?theme=dark&colorScheme=c8623f`, (text) => themeIn(text) === 'light');
  assert.deepEqual(new Set(accentsIn(page)), new Set(['123456']));
  await setEmbed(slug, { theme: 'dark' });
  const half = await untilPage(`/${slug}?theme=light&colorScheme=c8623f`, (text) => themeIn(text) === 'dark');
  assert.deepEqual(new Set(accentsIn(half)), new Set(['c8623f']));
});

test('the page speaks the language of the address, else the browser’s', async () => {
  const { slug } = await makeEvent(on, host);
  const languageOf = async (query: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-language': accepted };
    const { body } = await askEmbed(on, `/${slug}${query}`, { headers });
    const { language, locale } = pageDataIn(body);
    assert.equal(/<html lang="(\w+)"/.exec(body)?.[1], language);
    return [language, locale];
  };
  assert.deepEqual(await languageOf('', 'fr-FR,fr;q=0.9,en;q=0.5'), ['fr', 'fr-NG']);
  assert.deepEqual(await languageOf('?lang=en', 'fr'), ['en', 'en-NG']);
  assert.deepEqual(await languageOf('?lang=fr', 'en'), ['fr', 'fr-NG']);
  assert.deepEqual(await languageOf('?lang=xx', 'nl'), ['en', 'en-NG']);
});

test('the page leads to the same page in the other language, as it looks now', async () => {
  const { slug } = await makeEvent(on, host);
  const query = '?theme=dark&colorScheme=%23c8623f&lang=fr&next=//evil.example';
  const { body } = await askEmbed(on, `/${slug}${query}`);
  assert.match(
    body,
    /<a lang="en" hreflang="en" href="\?theme=dark&amp;colorScheme=c8623f&amp;lang=en">English<\/a>/,
  );
  assert.match(body, /<span aria-current="true">Français<\/span>/);
});

test('the page says on whose page one pays, and with what; a free event asks for neither money nor a code', async () => {
  const { slug, eventId } = await makeEvent(on, host, { ticketTypes: [{ priceMinor: 0 }] });
  const free = pageDataIn((await askEmbed(on, `/${slug}`)).body);
  assert.deepEqual([free.payment, free.event.hasPromoCodes], [null, false]);
  await on.app.database.transaction((tx) =>
    createPromoCode(tx, {
      eventId,
      code: 'HALF',
      discount: { percentBasisPoints: 5_000 },
      maximumUses: null,
      ticketTypeIds: [],
    }),
  );
  await untilPage(`/${slug}`, (text) => pageDataIn(text).event.hasPromoCodes);
  assert.deepEqual(methodsOnPageOf('paystack', 'NGN'), ['card', 'bank_transfer', 'ussd']);
  assert.deepEqual(methodsOnPageOf('flutterwave', 'GHS'), ['card', 'mobile_money']);
  assert.deepEqual(methodsOnPageOf('stripe', 'ZAR'), ['card']);
});

test('a buyer who comes back brings the order’s reference, and nothing else passes for one', async () => {
  const { slug } = await makeEvent(on, host);
  const referenceIn = async (query: string) =>
    pageDataIn((await askEmbed(on, `/${slug}?${query}`)).body).reference;
  assert.equal(await referenceIn(`reference=${REFERENCE}`), REFERENCE);
  assert.equal(await referenceIn('reference=%3C/script%3E'), null);
  assert.equal(await referenceIn('reference='), null);
});

test('drafts and names of nothing get a friendly page in the buyer’s language', async () => {
  const draft = await makeEvent(on, host, { status: 'DRAFT' });
  for (const slug of [draft.slug, 'nobody-knows', 'No%20Slug', '%3Cscript%3E', '%E0%A4%A', '%ff']) {
    const { status, headers, body } = await askEmbed(on, `/${slug}`);
    assert.equal(status, 404, slug);
    assert.match(body, /<h1>There is no such event here<\/h1>/);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'self' 'nonce-/,
    );
    const french = await askEmbed(on, `/${slug}`, { headers: { 'accept-language': 'fr' } });
    assert.match(french.body, /<html lang="fr"[^]*introuvable/);
    const json = await askEmbed(on, `/${slug}/tickets`);
    assert.deepEqual([json.status, json.body.error_code], [404, 'not_found']);
  }
});

test('the friendly page has the theme that the checkout would have', async () => {
  for (const [query, theme] of [
    ['', 'auto'],
    ['?theme=dark', 'dark'],
    ['?theme=light', 'light'],
    ['?theme=%22%3E%3Cb%3E', 'auto'],
  ] as const) {
    const { status, body } = await askEmbed(on, `/nobody-knows${query}`);
    assert.deepEqual([status, themeIn(body)], [404, theme], query);
    const schemes = theme === 'auto' ? 'light dark' : theme;
    assert.ok((body as string).includes(`<meta name="color-scheme" content="${schemes}"/>`), query);
  }
});

test('an event that goes live, or is taken back, is found or lost at once', async () => {
  const { slug, eventId } = await makeEvent(on, host, { status: 'DRAFT' });
  assert.equal((await askEmbed(on, `/${slug}`)).status, 404);
  await on.app.database.query(`UPDATE events SET status = 'LIVE' WHERE id = $1`, [eventId]);
  assert.equal((await askEmbed(on, `/${slug}`)).status, 200);
  await on.app.database.query(`UPDATE events SET status = 'DRAFT' WHERE id = $1`, [eventId]);
  await until('the page to be gone', async () => (await askEmbed(on, `/${slug}`)).status === 404);
});

test('an unlisted event has its page for whoever has the link', async () => {
  const { slug } = await makeEvent(on, host, { isUnlisted: true });
  assert.equal((await askEmbed(on, `/${slug}`)).status, 200);
  const { status, body } = await askEmbed(on, `/${slug}/tickets`);
  assert.deepEqual([status, body.data.length], [200, 1]);
});

test('the page says how the event stands', async () => {
  const AN_HOUR_AGO = new Date(Date.now() - 3_600_000);
  const TOMORROW = new Date(Date.now() + 86_400_000);
  const states = await Promise.all(
    [
      {},
      { isComingSoon: true },
      { ticketTypes: [] },
      { ticketTypes: [{ saleStartsAt: TOMORROW }, { capacity: 0 }] },
      { ticketTypes: [{ capacity: 0 }, { saleEndsAt: AN_HOUR_AGO }] },
      { ticketTypes: [{ saleEndsAt: AN_HOUR_AGO }] },
      { ticketTypes: [{ capacity: 0 }, {}] },
      { startsAt: new Date(Date.now() - 7_200_000), closesAt: AN_HOUR_AGO },
      { status: 'CANCELLED' as const },
    ].map(async (event) => {
      const { slug } = await makeEvent(on, host, event);
      return pageDataIn((await askEmbed(on, `/${slug}`)).body).event.state;
    }),
  );
  assert.deepEqual(states, [
    'on_sale',
    'coming_soon',
    'coming_soon',
    'coming_soon',
    'sold_out',
    'sale_ended',
    'on_sale',
    'ended',
    'cancelled',
  ]);
});

test('a host’s text stays text', async () => {
  for (const evil of XSS) {
    const { slug } = await makeEvent(on, host, {
      name: evil,
      previewDescription: evil,
      hostMessage: evil,
      street: evil,
      state: evil,
      lga: evil,
      ticketTypes: [{ name: evil, description: evil }],
    });
    const { body } = await askEmbed(on, `/${slug}`);
    assert.equal(pageDataIn(body).event.name, evil);
    assert.equal(pageDataIn(body).tickets[0]?.name, evil);
    assert.ok(!body.includes(evil), evil);
    assert.equal(
      body.match(/<script/g)?.length,
      1 + (body.match(/<script [^>]*(src=|id="page-data")/g) ?? []).length,
    );
    assert.doesNotMatch(body, /<img src=x|<svg\/onload|<!--<script/);
  }
});

test('the page is sent as small as the browser takes it', async () => {
  const { slug } = await makeHall(on, host);
  const get = async (acceptEncoding: string) => {
    const [answer] = await speak(
      on.publicUrl,
      `GET /checkout/${slug} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${acceptEncoding}\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(answer?.headers.get('vary'), 'Accept-Encoding');
    return {
      encoding: answer?.headers.get('content-encoding'),
      bytes: Buffer.from(answer?.body ?? '', 'latin1'),
    };
  };
  const [brotli, gzipped, plain] = [await get('gzip, deflate, br'), await get('gzip'), await get('br;q=0')];
  assert.deepEqual([brotli.encoding, gzipped.encoding, plain.encoding], ['br', 'gzip', undefined]);
  for (const page of [brotliDecompressSync(brotli.bytes), gunzipSync(gzipped.bytes), plain.bytes]) {
    assert.equal(pageDataIn(page.toString()).event.kind, 'seat_map');
  }
});

test('the page’s files are there for ever under their names, compressed by the best that the browser takes', async () => {
  const { slug } = await makeEvent(on, host);
  const { body } = await askEmbed(on, `/${slug}`);
  const entry = /<script type="module" src="([^"]+)">/.exec(body)?.[1] ?? '';
  assert.match(entry, /^\/checkout\/assets\/embed-en-[A-Z0-9]{8}\.js$/);
  for (const [accepted, encoding, decode] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
  ] as const) {
    const [answer] = await speak(
      on.publicUrl,
      `GET ${entry} HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`,
    );
    assert.equal(answer?.status, 200);
    assert.equal(answer.headers.get('content-encoding'), encoding);
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(answer.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.match(decode(Buffer.from(answer.body, 'latin1')).toString(), /^(import|var|const|let|export|\()/);
  }
  const missing = await askEmbed(on, '/assets/checkout-AAAAAAAA.js');
  assert.deepEqual([missing.status, missing.body.error_code], [404, 'not_found']);
  assert.equal((await askEmbed(on, '/assets/..%2Fserver%2Frender-page.js')).status, 404);
});

test('if the page can’t be made, the buyer reads a sentence, not JSON', async () => {
  const { slug } = await makeEvent(on, host);
  await on.app.database.query('ALTER TABLE events RENAME TO events_away');
  try {
    const { status, headers, body } = await askEmbed(on, `/${slug}`);
    assert.equal(status, 500);
    assert.match(body, /<h1>One moment, please<\/h1>/);
    assert.equal(headers.get('cache-control'), 'no-store');
    const json = await askEmbed(on, `/${slug}/tickets`);
    assert.deepEqual([json.status, json.body.error_code], [500, 'internal_error']);
  } finally {
    await on.app.database.query('ALTER TABLE events_away RENAME TO events');
  }
});
