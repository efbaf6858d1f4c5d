import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ALL_ROUTES, ROUTES, type Route } from '../../src/routes.ts';
import { startSession } from '../../src/people/sessions/sessions.ts';
import type { ViewName } from '../../src/pages/dashboard/contract.ts';
import type { EntranceAbout } from '../../src/pages/dashboard/sign-in/contract.ts';
import { ENVIRONMENT, furnishHost, written, type Furnished } from '../dashboard/good-requests.fixture.ts';
import { launchBrowser } from '../harness/browser.ts';
import { untilEqual } from '../harness/until.ts';
import { assertAccessibleInBothThemes, DESK, PHONE } from '../harness/open-dashboard.ts';
import { askDashboard } from '../harness/sign-in.ts';
import { startTestApp, type TestApp } from '../harness/test-app.ts';
import {
  addressOfView,
  ENTRANCE_PAGES,
  linkMailedTo,
  VIEW_ROUTES,
  type AtEntrance,
} from './dashboard-pages.fixture.ts';
import { untilFits } from '../harness/at-page.ts';

// Addresses of the dashboard that show no page of their own.
const NO_PAGES: readonly Route[] = [
  ROUTES.dashboard.enter,
  ROUTES.dashboard.enterWithSlash,
  // They lead to the event that is meant, or to the list of events.
  ROUTES.dashboard.guests,
  ROUTES.dashboard.checkIn,
  ROUTES.eventPreview.show,
  ROUTES.dashboard.live,
  ROUTES.dashboard.eventSales,
  ROUTES.eventEmbed.share,
  ROUTES.exports.file,
  ROUTES.search.search,
  ROUTES.eventPromoCodes.export,
  ROUTES.eventGuests.template,
  ROUTES.eventPromoCodes.template,
  ROUTES.eventSeats.map,
  ROUTES.eventSeats.states,
  ROUTES.eventSeats.export,
  ROUTES.eventSeats.exportPlan,
  ROUTES.eventSeats.exportPretix,
  ROUTES.eventSeats.template,
  ROUTES.invoices.file,
  ROUTES.seatingPlans.draft,
  ROUTES.seatingPlans.readVersion,
  ROUTES.seatingPlans.download,
  ROUTES.eventIntegrations.log,
  ROUTES.eventGuests.seats,
  ROUTES.eventGuests.takenSeats,
  ROUTES.order.otherSeats,
  ROUTES.order.takenSeats,
  ROUTES.resendings.count,
  ROUTES.resendings.latest,
  ROUTES.eventCheckIn.live,
  ROUTES.eventWaitingRoom.live,
  ROUTES.eventMessages.count,
  ROUTES.eventMessages.oneShown,
];
const ENTRANCE_ROUTES: readonly Route[] = [
  ROUTES.entrance.signInPage,
  ROUTES.entrance.signUpPage,
  ROUTES.entrance.askForResetPage,
  ROUTES.entrance.resetPage,
  ROUTES.entrance.confirmPage,
  ROUTES.entrance.invitationPage,
  ROUTES.me.newEmailPage,
  ROUTES.me.secondStep,
];

test('every address of the dashboard that shows a page is looked at', () => {
  const looked = new Set([...Object.values(VIEW_ROUTES), ...ENTRANCE_ROUTES, ...NO_PAGES].map(written));
  const shown = ALL_ROUTES.filter(({ method, path }) => method === 'GET' && path.startsWith('/dashboard'));
  assert.deepEqual(
    shown.map(written).filter((route) => !looked.has(route)),
    [],
  );
});

suite(
  'axe finds nothing on any page, in the light and in the dark, and no page is wider than a phone',
  () => {
    let on: TestApp;
    let closed: TestApp | undefined;
    let mine: Furnished;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    before(async () => {
      [on, browser] = await Promise.all([startTestApp({ environment: ENVIRONMENT }), launchBrowser()]);
      mine = await furnishHost(on);
      context = await browser.newContext({ viewport: DESK, locale: 'en-GB' });
      page = await context.newPage();
    });
    after(async () => {
      await browser.close();
      await closed?.close();
      await on.close();
    });

    const comeAs = async (cookie: string): Promise<void> => {
      const [name = '', value = ''] = cookie.split('=');
      await context.clearCookies();
      await context.addCookies([{ name, value, url: on.publicUrl }]);
    };

    async function look(what: string): Promise<void> {
      await assertAccessibleInBothThemes(page, what);
      await page.setViewportSize(PHONE);
      // A chart hears of its new size a moment later.
      await untilFits(page, what);
      await page.setViewportSize(DESK);
    }

    for (const view of Object.keys(VIEW_ROUTES) as ViewName[]) {
      test(`the view ${view}`, async () => {
        await comeAs(mine.owner.cookie);
        const path = addressOfView(view, mine.ids);
        await page.goto(`${on.publicUrl}/dashboard${path}`);
        await page.locator('[data-live=true]').waitFor();
        await untilEqual(view, async () => {
          const data = (await page.locator('#page-data').textContent()) ?? '';
          return (JSON.parse(data) as { view: string }).view;
        });
        await look(view);
      });
    }

    test('the pages before the dashboard', async (t) => {
      const at = await atEntrance();
      for (const about of Object.keys(ENTRANCE_PAGES) as EntranceAbout[]) {
        await t.test(about, async () => {
          await context.clearCookies();
          await ENTRANCE_PAGES[about].open(at);
          await page.getByRole('heading', { level: 1, name: ENTRANCE_PAGES[about].title }).waitFor();
          await look(about);
        });
      }
    });

    /** Somebody has signed up, lost a password, wants another address and was invited. */
    async function atEntrance(): Promise<AtEntrance> {
      const { database } = on.app;
      const post = async (path: string, fields: Record<string, string>): Promise<void> => {
        const { status } = await fetch(`${on.publicUrl}/dashboard${path}`, {
          method: 'POST',
          headers: { 'sec-fetch-site': 'same-origin' },
          body: new URLSearchParams(fields),
        });
        assert.equal(status, 200, path);
      };
      const asOwner = async (path: string, body: object): Promise<void> => {
        const answer = await askDashboard(on, path, { as: mine.owner, method: 'POST', body });
        assert.ok(answer.status < 300, JSON.stringify(answer.body));
      };
      const newcomer = { email: 'ama@mail.example', password: 'violet hammer ferry quartz' };
      await post('/sign-up', { hostName: 'Moonlight', country: 'GHANA', name: 'Ama Mensah', ...newcomer });
      await post('/reset-password', { email: mine.owner.email });
      await asOwner('/me/email', { email: 'next@mail.example' });
      await asOwner(`/hosts/${mine.host.hostId}/team/invitations`, {
        email: 'invited@mail.example',
        role: 'manager',
        eventIds: null,
      });
      const links = {
        'confirm-email': await linkMailedTo(on, newcomer.email, 'confirm-email'),
        'reset-password': await linkMailedTo(on, mine.owner.email, 'reset-password'),
        'change-email': await linkMailedTo(on, 'next@mail.example', 'change-email'),
        invitation: await linkMailedTo(on, 'invited@mail.example', 'invitation'),
      };
      // Not before all is sent: it would send some of the mails, into a mailbox of its own.
      closed = await startTestApp({ on, environment: { SIGN_UP: 'closed' } });
      return {
        page,
        links,
        dashboard: `${on.publicUrl}/dashboard`,
        closedDashboard: `${closed.publicUrl}/dashboard`,
        oweSecondStep: async () => {
          const { personId } = mine.owner;
          const token = await database.transaction((tx) =>
            startSession(tx, { personId, hasPassedFactor: false, address: '127.0.0.1', userAgent: '' }),
          );
          await comeAs(`tessera-session=${token}`);
        },
        whileItFails: async (work) => {
          await database.query('ALTER TABLE attempts RENAME TO away');
          await work();
          await database.query('ALTER TABLE away RENAME TO attempts');
        },
      };
    }
  },
);
