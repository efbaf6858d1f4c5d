import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  Browser,
  BrowserContextOptions,
  Frame,
  FrameLocator,
  Locator,
  Page,
  Response,
} from 'playwright-core';
import { assertInContract } from '../../src/pages/checkout/embed/embed-contract.fixture.ts';
import { checkInvariants } from '../../src/invariants/check-invariants.ts';
import type { TestCard } from '../../src/pages/sandbox/server/test-cards.ts';
import { launchBrowser } from '../harness/browser.ts';
import { makeHost, type TestHost } from '../harness/make-catalog.ts';
import { onWhicheverPage } from '../harness/on-whichever-page.ts';
import { readCode } from '../harness/read-code.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import { until, untilEqual } from '../harness/until.ts';
import { tabTo as tabToTarget } from '../harness/at-page.ts';

export const PHONE = { width: 360, height: 640 };
export const DESK = { width: 1280, height: 800 };
// Neither knows of the other: each size and each theme once says all.
export const LOOKS = [
  { viewport: PHONE, theme: 'light' },
  { viewport: DESK, theme: 'dark' },
] as const;

// How a browser takes a refusal of the API, which is the page's business and no fault of it.
const REFUSED = /the server responded with a status of 4\d\d/;

// The site knows nothing of the checkout: it has a frame, and notes whatever reaches it from there.
const SITE = `<!doctype html>
<title>A site that sells tickets</title>
<style>body { margin: 0 } iframe { display: block; border: 0; width: 100vw; height: 100vh }</style>
<iframe title="Checkout" allow="payment"></iframe>
<script>
  const heard = [], sizes = [];
  addEventListener('message', ({ data }) => heard.push(JSON.stringify(data)));
  const frame = document.querySelector('iframe');
  new ResizeObserver(() => sizes.push(frame.offsetWidth + 'x' + frame.offsetHeight)).observe(frame);
  frame.src = new URLSearchParams(location.search).get('checkout');
</script>`;

// As in a browser that blocks all storage of third parties: the mere mention of it throws.
const NO_STORAGE = `for (const name of ['sessionStorage', 'localStorage', 'indexedDB', 'caches'])
  Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });`;

export type Shop = {
  on: TestApp;
  host: TestHost;
  browser: Browser;
  /** On 127.0.0.1, where the checkout is on localhost: another site, as far as the browser is concerned. */
  siteUrl: string;
  close(): Promise<void>;
};

/** The product, a browser, and a site of somebody else's that frames the checkout. */
export async function startShop(environment: Record<string, string> = {}): Promise<Shop> {
  const [on, browser] = await Promise.all([
    // All buyers of these tests come from one address.
    startTestApp({ environment: { RATE_LIMIT_PER_ADDRESS: '1000000', ...environment } }),
    launchBrowser(),
  ]);
  const host = await makeHost(on);
  const site = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(SITE),
  ).listen(0, '127.0.0.1');
  await once(site, 'listening');
  return {
    on,
    host,
    browser,
    siteUrl: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async close() {
      await browser.close();
      site.close();
      assert.deepEqual(await checkInvariants(on.app.database), []);
      await on.close();
    },
  };
}

export type Visit = {
  page: Page;
  /** The checkout, whichever page of it is shown. */
  frame: FrameLocator;
  /** Looks by a script on whichever page the frame shows, for what has no role. It may be run again: it only looks. */
  look<Found>(script: string): Promise<Found>;
  /** Reloads the page in the frame, and waits until it is another one. */
  reloadFrame(): Promise<void>;
  /** The cart's token, as the page sent it last. */
  token(): string;
  /**
   * Ends the visit, and finds that the checkout kept to the rules of a guest in somebody's page, and that the browser had
   * nothing to complain of but what the test did itself.
   */
  close(options?: { expect?: RegExp }): Promise<void>;
};

export type VisitOptions = BrowserContextOptions & {
  slug: string;
  query?: string;
  /** `none`: even the tab's own storage is blocked. Cookies of third parties always are. */
  storage?: 'none' | 'partitioned';
  /** `commit`: the test has reason not to wait until all that the page loads is there. */
  waitUntil?: 'load' | 'commit';
  /** Runs before the page is opened. */
  prepare?: (page: Page) => Promise<unknown>;
};

/** Opens the site with the checkout of an event in its frame. */
export async function visit(shop: Shop, options: VisitOptions): Promise<Visit> {
  const { slug, query = '', storage = 'partitioned', waitUntil = 'load', prepare, ...context } = options;
  const opened = await shop.browser.newContext({ viewport: PHONE, locale: 'en-NG', ...context });
  if (storage === 'none') await opened.addInitScript(NO_STORAGE);
  const page = await opened.newPage();
  const cookies = await opened.newCDPSession(page);
  await cookies.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true });
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('response', (response) => void holdToContract(response, complaints));
  let token = '';
  page.on('request', (request) => (token = request.headers()['x-device-id'] ?? token));
  await prepare?.(page);
  const framed = new URLSearchParams({ checkout: addressOf(shop, slug, query) });
  await page.goto(`${shop.siteUrl}/?${framed.toString()}`, { waitUntil });
  return {
    page,
    frame: page.frameLocator('iframe'),
    look: (script) => onWhicheverPage(() => innerOf(page).evaluate(script)),
    async reloadFrame() {
      // In a task of its own: asked and answered before the page goes.
      await innerOf(page).evaluate(
        `document.documentElement.id = 'left'; setTimeout(() => location.reload())`,
      );
      await page.frameLocator('iframe').locator('html:not(#left)').waitFor();
    },
    token: () => token,
    async close({ expect } = {}) {
      await untilEqual([], () => page.evaluate('heard'), 'the site was sent a message');
      const { width, height } = page.viewportSize() ?? PHONE;
      await untilEqual([`${width}x${height}`], () => page.evaluate('[...new Set(sizes)]'));
      assert.deepEqual(await opened.cookies(), []);
      assert.deepEqual(
        complaints.filter((complaint) => !expect?.test(complaint)),
        [],
      );
      await opened.close();
    },
  };
}

/** The page gets what its types promise. Answers that it no longer waits for can't be read, and are not looked at. */
async function holdToContract(response: Response, complaints: string[]): Promise<void> {
  const { pathname } = new URL(response.url());
  const isJson = response.headers()['content-type']?.startsWith('application/json');
  if (!pathname.startsWith('/checkout/') || !isJson) return;
  const body: unknown = await response.json().catch(() => null);
  if (body === null) return;
  try {
    assertInContract({ method: response.request().method(), pathname }, { status: response.status(), body });
  } catch (error) {
    complaints.push(String(error));
  }
}

function innerOf(page: Page): Frame {
  const [, inner] = page.frames();
  assert.ok(inner, 'the site has no frame');
  return inner;
}

/** For a visit in which minutes have to pass. */
export const withClock = (page: Page): Promise<void> => page.clock.install();

export const addressOf = ({ on }: Shop, slug: string, query = ''): string =>
  `http://localhost:${new URL(on.publicUrl).port}/checkout/${slug}${query}`;

export const button = (frame: FrameLocator, name: string | RegExp): Locator =>
  frame.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name });

export const heading = (frame: FrameLocator, name: string | RegExp): Locator =>
  frame.getByRole('heading', typeof name === 'string' ? { name, exact: true } : { name });

/** Chooses tickets by pressing plus, one press for each. */
export async function choose(frame: FrameLocator, name: string, count: number): Promise<void> {
  for (let pressed = 0; pressed < count; pressed++) await button(frame, `One more: ${name}`).click();
}

export const ADA = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com' };

export async function fillIn(
  on: FrameLocator | Locator,
  person: { firstName: string; lastName: string; email: string } = ADA,
): Promise<void> {
  await on.getByRole('textbox', { name: 'First name' }).first().fill(person.firstName);
  await on.getByRole('textbox', { name: 'Last name' }).first().fill(person.lastName);
  await on.getByRole('textbox', { name: 'E-mail' }).first().fill(person.email);
}

/** From the details to the sandbox's page, which is shown in the same frame. */
export async function goToPayment(frame: FrameLocator): Promise<void> {
  await button(frame, /^Pay ₦/).click();
  await frame.getByRole('radio', { name: 'Payment succeeds' }).waitFor();
}

export async function payWith(frame: FrameLocator, card: TestCard['name']): Promise<void> {
  await frame.getByRole('radio', { name: card }).check();
  await button(frame, /^Pay ₦/).click();
}

export const ready = (frame: FrameLocator): Promise<void> =>
  heading(frame, /^Your tickets? (is|are) ready$/).waitFor();

/** The order that the page shows. */
export async function referenceIn(frame: FrameLocator): Promise<string> {
  const text = await frame.getByText(/^Order TSR-/).textContent();
  return text?.replace('Order ', '') ?? '';
}

export async function holdersOf(shop: Shop, reference: string): Promise<string[]> {
  const { rows } = await shop.on.app.database.query<{ holder: string }>(
    `SELECT concat_ws(' ', t.first_name, t.last_name, t.email) AS holder
       FROM tickets AS t JOIN orders AS o ON o.id = t.order_id
      WHERE o.reference = $1 AND o.status = 'confirmed' ORDER BY t.position`,
    [reference],
  );
  return rows.map(({ holder }) => holder);
}

/** Reads the tickets on the screen as a reader at the door would. */
export async function scan(shop: Shop, frame: FrameLocator): Promise<(string | undefined)[]> {
  const tickets = frame.getByRole('listitem').filter({ hasText: 'Holder' });
  const codes: (string | undefined)[] = [];
  for (const ticket of await tickets.all())
    codes.push(await readCode(shop.browser, ticket.locator('svg').first()));
  return codes;
}

/** Moves the focus by Tab alone until it is there. Wherever it comes by can be seen. */
export const tabTo = (visited: Visit, target: Locator): Promise<void> =>
  tabToTarget(target, () => seesFocus(visited));

export async function seesFocus({ look }: Visit): Promise<void> {
  await untilEqual(null, () => look(HIDDEN_FOCUS), 'the focus is under something else');
}
const HIDDEN_FOCUS = `(() => {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return focused.contains(seen) || seen?.contains(focused) ? null : focused.outerHTML.slice(0, 200);
})()`;

/** How many steps the browser's history has of the checkout, up to the one that is shown. */
export const untilEntries = ({ look }: Visit, count: number): Promise<boolean> =>
  until(`${count} steps in the history`, async () => {
    return (await look<number>('history.state.trail.length')) === count;
  });

/** The way to the tickets is gone from the history a moment after they are shown. */
export const untilInHistory = ({ look }: Visit): Promise<boolean> =>
  until('the tickets in the history', () => look<boolean>(`history.state.trail.at(-1) === 'done'`));
