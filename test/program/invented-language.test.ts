import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { findFolders } from '../../scripts/texts.ts';
import { readCatalogue } from '../../src/languages/read-catalogue.ts';
import type { DemoFacts } from '../../src/demo/demo-facts.ts';
import { ask } from '../harness/client.ts';
import { invent } from '../harness/invented-language.ts';
import { endAllIn } from '../harness/processes.ts';
import { launch, makeSeededDataDir, untilHealthy, type Program } from '../harness/program.ts';
import { until } from '../harness/until.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The program, whose French is an invented language. */
async function launchInvented(t: TestContext): Promise<Program> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tessera-invented-'));
  const { dataDir, remove } = await makeSeededDataDir();
  for (const name of [
    'src',
    'packages',
    'functions',
    'migrations',
    'scripts',
    'docs',
    'examples',
    'package.json',
  ])
    await cp(path.join(ROOT, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  for (const texts of findFolders()) {
    const invented = JSON.stringify(invent(readCatalogue(texts, 'en')));
    await writeFile(path.join(folder, path.relative(ROOT, texts), 'fr.json'), invented);
  }
  const program = await launch({ DATA_DIR: dataDir, STATUS_PAGE: 'on' }, ['start'], folder);
  t.after(async () => {
    program.child.kill('SIGKILL');
    await program.exited;
    await endAllIn(dataDir);
    await remove();
    await rm(folder, { recursive: true, force: true });
  });
  await untilHealthy(program);
  return program;
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};
const INLINE = /<\/?(?:a|b|strong|em|small|code|time|span|u|i|mark)\b[^>]*>/g;

/** A page without its scripts and styles, without code to copy, and without the words of hosts and buyers, which are marked so. */
function bodyOf(html: string): string {
  return html
    .replaceAll(/<(script|style|svg|pre)\b[^]*?<\/\1>|<!--[^]*?-->/g, '')
    .replaceAll(/<(\w+)\b[^>]* dir="auto"[^]*?<\/\1>/g, ' ');
}

/** All that a page says, a line for each block and each attribute that is read out. */
function linesOf(html: string): string[] {
  const body = bodyOf(html);
  const attributes = [...body.matchAll(/ (?:aria-label|title|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text,
  );
  return [...body.replaceAll(INLINE, ' ').split(/<[^>]*>/), ...attributes]
    .map((text = '') => text.replaceAll(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? ''))
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => /\p{L}/u.test(text));
}

/** The words of a line that are in no brackets, nor of a host, a date, a name or a code. */
function strangersIn(line: string, known: Set<string>): string[] {
  const rest = withoutBrackets(line).replaceAll(/[A-Z0-9-]*\d[A-Z0-9-]*|\b[A-Z]{4}-[A-Z]{4}\b/g, ' ');
  return (rest.match(/\p{L}[\p{L}’'-]+/gu) ?? []).filter((word) => !known.has(word.toLowerCase()));
}

/** One message may be a value of another. */
function withoutBrackets(line: string): string {
  const rest = line.replaceAll(/⟦[^⟦⟧]*⟧/g, ' ');
  return rest === line ? line : withoutBrackets(rest);
}

// Two whole sentences may stand in a line. A message that ends before its sentence does is a piece of one.
const PIECES = /[^⟦⟧]*[^\s.?!…:⟧]⟧\s+(?:<(?:code|strong|em)\b[^>]*>\s*)?⟦[^⟧]*/;

const wordsOf = (value: unknown): string[] => {
  if (typeof value === 'string')
    return value.match(/\p{L}[\p{L}’'-]+/gu)?.map((word) => word.toLowerCase()) ?? [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
};

/** Names that are the same everywhere, and how `Intl` writes a date and a price in French. */
function sameEverywhere(): string[] {
  const dates = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month))).flatMap(
    (at) =>
      (['short', 'long'] as const).map((length) =>
        at.toLocaleDateString('fr', { month: length, weekday: length, day: 'numeric', year: 'numeric' }),
      ),
  );
  const names =
    'Ctrl Tessera English Français Português Español Deutsch Italiano Kiswahili العربية Instagram OpenAPI API WAT GMT UTC CAT SAST EAT CFA NGN GHS ZAR KES USD XOF FCFA QR PDF Ada Obi com example VAT Limited Jetty Marina lun mar mer jeu ven sam dim lundi mardi mercredi jeudi vendredi samedi dimanche Paystack Flutterwave Stripe Mollie PayPal M-Pesa';
  return wordsOf([...dates, names]);
}

/** Orders a free ticket in French, as a shop does. */
async function buyFree(program: Program, { hosts }: DemoFacts): Promise<{ receiptUrl: string }> {
  const host = hosts.find(({ events }) => events.some(({ free }) => free));
  const event = host?.events.find(({ free }) => free);
  assert.ok(host && event);
  const headers = { 'x-device-id': randomUUID(), 'accept-language': 'fr' };
  const ways = { method: 'POST', key: host.publicKey, headers } as const;
  const items = [{ sku: event.skus[0], quantity: 2 }];
  const held = await ask(program, `/events/${event.slug}/reservations`, { ...ways, body: { items } });
  const { quoteReference } = held.body.data;
  const ordered = await ask(program, `/events/${event.slug}/orders`, {
    ...ways,
    body: { quoteReference, email: 'ada@example.com', firstName: 'Ada', lastName: 'Obi' },
  });
  assert.equal(ordered.status, 201, JSON.stringify(ordered.body));
  return ordered.body.data as { receiptUrl: string };
}

/** All that a view of the dashboard was given to show, the longest first, and the names of countries and languages among it. */
function stringsIn(html: string): string[] {
  const json = /<script[^>]* id="page-data"[^>]*>([^]*?)<\/script>/.exec(html)?.[1];
  const found: string[] = [];
  if (json !== undefined)
    JSON.parse(json, (_, value: unknown) => {
      // A page lets an e-mail address break before its sign.
      if (typeof value === 'string') found.push(value, ...value.split(/(?=@)/));
      return value;
    });
  const namesOf = (type: 'region' | 'language', code: RegExp): string[] => {
    const names = new Intl.DisplayNames('fr', { type });
    return found.filter((text) => code.test(text)).map((text) => names.of(text) ?? '');
  };
  return [...found, ...namesOf('region', /^[A-Z]{2}$/), ...namesOf('language', /^[a-z]{2}$/)]
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text.length > 1)
    .toSorted((one, other) => other.length - one.length);
}

const withoutData = (line: string, data: readonly string[]): string =>
  data.reduce((rest, text) => rest.replaceAll(text, ' '), line);

/** The owner of the demo's first host, by the form of the sign-in. */
async function signIn(
  program: Program,
  { hosts }: DemoFacts,
): Promise<{ ids: Record<string, string>; cookie: string }> {
  const [host] = hosts;
  assert.ok(host);
  const entrance = new URL('/dashboard/sign-in', program.publicUrl);
  const answer = await fetch(entrance, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: entrance.origin, accept: 'text/html' },
    body: new URLSearchParams({ email: host.email, password: host.password }),
  });
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  const home = await fetch(new URL('/dashboard', program.publicUrl), {
    redirect: 'manual',
    headers: { cookie: cookies.join('; '), accept: 'text/html' },
  });
  const hostId = /\/hosts\/([\w-]+)/.exec(home.headers.get('location') ?? '')?.[1];
  assert.ok(hostId, `${answer.status} ${home.status}`);
  const idsOn = async (view: string, pattern: RegExp): Promise<Record<string, string>> => {
    const page = await fetch(new URL(`/dashboard/hosts/${hostId}/${view}`, program.publicUrl), {
      headers: { cookie: cookies.join('; '), accept: 'text/html' },
    });
    const groups = pattern.exec(await page.text())?.groups;
    assert.ok(groups, view);
    return groups;
  };
  const ids = {
    host: hostId,
    ...(await idsOn('events', /\/events\/(?<event>[\w-]{36})/)),
    // A plan is listed with the events that use it.
    ...(await idsOn(
      'seating-plans',
      /\/seating-plans\/(?<plan>[\w-]{36})[^]*?\/events\/(?<seated>[\w-]{36})\/seats/,
    )),
  };
  return { ids, cookie: cookies.join('; ') };
}

const DASHBOARD = [
  '/hosts/:host',
  '/hosts/:host/audit',
  '/hosts/:host/buyer-data',
  '/hosts/:host/events',
  '/hosts/:host/invoices',
  '/hosts/:host/events/:event',
  '/hosts/:host/events/:event/cancel',
  '/hosts/:host/events/:event/details',
  '/hosts/:host/events/:event/duplicate',
  '/hosts/:host/events/:event/embed',
  '/hosts/:host/events/:event/integrations',
  '/hosts/:host/events/:event/pictures',
  '/hosts/:host/events/:event/promo-codes',
  '/hosts/:host/events/:event/questions',
  '/hosts/:host/events/:seated/seats',
  '/hosts/:host/events/:event/tickets',
  '/hosts/:host/events/:event/translations',
  '/hosts/:host/invoices',
  '/hosts/:host/keys',
  '/hosts/:host/new-event',
  '/hosts/:host/nowhere',
  '/hosts/:host/orders',
  '/hosts/:host/payment-accounts',
  '/hosts/:host/reports',
  '/hosts/:host/seating-plans',
  '/hosts/:host/seating-plans/:plan',
  '/hosts/:host/settings',
  '/hosts/:host/support',
  '/hosts/:host/team',
  '/me',
  '/me/new-host',
  '/me/security',
  '/me/sessions',
];

test('no page or mail for buyers, and no view of the dashboard, has words that a translator can’t reach, nor a sentence put together from pieces', async (t) => {
  const program = await launchInvented(t);
  const facts = await program.demo();
  const known = new Set([
    ...sameEverywhere(),
    ...wordsOf(facts.hosts.map(({ name, members }) => [name, members])),
  ]);
  const problems: string[] = [];
  const look = (where: string, html: string): void => {
    const lines = linesOf(html).map((line) => withoutData(line, stringsIn(html)));
    if (!lines.some((line) => line.includes('⟦')))
      problems.push(`${where} is not translated: ${html.slice(0, 200)}`);
    const pieces = PIECES.exec(bodyOf(html))?.[0];
    if (pieces !== undefined) problems.push(`${where}: put together from pieces: “${pieces}”`);
    for (const line of lines) {
      const strangers = strangersIn(line, known);
      if (strangers.length > 0) problems.push(`${where}: “${strangers.join(' ')}” in “${line}”`);
    }
  };
  const open = async (address: string): Promise<string> => {
    const response = await fetch(new URL(address, program.publicUrl), {
      headers: { accept: 'text/html', 'accept-language': 'fr' },
    });
    return response.text();
  };
  for (const address of [
    '/?lang=fr',
    '/status?lang=fr',
    '/checkout?lang=fr',
    '/nowhere?lang=fr',
    '/scanner?lang=fr',
  ])
    look(address, await open(address));
  for (const host of facts.hosts) {
    for (const { slug } of host.events.slice(0, 4)) {
      const { body } = await ask(program, `/events/${slug}`, { key: host.publicKey });
      const tickets = await ask(program, `/events/${slug}/tickets`, { key: host.publicKey });
      for (const word of wordsOf([body, tickets.body])) known.add(word);
      look(`checkout of ${slug}`, await open(`/checkout/${slug}?lang=fr`));
      look(`page of ${slug}`, await open(`/events/${slug}?lang=fr`));
    }
  }
  const { receiptUrl } = await buyFree(program, facts);
  look('receipt', await open(receiptUrl));
  const mail = await until('the mail with the tickets', async () => {
    const list = await open('/mailbox');
    return /href="(\/mailbox\/[^"/]+)"/.exec(list)?.[1] ?? null;
  });
  look('mail', await open(`${mail}/body`));
  const signedIn = await signIn(program, facts);
  for (const view of DASHBOARD) {
    const address = `${facts.dashboardUrl}${view.replaceAll(/:(\w+)/g, (_, name: string) => signedIn.ids[name] ?? '')}`;
    const headers = { accept: 'text/html', 'accept-language': 'fr', cookie: signedIn.cookie };
    const answer = await fetch(address, { headers });
    assert.equal(answer.status, view.endsWith('nowhere') ? 404 : 200, address);
    look(`dashboard${view}`, await answer.text());
  }
  assert.deepEqual([...new Set(problems)], []);
});
