import { automaticMailJobs } from '../automatic-mails/automatic-mail-jobs.ts';
import { forgetLeftCartsJob } from '../automatic-mails/forget-left-carts.ts';
import { cancelOrdersJob } from '../cancelling/cancel-orders-job.ts';
import { followCancellingJob } from '../cancelling/follow-cancelling-job.ts';
import { retryRefundsJob } from '../cancelling/retry-cancellation.ts';
import { tellPostponementJob } from '../cancelling/tell-postponement-job.ts';
import { forgetDevicesJob } from '../check-in/forget-devices.ts';
import { forgetScansJob } from '../check-in/forget-scans.ts';
import type { Database } from '../db/database.ts';
import { endClosedEventsJob } from '../events/end-closed-events.ts';
import { forgetUnusedWordsJob } from '../events/forget-unused-words.ts';
import { forgetUnusedPicturesJob } from '../events/pictures/forget-unused-pictures.ts';
import { forgetInvitationsJob } from '../hosts/invitations/forget-invitations.ts';
import { endSupportVisitsJob } from '../hosts/support/end-due-visits.ts';
import { forgetExportsJob } from '../exports/forget-exports.ts';
import { forgetHostMailsJob } from '../hosts/count-host-mails.ts';
import { forgetInvoiceRequestsJob } from '../invoices/forget-invoice-requests.ts';
import { forgetInvoicesJob } from '../invoices/forget-invoices.ts';
import { issueInvoicesJob } from '../invoices/issue-invoices-job.ts';
import type { TicketReader } from '../inventory/list-tickets.ts';
import { forgetSetAsideJobsJob } from '../jobs/forget-set-aside-jobs.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Logger } from '../log/logger.ts';
import { createMailbox } from '../mail/mailbox.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { MediaStore } from '../media/media-store.ts';
import { gatherRecipientsJob } from '../messages/gather-recipients.ts';
import { sendMessageJob } from '../messages/send-message-job.ts';
import { sendMessageTestJob } from '../messages/test-message.ts';
import { askGatewaysJob } from '../orders/ask-gateways.ts';
import { countSalesJob } from '../orders/count-sales.ts';
import { closePaymentPageJob } from '../orders/close-payment-page.ts';
import { forgetGuestListsJob } from '../orders/guest-lists/forget-guest-lists.ts';
import { takeGuestListJob } from '../orders/guest-lists/take-guest-list-job.ts';
import { disputesJobs } from '../orders/disputes/disputes-jobs.ts';
import { followPaymentJob } from '../orders/follow-payment-job.ts';
import { forgetOrderTracesJob } from '../orders/forget-order-traces.ts';
import { sendResendingJob } from '../orders/resendings/send-resending-job.ts';
import type { OrderEngine } from '../orders/order-engine.ts';
import type { OrderWatch } from '../orders/order-watch.ts';
import { sendRefundsJobs } from '../orders/send-refunds.ts';
import type { Gateways } from '../payments/gateways.ts';
import { watchGatewaysJob } from '../payments/watch-gateways.ts';
import { forgetPasskeyChallengesJob } from '../people/passkeys/forget-passkey-challenges.ts';
import { forgetSessionsJob } from '../people/sessions/forget-sessions.ts';
import { forgetAttemptsJob } from '../attempts/forget-attempts.ts';
import { forgetMailedLinksJob } from '../people/forget-mailed-links.ts';
import { forgetUnorderedConsentsJob } from '../newsletter/forget-unordered-consents.ts';
import { joinNoticesJob } from '../people/mails/join-notices.ts';
import { sendPersonMailJob } from '../people/mails/send-person-mail-job.ts';
import { forgetUnorderedAnswersJob } from '../questions/forget-unordered-answers.ts';
import { countSalesTimesJob } from '../reports/count-sales-times.ts';
import { countTaxTimesJob } from '../reports/count-tax-times.ts';
import { foldSalesTimesJob } from '../reports/fold-sales-times.ts';
import { forgetReservationsJob } from '../reservations/forget-reservations.ts';
import { giveBackLapsedJob } from '../reservations/give-back-lapsed.ts';
import { boundStreamJob } from '../stream/bound-stream.ts';
import { forgetMpesaPhonesJob } from '../payments/mpesa/forget-phones.ts';
import { forgetSandboxPaymentsJob } from '../pages/sandbox/server/forget-payments.ts';
import { sandboxPayLateJob } from '../pages/sandbox/server/pay-late.ts';
import { sandboxCallbackJob } from '../pages/sandbox/server/send-callback.ts';
import type { SecretKeys } from '../secrets/secret-keys.ts';
import { forgetMailsJob } from '../tickets/mails/forget-mails.ts';
import { createPace } from '../tickets/mails/mailings/pace.ts';
import { sendMailJobs } from '../tickets/mails/send-mail-job.ts';
import type { TicketPrinter } from '../tickets/ticket-printer.ts';
import { forgetListEntriesJob } from '../waiting-list/forget-entries.ts';
import { resaleJobs } from '../orders/returns/resale-jobs.ts';
import { offerTicketsJob } from '../waiting-list/offer-tickets-job.ts';
import { sendListMailJob } from '../waiting-list/send-list-mail-job.ts';
import type { Unsubscribing } from '../unsubscribing/unsubscribing.ts';
import { forgetWaitingEntriesJob } from '../waiting-room/forget-rooms.ts';
import { sendRoomMailJob } from '../waiting-room/send-room-mail-job.ts';
import { passJobs } from '../wallets/pass-jobs.ts';
import type { Wallets } from '../wallets/wallets.ts';
import { forgetOldDeliveriesJob } from '../webhooks/delivery/forget-old-deliveries.ts';
import { tellFailingReceiversJob } from '../webhooks/delivery/tell-failing-receivers.ts';

/** Every kind of job, asked for or recurring. Webhooks are not among them: they have a queue of their own. */
export function allJobs(deps: {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  mailer: Mailer;
  printer: TicketPrinter;
  secretKeys: SecretKeys;
  checkoutUrl: string;
  dashboardUrl: string;
  media: MediaStore;
  mailboxDir: string;
  hasSandbox: boolean;
  unsubscribing: Unsubscribing;
  readTickets: TicketReader;
  wallets: Wallets;
  messageMailsPerSecond: number;
  hostMailsPerDay: number;
  logger: Logger;
  orderWatch?: OrderWatch;
}): JobKind<unknown>[] {
  const { database, wallets } = deps;
  const mails = { ...deps, linkPasses: wallets.linkPasses };
  const mailings = { ...mails, pace: createPace(deps.messageMailsPerSecond) };
  const work = [
    ...paymentJobs(deps),
    issueInvoicesJob(database),
    ...sendMailJobs(mails),
    gatherRecipientsJob(deps),
    sendMessageJob(mailings),
    sendResendingJob(mailings),
    sendMessageTestJob(deps),
    cancelOrdersJob(deps),
    retryRefundsJob(deps),
    tellPostponementJob(deps),
    followCancellingJob(database),
    sendPersonMailJob(deps),
    joinNoticesJob(database),
    endSupportVisitsJob(database),
    sendRoomMailJob(deps),
    sendListMailJob(deps),
    offerTicketsJob(deps),
    giveBackLapsedJob(database),
    ...resaleJobs(database),
    endClosedEventsJob(database),
    countSalesJob(database),
    ...reportJobs(database),
    takeGuestListJob(database),
    tellFailingReceiversJob(database),
    boundStreamJob(deps),
    ...passJobs(deps),
    ...automaticMailJobs(deps),
  ];
  const forgetting = [
    ...forgetCartsJobs(database),
    forgetOrderTracesJob(database),
    forgetMailsJob(database, { mailbox: createMailbox(deps.mailboxDir) }),
    forgetOldDeliveriesJob(database),
    forgetUnusedWordsJob(database),
    forgetUnusedPicturesJob(database, deps),
    forgetSetAsideJobsJob(database),
    forgetSessionsJob(database),
    forgetMailedLinksJob(database),
    forgetAttemptsJob(database),
    forgetPasskeyChallengesJob(database),
    forgetInvitationsJob(database),
    forgetHostMailsJob(database),
    forgetExportsJob(database),
    forgetGuestListsJob(database),
    forgetScansJob(database),
    forgetDevicesJob(database),
    forgetUnorderedAnswersJob(database),
    forgetUnorderedConsentsJob(database),
    forgetInvoiceRequestsJob(database),
    forgetInvoicesJob(database),
    forgetWaitingEntriesJob(database),
    forgetListEntriesJob(database),
    forgetMpesaPhonesJob(database),
  ];
  return [...work, ...forgetting, ...(deps.hasSandbox ? sandboxJobs(deps) : [])];
}

const reportJobs = (database: Database) => [
  countSalesTimesJob(database),
  countTaxTimesJob(database),
  foldSalesTimesJob(database),
];

const forgetCartsJobs = (database: Database) => [
  forgetReservationsJob(database),
  forgetLeftCartsJob(database),
];

const sandboxJobs = (deps: { database: Database; secretKeys: SecretKeys }) => [
  sandboxCallbackJob(deps),
  sandboxPayLateJob(deps.database),
  forgetSandboxPaymentsJob(deps.database),
];

/** All that asks gateways. */
const paymentJobs = (deps: {
  database: Database;
  orders: OrderEngine;
  gateways: Gateways;
  logger: Logger;
  orderWatch?: OrderWatch;
}) => [
  followPaymentJob(deps),
  askGatewaysJob(deps),
  closePaymentPageJob(deps),
  watchGatewaysJob(deps),
  ...sendRefundsJobs(deps),
  ...disputesJobs(deps),
];
