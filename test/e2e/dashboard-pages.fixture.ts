import assert from 'node:assert/strict';
import PostalMime from 'postal-mime';
import type { Page } from 'playwright-core';
import { ROUTES, type Route } from '../../src/routes.ts';
import type { ViewName } from '../../src/pages/dashboard/contract.ts';
import type { EntranceAbout } from '../../src/pages/dashboard/sign-in/contract.ts';
import { addressOf } from '../dashboard/good-requests.fixture.ts';
import type { TestApp } from '../harness/test-app.ts';
import { until } from '../harness/until.ts';

/** Every view and where it is. A view without a line here does not compile. */
export const VIEW_ROUTES: Record<ViewName, Route> = {
  home: ROUTES.dashboard.home,
  events: ROUTES.dashboard.events,
  event: ROUTES.dashboard.event,
  eventDetails: ROUTES.eventDetails.view,
  eventPictures: ROUTES.eventPictures.view,
  eventTickets: ROUTES.eventTickets.view,
  eventQuestions: ROUTES.eventQuestions.view,
  eventReturns: ROUTES.eventReturns.view,
  eventTranslations: ROUTES.eventTranslations.view,
  eventSeats: ROUTES.eventSeats.view,
  seatingPlans: ROUTES.seatingPlans.list,
  seatingPlan: ROUTES.seatingPlans.view,
  eventPromoCodes: ROUTES.eventPromoCodes.view,
  eventPromoCode: ROUTES.eventPromoCodes.one,
  eventEmbed: ROUTES.eventEmbed.view,
  eventIntegrations: ROUTES.eventIntegrations.view,
  eventCancel: ROUTES.eventCancel.view,
  eventDelivery: ROUTES.eventIntegrations.delivery,
  newEvent: ROUTES.newEvent.view,
  duplicateEvent: ROUTES.newEvent.duplicateView,
  orders: ROUTES.orders.list,
  eventOrders: ROUTES.orders.ofEvent,
  order: ROUTES.orders.one,
  eventGuests: ROUTES.eventGuests.view,
  addGuests: ROUTES.eventGuests.addView,
  eventCheckIn: ROUTES.eventCheckIn.view,
  eventScans: ROUTES.eventCheckIn.scans,
  eventArrivals: ROUTES.eventCheckIn.report,
  eventWaitingRoom: ROUTES.eventWaitingRoom.view,
  eventWaitingList: ROUTES.eventWaitingList.view,
  eventMessages: ROUTES.eventMessages.view,
  eventMessage: ROUTES.eventMessages.one,
  newMessage: ROUTES.eventMessages.newView,
  automaticMail: ROUTES.eventMessages.automatic,
  reports: ROUTES.reports.view,
  buyerData: ROUTES.buyerData.view,
  invoices: ROUTES.invoices.view,
  keys: ROUTES.keys.view,
  paymentAccounts: ROUTES.paymentAccounts.view,
  paymentGateway: ROUTES.paymentAccounts.gateway,
  bankTransfer: ROUTES.bankTransfers.settings,
  transfers: ROUTES.bankTransfers.view,
  support: ROUTES.support.view,
  team: ROUTES.team.view,
  audit: ROUTES.audit.view,
  settings: ROUTES.settings.view,
  me: ROUTES.me.profile,
  newHost: ROUTES.me.newHost,
  mySecurity: ROUTES.me.security,
  mySessions: ROUTES.me.sessions,
  // Addresses with nothing at them.
  trouble: ROUTES.dashboard.event,
};

/** The address of a view below `/dashboard`. */
export const addressOfView = (view: ViewName, ids: Record<string, string>): string =>
  addressOf(VIEW_ROUTES[view], view === 'trouble' ? { ...ids, eventId: NO_EVENT } : ids);

const NO_EVENT = '00000000-0000-7000-8000-000000000000';

/** Data for the pages before the dashboard. */
export type AtEntrance = {
  page: Page;
  /** The address of the dashboard. */
  dashboard: string;
  /** One where sign-up is closed. */
  closedDashboard: string;
  /** The newest link that was mailed, by the name of its page. */
  links: Record<'confirm-email' | 'reset-password' | 'change-email' | 'invitation', string>;
  /** Brings the visitor to where the second factor is still to come. */
  oweSecondStep: () => Promise<void>;
  /** Makes whatever is asked of the dashboard fail, until the work is done. */
  whileItFails: (work: () => Promise<void>) => Promise<void>;
};

type EntrancePage = { title: string | RegExp; open: (at: AtEntrance) => Promise<unknown> };

const signIn = async (page: Page): Promise<void> => {
  await page.getByLabel('E-mail').fill('nobody@mail.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password of anybody');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
};

/** Every page before the dashboard, how one comes there, and its title. One without a line here does not compile. */
export const ENTRANCE_PAGES: Record<EntranceAbout, EntrancePage> = {
  sign_in: { title: 'Sign in', open: ({ page, dashboard }) => page.goto(`${dashboard}/sign-in`) },
  sign_up: { title: 'Sign up', open: ({ page, dashboard }) => page.goto(`${dashboard}/sign-up`) },
  sign_up_closed: {
    title: 'Sign-up is closed',
    open: ({ page, closedDashboard }) => page.goto(`${closedDashboard}/sign-up`),
  },
  ask_for_reset: {
    title: 'Choose a new password',
    open: ({ page, dashboard }) => page.goto(`${dashboard}/reset-password`),
  },
  mail_sent: {
    title: 'Check your inbox',
    open: async ({ page, dashboard }) => {
      await page.goto(`${dashboard}/reset-password`);
      await page.getByLabel('E-mail').fill('nobody@mail.example');
      await page.getByRole('button', { name: 'Send link' }).click();
    },
  },
  reset: { title: 'Choose a new password', open: ({ page, links }) => page.goto(links['reset-password']) },
  confirm: { title: 'Confirm your e-mail', open: ({ page, links }) => page.goto(links['confirm-email']) },
  invitation: { title: /^Join /, open: ({ page, links }) => page.goto(links.invitation) },
  change_email: {
    title: 'Use this e-mail address',
    open: ({ page, links }) => page.goto(links['change-email']),
  },
  second_step: {
    title: 'Confirm that it is you',
    open: async ({ page, dashboard, oweSecondStep }) => {
      await oweSecondStep();
      await page.goto(`${dashboard}/second-step`);
    },
  },
  dead_link: {
    title: 'This link has expired or been used',
    open: ({ page, dashboard }) => page.goto(`${dashboard}/invitation/${'A'.repeat(43)}`),
  },
  trouble: {
    title: 'Something went wrong',
    open: async ({ page, dashboard, whileItFails }) => {
      await page.goto(`${dashboard}/sign-in`);
      await whileItFails(async () => {
        await signIn(page);
        await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
      });
    },
  },
};

/** The newest link to the page that was mailed to the address, as this test reaches the product. */
export async function linkMailedTo(on: TestApp, address: string, page: string): Promise<string> {
  return until(`a link to ${page} for ${address}`, async () => {
    for (const id of await mailsTo(on, address)) {
      const raw = await (await fetch(`${on.publicUrl}/mailbox/${id}/raw`)).arrayBuffer();
      const { text = '' } = await PostalMime.parse(raw);
      const [, path] = new RegExp(`(/dashboard/${page}/[\\w-]{43})`).exec(text) ?? [];
      if (path !== undefined) return on.publicUrl + path;
    }
    return null;
  });
}

/** The mails to the address in the built-in mailbox, newest first. */
export async function mailsTo(on: Pick<TestApp, 'publicUrl'>, address: string): Promise<string[]> {
  const response = await fetch(`${on.publicUrl}/mailbox`);
  assert.equal(response.status, 200);
  return [...(await response.text()).matchAll(/href="\/mailbox\/([^"]+)">([\s\S]*?)<\/a>/g)]
    .filter(([, , about]) => about?.includes(address))
    .map(([, id = '']) => id);
}
