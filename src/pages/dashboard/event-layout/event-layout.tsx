import type { ComponentChildren, VNode } from 'preact';
import type { ShownEvent } from './data.ts';
import type { Power } from '../../../powers.ts';
import { Icon } from '../../shared/icon.tsx';
import { outIcon } from '../../shared/icons.ts';
import { useDashboard } from '../dashboard.ts';
import { EventClock } from '../components/clock.ts';
import { EventBadge } from '../components/event-badge.tsx';
import { EventPeriod } from '../components/event-moment.tsx';
import { lastsLong } from '../components/lasts-long.ts';
import { PageHeader } from '../components/page-header.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { SubNavigation, type SubPage } from '../components/sub-navigation.tsx';

type EventPage = {
  path: string;
  power: Power;
  isFor?: ShownEvent['kind'];
  isForDrafts?: boolean;
  /** A setup page. These are behind one entry. */
  isSetUp?: true;
};

/** The pages of an event, in the order of its navigation: daily pages first, then setup. */
const PAGES = {
  overview: { path: '', power: 'figures.see' },
  orders: { path: '/orders', power: 'orders.see', isForDrafts: false },
  guests: { path: '/guests', power: 'orders.see' },
  checkIn: { path: '/check-in', power: 'check_in.see' },
  waitingRoom: { path: '/waiting-room', power: 'figures.see' },
  waitingList: { path: '/waiting-list', power: 'orders.see', isFor: 'general', isForDrafts: false },
  messages: { path: '/messages', power: 'messages.send', isForDrafts: false },
  details: { path: '/details', power: 'events.see', isSetUp: true },
  pictures: { path: '/pictures', power: 'events.see', isSetUp: true },
  tickets: { path: '/tickets', power: 'events.see', isSetUp: true },
  seats: { path: '/seats', power: 'events.see', isFor: 'seat_map', isSetUp: true },
  questions: { path: '/questions', power: 'events.see', isSetUp: true },
  returns: { path: '/returns', power: 'events.see', isSetUp: true },
  translations: { path: '/translations', power: 'events.see', isSetUp: true },
  promoCodes: { path: '/promo-codes', power: 'events.change', isSetUp: true },
  embed: { path: '/embed', power: 'events.see', isSetUp: true },
  integrations: { path: '/integrations', power: 'integrations.manage', isSetUp: true },
  cancel: { path: '/cancel', power: 'events.change', isForDrafts: false, isSetUp: true },
} as const satisfies Record<string, EventPage>;

export type EventPageName = keyof typeof PAGES;

/** The layout of every page of an event: its name and state, and its navigation. */
export function EventLayout({
  event,
  page,
  beside,
  action,
  children,
}: {
  event: ShownEvent;
  page: EventPageName;
  /** Shown beside the event's state. */
  beside?: ComponentChildren;
  /** The main button of the page. */
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  const dashboard = useDashboard();
  const { inHost, powers } = dashboard.page;
  const { event: words } = dashboard.texts;
  const hours = lastsLong(new Date(event.startsAt), new Date(event.closesAt));
  const isOverview = page === 'overview';
  const pages = (Object.entries(PAGES) as [EventPageName, EventPage][]).filter(
    ([, { power, isFor = event.kind, isForDrafts = true }]) =>
      powers.includes(power) && isFor === event.kind && (isForDrafts || event.state !== 'draft'),
  );
  const [everyDay, setUp] = [
    pages.filter(([, { isSetUp }]) => !isSetUp),
    pages.filter(([, { isSetUp }]) => isSetUp),
  ];
  const toLink = ([name, { path }]: [EventPageName, EventPage]): SubPage => ({
    href: inHost(`/events/${event.eventId}${path}`),
    label: words.pages[name],
    isCurrent: name === page,
  });
  return (
    <EventClock.Provider value={event.timezone}>
      <PageHeader
        title={isOverview ? event.name : words.pages[page]}
        {...(!isOverview && { of: event.name })}
        back={{ href: inHost('/events'), label: words.back }}
        beside={
          <>
            <EventBadge state={event.state} />
            {hours !== null && (
              <StatusBadge tone="waiting">{dashboard.texts.parts.moment.lasts(hours)}</StatusBadge>
            )}
            {beside}
            {event.state === 'draft' && powers.includes('events.change') && (
              <a href={inHost(`/events/${event.eventId}/preview`)} target="_blank" rel="noopener">
                {words.preview}
                <Icon path={outIcon} />
              </a>
            )}
          </>
        }
        action={action}
      >
        <EventPeriod event={event} />
        {event.place && <span class={isOverview ? undefined : 'page-aside'}> · {event.place}</span>}
      </PageHeader>
      {(everyDay.length > 1 || setUp.length > 0) && (
        <SubNavigation
          label={words.pagesOf}
          pages={[
            ...everyDay.map(toLink),
            ...setUp.slice(0, 1).map((first) => ({
              ...toLink(first),
              label: words.setUp,
              isCurrent: setUp.some(([name]) => name === page),
            })),
          ]}
        />
      )}
      {setUp.some(([name]) => name === page) && (
        <SubNavigation label={words.setUpOf} pages={setUp.map(toLink)} isSecond />
      )}
      {children}
    </EventClock.Provider>
  );
}
