import type { EventView } from './event/data.ts';
import type { EventDetailsView } from './event-details/data.ts';
import type { EventPicturesView } from './event-pictures/data.ts';
import type { EventQuestionsView } from './event-questions/data.ts';
import type { EventReturnsView } from './event-returns/data.ts';
import type { EventTranslationsView } from './event-translations/data.ts';
import type { EventTicketsView } from './event-tickets/data.ts';
import type { EventSeatsView } from './event-seats/data.ts';
import type { EventPromoCodesView, EventPromoCodeView } from './event-promo-codes/data.ts';
import type { EventEmbedView } from './event-embed/data.ts';
import type { DuplicateView } from './new-event/duplicate-data.ts';
import type { EventCancelView } from './event-cancel/data.ts';
import type { EventDeliveryView, EventIntegrationsView } from './event-integrations/data.ts';
import type { NewEventView } from './new-event/data.ts';
import type { SeatingPlansView, SeatingPlanView } from './seating-plans/data.ts';
import type { AuditView } from './audit/data.ts';
import type { HomeView } from './home/data.ts';
import type { EventsView } from './events/data.ts';
import type { InvoicesView } from './invoices/data.ts';
import type { KeysView } from './keys/data.ts';
import type { SettingsView } from './settings/data.ts';
import type { OrdersView } from './orders/data.ts';
import type { EventGuestsView } from './event-guests/data.ts';
import type { EventArrivalsView, EventCheckInView, EventScansView } from './event-check-in/data.ts';
import type { EventWaitingListView } from './event-waiting-list/data.ts';
import type { EventWaitingRoomView } from './event-waiting-room/data.ts';
import type { AddGuestsView } from './add-guests/data.ts';
import type {
  AutomaticMailView,
  EventMessagesView,
  EventMessageView,
  NewMessageView,
} from './event-messages/data.ts';
import type { ReportsView } from './reports/data.ts';
import type { BankTransferView, TransfersView } from './bank-transfer/data.ts';
import type { BuyerDataView } from './buyer-data/data.ts';
import type { OrderView } from './order/data.ts';
import type { SupportView } from './support/data.ts';
import type { TeamView } from './team/data.ts';
import type { ProfileView } from './me/profile-data.ts';
import type { NewHostView } from './me/new-host-data.ts';
import type { SecurityView } from './me/security-data.ts';
import type { SessionsView } from './me/sessions-data.ts';
import type { PaymentAccountsView, PaymentGatewayView } from './payment-accounts/data.ts';
import type { Power, VisitorRole } from '../../powers.ts';
import type { Language } from '../../values/language.ts';

// The types that the dashboard's server and pages share.

/** Every view by its name, with its data. */
export type Views = {
  audit: AuditView;
  me: ProfileView;
  newHost: NewHostView;
  mySecurity: SecurityView;
  mySessions: SessionsView;
  home: HomeView;
  events: EventsView;
  event: EventView;
  eventDetails: EventDetailsView;
  eventPictures: EventPicturesView;
  eventTickets: EventTicketsView;
  eventQuestions: EventQuestionsView;
  eventReturns: EventReturnsView;
  eventTranslations: EventTranslationsView;
  eventSeats: EventSeatsView;
  seatingPlans: SeatingPlansView;
  seatingPlan: SeatingPlanView;
  eventPromoCodes: EventPromoCodesView;
  eventPromoCode: EventPromoCodeView;
  eventEmbed: EventEmbedView;
  eventIntegrations: EventIntegrationsView;
  eventCancel: EventCancelView;
  eventDelivery: EventDeliveryView;
  newEvent: NewEventView;
  duplicateEvent: DuplicateView;
  orders: OrdersView;
  eventOrders: OrdersView;
  order: OrderView;
  eventGuests: EventGuestsView;
  addGuests: AddGuestsView;
  eventCheckIn: EventCheckInView;
  eventScans: EventScansView;
  eventArrivals: EventArrivalsView;
  eventWaitingRoom: EventWaitingRoomView;
  eventWaitingList: EventWaitingListView;
  eventMessages: EventMessagesView;
  eventMessage: EventMessageView;
  newMessage: NewMessageView;
  automaticMail: AutomaticMailView;
  reports: ReportsView;
  buyerData: BuyerDataView;
  invoices: InvoicesView;
  keys: KeysView;
  paymentAccounts: PaymentAccountsView;
  bankTransfer: BankTransferView;
  transfers: TransfersView;
  paymentGateway: PaymentGatewayView;
  settings: SettingsView;
  support: SupportView;
  team: TeamView;
  trouble: TroubleView;
};

export type ViewName = keyof Views;

/** The reason why something can't be shown. `offline` is the browser's own: the server was not reached. */
export type TroubleView = {
  about: 'not_found' | 'not_allowed' | 'host_suspended' | 'too_often' | 'failed' | 'offline';
  /** The server's explanation, if it knows better than the page. */
  reason?: string;
};

/** The data around every view: the signed-in person, and the host. */
export type PageContext = {
  /** The path of `/dashboard` for browsers. Every address begins with it. */
  base: string;
  /** The path and query of this view, as browsers have it. */
  address: string;
  language: Language;
  /** The format of dates and amounts in the host's country and that language. */
  locale: string;
  person: {
    email: string;
    name: string;
    isEmailConfirmed: boolean;
    hasFactor: boolean;
    /** One of the factors is a passkey. */
    hasPasskey: boolean;
  };
  /** The host of the page; null on the person's own pages. */
  host: {
    hostId: string;
    name: string;
    role: VisitorRole;
    isConfirmed: boolean;
    /** The clock of the host's country, for times that belong to no event. */
    timezone: string;
  } | null;
  /** The powers of the member's role in that host. */
  powers: Power[];
  /** All hosts that the person can enter: as a member, or as support. */
  hosts: { hostId: string; name: string; role: VisitorRole }[];
  /** The visits that a banner tells of, in ISO 8601: support's own, or those that an owner decides on. */
  support: { visitId: string; about: 'yours' | 'asked' | 'under_way'; email: string; endsAt: string }[];
  /** People can create hosts themselves. */
  takesNewHosts: boolean;
};

/** A view as the server answers it: first within the page, then as JSON for the page's script. */
export type ViewAnswer = {
  [Name in ViewName]: { view: Name; data: Views[Name]; context: PageContext };
}[ViewName];

/** The props of a view's component. */
export type ViewProps<Name extends ViewName> = { data: Views[Name] };
