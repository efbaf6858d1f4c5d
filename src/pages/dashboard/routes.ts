import type { Changes } from '../../db/changes.ts';
import type { Database } from '../../db/database.ts';
import type { KeyUses } from '../../hosts/keys/key-uses.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import type { RequestCounter } from '../../http/count-request.ts';
import type { HttpServer } from '../../http/server.ts';
import type { Logger } from '../../log/logger.ts';
import type { SendPage } from '../serving/send-page.ts';
import type { Gateways } from '../../payments/gateways.ts';
import { Refusal } from '../../refusal.ts';
import type { SecretKeys } from '../../secrets/secret-keys.ts';
import type { Guard } from '../../webhooks/delivery/guard.ts';
import type { DashboardDeps } from './access/dashboard-deps.ts';
import { answerErrors } from './access/answer-errors.ts';
import { createChange } from './access/change.ts';
import { decorateVisitor, findVisitor } from './access/find-visitor.ts';
import { keepAnswersApart, keepToOrigin, refuseOtherSites } from './access/keep-to-origin.ts';
import { createPageRoutes } from './access/page-routes.ts';
import { createSendView } from './access/send-view.ts';
import { createSessionCookie } from './access/session-cookie.ts';
import { registerEntrance } from './sign-in/routes.ts';
import { registerMe } from './me/routes.ts';
import { registerTeam } from './team/routes.ts';
import { registerPaymentAccounts } from './payment-accounts/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { registerAudit } from './audit/routes.ts';
import { registerSearch } from './search/routes.ts';
import { registerHome } from './home/routes.ts';
import { registerEvents } from './event/routes.ts';
import { registerEventDetails } from './event-details/routes.ts';
import { registerEventPictures } from './event-pictures/routes.ts';
import { registerEventQuestions } from './event-questions/routes.ts';
import { registerEventTickets } from './event-tickets/routes.ts';
import { registerEventSeats } from './event-seats/routes.ts';
import { registerEventPromoCodes } from './event-promo-codes/routes.ts';
import { registerEventEmbed } from './event-embed/routes.ts';
import { registerEventIntegrations } from './event-integrations/routes.ts';
import { registerDuplicateEvent } from './new-event/duplicate-routes.ts';
import { registerEventCancel } from './event-cancel/routes.ts';
import { registerNewEvent } from './new-event/routes.ts';
import { registerAddGuests } from './add-guests/routes.ts';
import { registerCounter } from './add-guests/counter-routes.ts';
import { registerEventGuests } from './event-guests/routes.ts';
import { registerEventCheckIn } from './event-check-in/routes.ts';
import { registerEventWaitingRoom } from './event-waiting-room/routes.ts';
import { registerEventMessages } from './event-messages/routes.ts';
import { registerExports } from './exports/routes.ts';
import { registerBuyerData } from './buyer-data/routes.ts';
import { registerReports } from './reports/routes.ts';
import { registerOrderList } from './orders/routes.ts';
import { registerOrders } from './order/routes.ts';
import { registerLive } from './live/routes.ts';
import { registerKeys } from './keys/routes.ts';
import { createPlanDoor } from './seating-plans/server/plan-door.ts';
import { registerSeatingPlans } from './seating-plans/routes.ts';

type DashboardOptions = {
  database: Database;
  changes: Pick<Changes, 'databaseNowMs'>;
  dashboardUrl: string;
  checkoutUrl: string;
  baseUrl: string;
  isProduction: boolean;
  signUp: DashboardDeps['signUp'];
  smtpUrl: string | null;
  publicUrl: string;
  clientAddress: ClientAddress;
  counter: RequestCounter;
  logger: Logger;
  sendPage: SendPage;
  secretKeys: SecretKeys;
  keyUses: KeyUses;
  gateways: Gateways;
  guard: Guard;
  hasSandbox: boolean;
} & Pick<
  DashboardDeps,
  'orders' | 'paymentWindowMinutes' | 'hostMailsPerDay' | 'media' | 'mediaUrl' | 'pictures'
>;

/**
 * The hosts' dashboard. Whether somebody may do something is decided before any of its rooms is reached, by the table of routes
 * and the table of powers; what is changed is changed through `change`, which wants a line in the audit log.
 */
export async function registerDashboard(http: HttpServer, options: DashboardOptions): Promise<void> {
  const { database, counter } = options;
  const base = new URL(options.dashboardUrl).pathname.replace(/\/$/, '');
  const cookie = createSessionCookie(options);
  const deps: DashboardDeps = {
    ...options,
    mailboxUrl: options.isProduction || options.smtpUrl ? null : `${options.publicUrl}/mailbox`,
    databaseNowMs: options.changes.databaseNowMs,
    base,
    cookie,
    change: createChange(database),
    sendView: createSendView({ ...options, base }),
    planDoor: createPlanDoor(),
  };
  const guard = (scope: HttpServer): void => {
    answerErrors(scope, deps);
    keepAnswersApart(scope);
    keepToOrigin(scope, options);
    // By address alone: a count of all hosts together is one that a single network could use up for all.
    scope.addHook('onRequest', async (request, reply) =>
      counter.apply(counter.countAddress(request.raw, 'dashboard'), reply.raw),
    );
  };
  await http.register(async (scope: HttpServer) => {
    guard(scope);
    refuseOtherSites(scope, options);
    findVisitor(scope, { ...options, cookie });
    const pages = createPageRoutes(scope, deps);
    registerHome(scope, deps);
    registerLive(scope, deps);
    registerEvents(pages, deps);
    registerEventDetails(pages, deps);
    await registerEventPictures(scope, deps);
    registerEventTickets(scope, deps);
    registerEventQuestions(scope, deps);
    registerEventSeats(scope, deps);
    await registerSeatingPlans(scope, deps);
    registerEventPromoCodes(scope, deps);
    registerEventEmbed(pages, deps);
    registerEventIntegrations(scope, deps);
    registerEventCancel(pages, deps);
    registerNewEvent(scope, deps);
    registerDuplicateEvent(scope, deps);
    registerOrders(scope, deps);
    registerOrderList(scope, deps);
    registerEventGuests(pages, deps);
    registerAddGuests(scope, deps);
    registerCounter(scope, deps);
    registerEventCheckIn(scope, deps);
    registerEventWaitingRoom(scope, deps);
    await registerEventMessages(scope, deps);
    registerReports(scope, deps);
    registerExports(scope, deps);
    registerBuyerData(pages, deps);
    await registerEntrance(scope, deps);
    await registerMe(scope, deps);
    registerTeam(pages, deps);
    registerPaymentAccounts(scope, deps);
    registerSettings(pages, deps);
    registerAudit(pages, deps);
    registerSearch(scope, deps);
    registerKeys(pages, deps);
  });
  await answerUnknown(http, guard);
}

/** Unknown addresses below the dashboard's are answered in its own way. */
async function answerUnknown(http: HttpServer, guard: (scope: HttpServer) => void): Promise<void> {
  await http.register(
    async (rest: HttpServer) => {
      decorateVisitor(rest);
      guard(rest);
      rest.setNotFoundHandler((request) => {
        throw new Refusal('not_found', `${request.method} on this address does not exist.`);
      });
    },
    { prefix: '/dashboard' },
  );
}
