import type { ComponentType } from 'preact';
import type { ViewName, ViewProps } from './contract.ts';
import type { AnyView, PlaceOf } from './shell/place.ts';
// Also shown if nothing can be loaded.
import { TroubleView } from './trouble/trouble-view.tsx';

/**
 * The component of every view. Each is its own chunk (`<name>-view.tsx`), which a browser loads when the view is shown; the server has them
 * all.
 */
export const VIEWS: { [Name in ViewName]: () => Promise<ComponentType<ViewProps<Name>>> } = {
  audit: async () => (await import('./audit/audit-view.tsx')).AuditView,
  event: async () => (await import('./event/event-view.tsx')).EventView,
  eventDetails: async () => (await import('./event-details/event-details-view.tsx')).EventDetailsView,
  eventPictures: async () => (await import('./event-pictures/event-pictures-view.tsx')).EventPicturesView,
  eventQuestions: async () => (await import('./event-questions/event-questions-view.tsx')).EventQuestionsView,
  eventReturns: async () => (await import('./event-returns/event-returns-view.tsx')).EventReturnsView,
  eventTranslations: async () =>
    (await import('./event-translations/event-translations-view.tsx')).EventTranslationsView,
  eventTickets: async () => (await import('./event-tickets/event-tickets-view.tsx')).EventTicketsView,
  eventSeats: async () => (await import('./event-seats/event-seats-view.tsx')).EventSeatsView,
  seatingPlans: async () => (await import('./seating-plans/seating-plans-view.tsx')).SeatingPlansView,
  seatingPlan: async () => (await import('./seating-plans/designer/seating-plan-view.tsx')).SeatingPlanView,
  eventPromoCodes: async () =>
    (await import('./event-promo-codes/event-promo-codes-view.tsx')).EventPromoCodesView,
  eventPromoCode: async () =>
    (await import('./event-promo-codes/event-promo-code-view.tsx')).EventPromoCodeView,
  eventEmbed: async () => (await import('./event-embed/event-embed-view.tsx')).EventEmbedView,
  eventIntegrations: async () =>
    (await import('./event-integrations/event-integrations-view.tsx')).EventIntegrationsView,
  eventCancel: async () => (await import('./event-cancel/event-cancel-view.tsx')).EventCancelView,
  eventDelivery: async () => (await import('./event-integrations/event-delivery-view.tsx')).EventDeliveryView,
  newEvent: async () => (await import('./new-event/new-event-view.tsx')).NewEventView,
  duplicateEvent: async () => (await import('./new-event/duplicate-event-view.tsx')).DuplicateEventView,
  orders: async () => (await import('./orders/orders-view.tsx')).OrdersView,
  eventOrders: async () => (await import('./orders/orders-view.tsx')).OrdersView,
  eventGuests: async () => (await import('./event-guests/event-guests-view.tsx')).EventGuestsView,
  addGuests: async () => (await import('./add-guests/add-guests-view.tsx')).AddGuestsView,
  eventCheckIn: async () => (await import('./event-check-in/event-check-in-view.tsx')).EventCheckInView,
  eventScans: async () => (await import('./event-check-in/event-scans-view.tsx')).EventScansView,
  eventArrivals: async () => (await import('./event-check-in/event-arrivals-view.tsx')).EventArrivalsView,
  eventWaitingList: async () =>
    (await import('./event-waiting-list/event-waiting-list-view.tsx')).EventWaitingListView,
  eventWaitingRoom: async () =>
    (await import('./event-waiting-room/event-waiting-room-view.tsx')).EventWaitingRoomView,
  eventMessages: async () => (await import('./event-messages/event-messages-view.tsx')).EventMessagesView,
  eventMessage: async () => (await import('./event-messages/event-message-view.tsx')).EventMessageView,
  automaticMail: async () => (await import('./event-messages/automatic-mail-view.tsx')).AutomaticMailView,
  newMessage: async () => (await import('./event-messages/new-message-view.tsx')).NewMessageView,
  reports: async () => (await import('./reports/reports-view.tsx')).ReportsView,
  buyerData: async () => (await import('./buyer-data/buyer-data-view.tsx')).BuyerDataView,
  order: async () => (await import('./order/order-view.tsx')).OrderView,
  events: async () => (await import('./events/events-view.tsx')).EventsView,
  home: async () => (await import('./home/home-view.tsx')).HomeView,
  invoices: async () => (await import('./invoices/invoices-view.tsx')).InvoicesView,
  keys: async () => (await import('./keys/keys-view.tsx')).KeysView,
  support: async () => (await import('./support/support-view.tsx')).SupportView,
  team: async () => (await import('./team/team-view.tsx')).TeamView,
  paymentAccounts: async () =>
    (await import('./payment-accounts/payment-accounts-view.tsx')).PaymentAccountsView,
  paymentGateway: async () =>
    (await import('./payment-accounts/payment-gateway-view.tsx')).PaymentGatewayView,
  bankTransfer: async () => (await import('./bank-transfer/bank-transfer-view.tsx')).BankTransferView,
  transfers: async () => (await import('./bank-transfer/transfers-view.tsx')).TransfersView,
  settings: async () => (await import('./settings/settings-view.tsx')).SettingsView,
  me: async () => (await import('./me/me-view.tsx')).MeView,
  newHost: async () => (await import('./me/new-host-view.tsx')).NewHostView,
  mySecurity: async () => (await import('./me/my-security-view.tsx')).MySecurityView,
  mySessions: async () => (await import('./me/my-sessions-view.tsx')).MySessionsView,
  trouble: async () => TroubleView,
};

export const placeOf: PlaceOf = async (answer) => ({
  answer,
  View: (await VIEWS[answer.view]()) as AnyView,
});
