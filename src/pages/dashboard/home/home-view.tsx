import type { VNode } from 'preact';
import type { ShownEvent } from '../event-layout/data.ts';
import { Icon } from '../../shared/icon.tsx';
import { plusIcon } from '../../shared/icons.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { LiveMark } from '../live/live-mark.tsx';
import { SumUp } from '../live/sum-up.tsx';
import { useLiveFigures } from '../live/use-live-figures.ts';
import { AttentionList } from '../attention/attention-list.tsx';
import { DataTable } from '../components/data-table.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section.tsx';
import { useMoreRows } from '../components/use-more-rows.ts';
import { eventColumns } from './event-columns.tsx';
import { HomeSums, sayHomeSums } from './home-sums.tsx';
import { useHomeTexts } from './texts.ts';

/** A host's first page: troubles, sums, and the events to come. */
export function HomeView({ data }: ViewProps<'home'>): VNode {
  const texts = useHomeTexts();
  const { page } = useDashboard();
  const { rows, more } = useMoreRows<'home', ShownEvent>(data, ({ events, nextCursor }) => ({
    rows: events,
    next: nextCursor,
  }));
  const news = useLiveFigures(data.events.map(({ eventId }) => eventId));
  const current = (event: ShownEvent): ShownEvent => {
    const live = news.events.get(event.eventId);
    return live ? { ...event, state: live.state, figures: live.figures } : event;
  };
  const sums = news.sums ?? data.sums;
  const newEvent = page.powers.includes('events.create') && (
    <a class="main" href={page.inHost('/new-event')}>
      <Icon path={plusIcon} />
      {texts.shell.newEvent}
    </a>
  );
  const isFirst = data.isFirst && newEvent !== false;
  const empty = texts.home.empty[isFirst ? 'first' : 'upcoming'];
  const allEvents = (
    <a class="plain" href={page.inHost('/events')}>
      {texts.home.allEvents}
    </a>
  );
  return (
    <>
      <PageHeader title={texts.home.title} beside={<LiveMark state={news.state} />} action={newEvent} />
      {data.attention.length > 0 && <AttentionList items={data.attention} />}
      {sums && sums.length > 0 && (
        <>
          <HomeSums sums={sums} />
          <SumUp text={sayHomeSums(sums, texts)} />
        </>
      )}
      <Section title={texts.home.upcoming} action={!isFirst && allEvents}>
        {data.events.length === 0 ? (
          <EmptyState title={empty.title} action={isFirst && newEvent}>
            {empty.text}
          </EmptyState>
        ) : (
          <div class="event-rows">
            <DataTable
              caption={texts.home.upcoming}
              columns={eventColumns(texts, page)}
              rows={rows.map(current)}
              keyOf={(event) => event.eventId}
              more={more}
            />
          </div>
        )}
      </Section>
    </>
  );
}
