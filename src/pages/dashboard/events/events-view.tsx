import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { calendarIcon, plusIcon } from '../../shared/icons.ts';
import { Picture } from '../../shared/picture.tsx';
import { ShowMore } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { EventBadge } from '../components/event-badge.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { FilterBar } from '../components/filter-bar.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { eventPath } from '../event-layout/event-path.ts';
import type { EventCard, LeadsTo } from './data.ts';
import { useEventsTexts } from './texts.ts';

/** All events of a host, with their pictures: searched by name, and chosen by their state. */
export function EventsView({ data }: ViewProps<'events'>): VNode {
  const { page, texts: shared } = useDashboard();
  const texts = useEventsTexts();
  const { rows, more } = useMoreRows<'events', EventCard>(data, ({ events, nextCursor }) => ({
    rows: events,
    next: nextCursor,
  }));
  const newEvent = page.powers.includes('events.create') && (
    <a class="main" href={page.inHost('/new-event')}>
      <Icon path={plusIcon} />
      {shared.shell.newEvent}
    </a>
  );
  const isFirst = data.isFirst && newEvent !== false;
  const empty = isFirst ? texts.first : texts.none;
  return (
    <>
      <PageHeader title={texts.title(data.leadsTo)} action={data.leadsTo === '' && newEvent} />
      <FilterBar
        filters={[
          { kind: 'text', name: 'q', label: texts.search },
          {
            kind: 'choice',
            name: 'shown',
            label: texts.which,
            unchosen: texts.shown.upcoming,
            choices: [
              { value: 'drafts', label: texts.shown.drafts },
              { value: 'past', label: texts.shown.past },
            ],
          },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={empty.title} action={isFirst && newEvent}>
          {empty.text}
        </EmptyState>
      ) : (
        <ul class="event-cards" aria-label={texts.list}>
          {rows.map((event) => (
            <li key={event.eventId}>
              <Card event={event} leadsTo={data.leadsTo} />
            </li>
          ))}
        </ul>
      )}
      {more && <ShowMore more={more} />}
    </>
  );
}

function Card({ event, leadsTo }: { event: EventCard; leadsTo: LeadsTo }): VNode {
  const { page } = useDashboard();
  const texts = useEventsTexts();
  const { figures, locale } = event;
  const own = eventPath(event.eventId, { seesFigures: page.powers.includes('figures.see') });
  const href = page.inHost(leadsTo === '' ? own : `/events/${event.eventId}/${leadsTo}`);
  return (
    <article class="event-card">
      {event.poster ? (
        <Picture of={event.poster} sizes="6rem" alt="" width={96} height={96} loading="lazy" />
      ) : (
        <span class="event-card-blank">
          <Icon path={calendarIcon} />
        </span>
      )}
      <div>
        <a class="tap event-name" href={href}>
          {event.name}
        </a>
        <small class="soft event-when">
          <EventMoment at={event.startsAt} timezone={event.timezone} locale={locale} />
          {event.place && ` · ${event.place}`}
        </small>
        <p class="event-card-state">
          <EventBadge state={event.state} />
          {figures && (
            <small class="soft">
              {texts.sold({
                sold: figures.sold.toLocaleString(locale),
                capacity: figures.capacity.toLocaleString(locale),
              })}
            </small>
          )}
        </p>
      </div>
    </article>
  );
}
