import type { VNode } from 'preact';
import type { ShownEvent, ShownFigures } from '../event-layout/data.ts';
import { eventPath } from '../event-layout/event-path.ts';
import type { Column } from '../components/data-table.tsx';
import { EventBadge } from '../components/event-badge.tsx';
import { EventMoment } from '../components/event-moment.tsx';
import { writeMoney } from '../components/write-money.ts';
import type { HomeTexts } from './texts.ts';
import { type Page, useDashboard } from '../dashboard.ts';

/** An event's name, date and state, with its figures for those who may see them. */
export function eventColumns(texts: HomeTexts, page: Page): Column<ShownEvent>[] {
  const { figures: words } = texts;
  const columns: Column<ShownEvent>[] = [
    {
      name: 'event',
      label: texts.home.event,
      isRowHeader: true,
      cell: (event) => <EventName event={event} />,
    },
    { name: 'state', label: texts.home.state, cell: ({ state }) => <EventBadge state={state} /> },
  ];
  if (!page.powers.includes('figures.see')) return columns;
  const count = (
    name: string,
    label: string,
    read: (figures: ShownFigures) => number,
  ): Column<ShownEvent> => ({
    name,
    label,
    isFigure: true,
    cell: ({ figures, locale }) => figures && read(figures).toLocaleString(locale),
  });
  return [
    ...columns,
    {
      name: 'sold',
      label: words.sold,
      isFigure: true,
      cell: ({ figures, locale }) =>
        figures && (
          <>
            {figures.sold.toLocaleString(locale)}
            <small class="soft event-when">{words.ofCapacity(figures.capacity.toLocaleString(locale))}</small>
          </>
        ),
    },
    count('held', words.held, ({ held }) => held),
    count('left', words.left, ({ left }) => left),
    {
      name: 'net',
      label: words.net,
      isFigure: true,
      cell: (event) => event.figures && <Net event={event} money={event.figures.money} words={words} />,
    },
  ];
}

function Net({
  event,
  money,
  words,
}: {
  event: ShownEvent;
  money: ShownFigures['money'];
  words: HomeTexts['figures'];
}): VNode {
  if (!money) return <>{words.uncounted}</>;
  return (
    <>
      {writeMoney(money.netMinor, event)}
      <small class="soft event-when">{words.feesNote(writeMoney(money.feesMinor, event))}</small>
    </>
  );
}

function EventName({ event }: { event: ShownEvent }): VNode {
  const { page } = useDashboard();
  return (
    <>
      <a
        class="tap event-name"
        href={page.inHost(eventPath(event.eventId, { seesFigures: page.powers.includes('figures.see') }))}
      >
        {event.name}
      </a>
      <small class="soft event-when">
        <EventMoment at={event.startsAt} timezone={event.timezone} locale={event.locale} />
        {event.place && ` · ${event.place}`}
      </small>
    </>
  );
}
