import type { Changes } from '../../db/changes.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import type { RequestCounter } from '../../http/count-request.ts';
import type { HttpServer } from '../../http/server.ts';
import { noSuchEndpoint } from '../../refusal.ts';
import type { DashboardDeps } from './access/dashboard-deps.ts';
import { answerErrors } from './access/answer-errors.ts';
import { createChange } from './access/change.ts';
import { decorateVisitor, findVisitor } from './access/find-visitor.ts';
import { keepAnswersApart, keepToOrigin, refuseOtherSites } from './access/keep-to-origin.ts';
import { createPageRoutes, type PageRoutes } from './access/page-routes.ts';
import { createSendView } from './access/send-view.ts';
import { watchSupport } from './access/watch-support.ts';
import { createSessionCookie } from './access/session-cookie.ts';
import { registerEntrance } from './sign-in/routes.ts';
import { registerMe } from './me/routes.ts';
import { registerSupport } from './support/routes.ts';
import { registerTeam } from './team/routes.ts';
import { registerBankTransfers } from './bank-transfer/routes.ts';
import { registerPaymentAccounts } from './payment-accounts/routes.ts';
import { registerSettings } from './settings/routes.ts';
import { registerAudit } from './audit/routes.ts';
import { registerSearch } from './search/routes.ts';
import { registerEventList } from './events/routes.ts';
import { registerHome } from './home/routes.ts';
import { registerEvents } from './event/routes.ts';
import { registerEventDetails } from './event-details/routes.ts';
import { registerEventPictures } from './event-pictures/routes.ts';
import { registerEventReturns } from './event-returns/routes.ts';
import { registerEventQuestions } from './event-questions/routes.ts';
import { registerEventTranslations } from './event-translations/routes.ts';
import { registerEventTickets } from './event-tickets/routes.ts';
import { registerEventSeats } from './event-seats/routes.ts';
import { registerEventPromoCodes } from './event-promo-codes/routes.ts';
import { registerEventEmbed } from './event-embed/routes.ts';
import { registerEventIntegrations } from './event-integrations/routes.ts';
import { registerEventCancel } from './event-cancel/routes.ts';
import { registerNewEvent } from './new-event/routes.ts';
import { registerAddGuests } from './add-guests/routes.ts';
import { registerEventGuests } from './event-guests/routes.ts';
import { registerEventCheckIn } from './event-check-in/routes.ts';
import { registerEventWaitingList } from './event-waiting-list/routes.ts';
import { registerEventWaitingRoom } from './event-waiting-room/routes.ts';
import { registerEventMessages } from './event-messages/routes.ts';
import { registerExports } from './exports/routes.ts';
import { registerBuyerData } from './buyer-data/routes.ts';
import { registerReports } from './reports/routes.ts';
import { registerOrderList } from './orders/routes.ts';
import { registerOrders } from './order/routes.ts';
import { registerLive } from './live/routes.ts';
import { registerInvoices } from './invoices/routes.ts';
import { registerKeys } from './keys/routes.ts';
import { createPlanTurns } from './seating-plans/server/plan-turns.ts';
import { registerSeatingPlans } from './seating-plans/routes.ts';

/** All pages of the dashboard. Each takes the deps that it needs. */
const PAGES: ((pages: PageRoutes, deps: DashboardDeps) => void | Promise<void>)[] = [
  registerHome,
  registerEventList,
  registerLive,
  registerEvents,
  registerEventDetails,
  registerEventPictures,
  registerEventTickets,
  registerEventQuestions,
  registerEventReturns,
  registerEventTranslations,
  registerEventSeats,
  registerSeatingPlans,
  registerEventPromoCodes,
  registerEventEmbed,
  registerEventIntegrations,
  registerEventCancel,
  registerNewEvent,
  registerOrders,
  registerOrderList,
  registerEventGuests,
  registerAddGuests,
  registerEventCheckIn,
  registerEventWaitingRoom,
  registerEventWaitingList,
  registerEventMessages,
  registerReports,
  registerExports,
  registerBuyerData,
  registerEntrance,
  registerMe,
  registerTeam,
  registerSupport,
  registerPaymentAccounts,
  registerBankTransfers,
  registerSettings,
  registerAudit,
  registerSearch,
  registerInvoices,
  registerKeys,
];

type Made = 'mailboxUrl' | 'databaseNowMs' | 'base' | 'cookie' | 'change' | 'planTurns';
type DashboardOptions = Omit<DashboardDeps, Made> & {
  changes: Pick<Changes, 'databaseNowMs'>;
  smtpUrl: string | null;
  clientAddress: ClientAddress;
  counter: RequestCounter;
};

/**
 * The hosts' dashboard. The table of routes and the table of powers decide each permission, before any page is reached. Every change goes
 * through `change`, which requires a line in the audit log.
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
    planTurns: createPlanTurns(),
  };
  const sendView = createSendView(deps);
  const guard = (scope: HttpServer): void => {
    answerErrors(scope, { ...deps, sendView });
    keepAnswersApart(scope);
    keepToOrigin(scope, options);
    // By address alone: a single network could use up a count of all hosts together.
    scope.addHook('onRequest', async (request, reply) =>
      counter.apply(counter.countAddress(request.raw, 'dashboard'), reply.raw),
    );
  };
  await http.register(async (scope: HttpServer) => {
    guard(scope);
    refuseOtherSites(scope, options);
    findVisitor(scope, { ...options, cookie });
    watchSupport(scope, database);
    const pages = createPageRoutes(scope, { ...deps, sendView });
    for (const register of PAGES) await register(pages, deps);
  });
  await answerUnknown(http, guard);
}

/** Unknown addresses below the dashboard's get the dashboard's own answer. */
async function answerUnknown(http: HttpServer, guard: (scope: HttpServer) => void): Promise<void> {
  await http.register(
    async (rest: HttpServer) => {
      decorateVisitor(rest);
      guard(rest);
      rest.setNotFoundHandler((request) => {
        throw noSuchEndpoint(request);
      });
    },
    { prefix: '/dashboard' },
  );
}
