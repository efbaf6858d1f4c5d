import type { EventState, Sales, ShownEvents, Stock } from '../../../orders/event-figures.ts';

/** `money` is null for as long as sales from before an upgrade are being counted. */
export type ShownFigures = Stock & { money: (Sales & { revenueMinor: number }) | null };

/** An event in a list. Dates are in ISO 8601; `locale` and `currency` say how its amounts are written. */
export type HomeEvent = {
  eventId: string;
  slug: string;
  name: string;
  state: EventState;
  kind: 'general' | 'seat_map';
  isUnlisted: boolean;
  startsAt: string;
  closesAt: string;
  timezone: string;
  place: string;
  currency: string;
  locale: string;
  /** Null where the member's role does not include figures. */
  figures: ShownFigures | null;
};

/** Over all upcoming events of one currency. */
export type HomeSum = { events: number; currency: string; locale: string; figures: ShownFigures };

/** What waits for a person: what it is, since when, what it is about, and where to see to it. */
export type AttentionItem = {
  kind:
    | 'refund_refused'
    | 'receiver_failing'
    | 'delivery_given_up'
    | 'mail_not_sent'
    | 'job_set_aside'
    | 'no_payment_account'
    | 'email_not_confirmed'
    | 'no_factor';
  since: string | null;
  count: number;
  /** An order's reference, an event's name, a receiver with its event, an e-mail address. */
  subject: string;
  /** What a gateway or a receiver said. */
  detail: string | null;
  href: string | null;
};

/** What a host's first page shows. */
export type HomeView = {
  shown: ShownEvents;
  /** The host has no event yet, not even a draft. */
  isFirst: boolean;
  events: HomeEvent[];
  nextCursor: string | null;
  sums: HomeSum[] | null;
  attention: AttentionItem[];
};
