import type { ComponentChildren, VNode } from 'preact';
import type { HomeEvent } from '../../../src/dashboard/home/home-view.ts';
import type { Power } from '../../../src/powers.ts';
import type { Frame } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { inHost } from '../paths.ts';
import { EventBadge } from './event-badge.tsx';
import { EventMoment } from './event-moment.tsx';
import { PageHeader } from './page-header.tsx';
import { SubNavigation } from './sub-navigation.tsx';

type EventPage = { path: string; power: Power; isFor?: HomeEvent['kind']; isForDrafts?: boolean };

/** The pages of an event, in the order of its navigation. */
const PAGES = {
  overview: { path: '', power: 'host.enter' },
  orders: { path: '/orders', power: 'orders.see', isForDrafts: false },
  guests: { path: '/guests', power: 'orders.see' },
  messages: { path: '/messages', power: 'messages.send', isForDrafts: false },
  details: { path: '/details', power: 'events.change' },
  pictures: { path: '/pictures', power: 'events.change' },
  tickets: { path: '/tickets', power: 'events.change' },
  seats: { path: '/seats', power: 'events.change', isFor: 'seat_map' },
  promoCodes: { path: '/promo-codes', power: 'events.change' },
  embed: { path: '/embed', power: 'events.change' },
  integrations: { path: '/integrations', power: 'integrations.manage' },
  cancel: { path: '/cancel', power: 'events.change', isForDrafts: false },
} as const satisfies Record<string, EventPage>;

export type EventPageName = keyof typeof PAGES;

/** What is around every page of an event: which event it is, how it stands, and the way between its pages. */
export function EventFrame({
  event,
  frame,
  page,
  beside,
  action,
  children,
}: {
  event: HomeEvent;
  frame: Frame;
  page: EventPageName;
  /** Beside the event's state. */
  beside?: ComponentChildren;
  /** The one main button of the page. */
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  const { event: words } = useDashboard().texts;
  const isOverview = page === 'overview';
  const pages = (Object.entries(PAGES) as [EventPageName, EventPage][]).filter(
    ([, { power, isFor = event.kind, isForDrafts = true }]) =>
      frame.powers.includes(power) && isFor === event.kind && (isForDrafts || event.state !== 'draft'),
  );
  return (
    <>
      <PageHeader
        title={isOverview ? event.name : words.pages[page]}
        {...(!isOverview && { of: event.name })}
        back={{ href: inHost(frame, ''), label: words.back }}
        beside={
          <>
            <EventBadge state={event.state} />
            {beside}
          </>
        }
        action={action}
      >
        <EventMoment at={event.startsAt} timezone={event.timezone} locale={event.locale} />
        {event.place && ` · ${event.place}`}
      </PageHeader>
      {pages.length > 1 && (
        <SubNavigation
          label={words.pagesOf}
          pages={pages.map(([name, { path }]) => ({
            href: inHost(frame, `/events/${event.eventId}${path}`),
            label: words.pages[name],
            isCurrent: name === page,
          }))}
        />
      )}
      {children}
    </>
  );
}
