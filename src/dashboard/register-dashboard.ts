import type { Changes } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import type { KeyUses } from '../hosts/keys/key-uses.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { RequestCounter } from '../http/count-request.ts';
import type { HttpServer } from '../http/server.ts';
import type { Logger } from '../log/logger.ts';
import type { SendPage } from '../pages/serving/send-page.ts';
import type { Gateways } from '../payments/gateways.ts';
import { Refusal } from '../refusal.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import type { Guard } from '../webhooks/delivery/guard.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { answerErrors } from './frame/answer-errors.ts';
import { createChange } from './frame/change.ts';
import { decorateVisitor, findVisitor } from './frame/find-visitor.ts';
import { keepAnswersApart, keepToOrigin, refuseOtherSites } from './frame/keep-to-origin.ts';
import { createSendView } from './frame/send-view.ts';
import { createSessionCookie } from './frame/session-cookie.ts';
import { registerEntrance } from './entrance/register-entrance.ts';
import { registerMe } from './me/register-me.ts';
import { registerTeam } from './team/register-team.ts';
import { registerPaymentAccounts } from './payment-accounts/register-payment-accounts.ts';
import { registerSettings } from './settings/register-settings.ts';
import { registerAudit } from './audit/register-audit.ts';
import { registerSearch } from './search/register-search.ts';
import { registerHome } from './home/register-home.ts';
import { registerEvents } from './events/register-events.ts';
import { registerPublishing } from './events/register-publishing.ts';
import { registerEventDetails } from './event-details/register-event-details.ts';
import { registerEventPictures } from './event-pictures/register-event-pictures.ts';
import { registerEventQuestions } from './event-questions/register-event-questions.ts';
import { registerEventTickets } from './event-tickets/register-event-tickets.ts';
import { registerEventSeats } from './event-seats/register-event-seats.ts';
import { registerEventPromoCodes } from './event-promo-codes/register-event-promo-codes.ts';
import { registerEventEmbed } from './event-embed/register-event-embed.ts';
import { registerEventIntegrations } from './event-integrations/register-event-integrations.ts';
import { registerDuplicateEvent } from './new-event/register-duplicate-event.ts';
import { registerEventCancel } from './event-cancel/register-event-cancel.ts';
import { registerNewEvent } from './new-event/register-new-event.ts';
import { registerAddGuests } from './event-guests/register-add-guests.ts';
import { registerCounter } from './event-guests/register-counter.ts';
import { registerEventGuests } from './event-guests/register-event-guests.ts';
import { registerEventCheckIn } from './event-check-in/register-event-check-in.ts';
import { registerEventWaitingRoom } from './event-waiting-room/register-event-waiting-room.ts';
import { registerEventMessages } from './event-messages/register-event-messages.ts';
import { registerExports } from './exports/register-exports.ts';
import { registerBuyerData } from './buyer-data/register-buyer-data.ts';
import { registerReports } from './reports/register-reports.ts';
import { registerOrderList } from './orders/register-order-list.ts';
import { registerOrders } from './orders/register-orders.ts';
import { registerLive } from './live/register-live.ts';
import { registerKeys } from './keys/register-keys.ts';
import { createPlanDoor } from './seating-plans/plan-door.ts';
import { registerSeatingPlans } from './seating-plans/register-seating-plans.ts';

type DashboardOptions = {
  database: Database;
  changes: Pick<Changes, 'databaseNowMs'>;
  dashboardUrl: string;
  checkoutUrl: string;
  baseUrl: string;
  isProduction: boolean;
  signUp: DashboardParts['signUp'];
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
  DashboardParts,
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
  const parts: DashboardParts = {
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
    answerErrors(scope, parts);
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
    registerHome(scope, parts);
    registerLive(scope, parts);
    registerEvents(scope, parts);
    registerPublishing(scope, parts);
    registerEventDetails(scope, parts);
    await registerEventPictures(scope, parts);
    registerEventTickets(scope, parts);
    registerEventQuestions(scope, parts);
    registerEventSeats(scope, parts);
    await registerSeatingPlans(scope, parts);
    registerEventPromoCodes(scope, parts);
    registerEventEmbed(scope, parts);
    registerEventIntegrations(scope, parts);
    registerEventCancel(scope, parts);
    registerNewEvent(scope, parts);
    registerDuplicateEvent(scope, parts);
    registerOrders(scope, parts);
    registerOrderList(scope, parts);
    registerEventGuests(scope, parts);
    registerAddGuests(scope, parts);
    registerCounter(scope, parts);
    registerEventCheckIn(scope, parts);
    registerEventWaitingRoom(scope, parts);
    await registerEventMessages(scope, parts);
    registerReports(scope, parts);
    registerExports(scope, parts);
    registerBuyerData(scope, parts);
    await registerEntrance(scope, parts);
    await registerMe(scope, parts);
    registerTeam(scope, parts);
    registerPaymentAccounts(scope, parts);
    registerSettings(scope, parts);
    registerAudit(scope, parts);
    registerSearch(scope, parts);
    registerKeys(scope, parts);
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
