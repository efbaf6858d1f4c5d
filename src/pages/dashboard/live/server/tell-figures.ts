import { eventText } from '../../../../http/event-stream.ts';
import type { Language } from '../../../../values/language.ts';
import { localeOf } from '../../../../money/countries.ts';
import { addUp, type EventFigures } from '../../../../orders/event-figures.ts';
import { mayUse } from '../../../../powers.ts';
import type { ShownSum } from '../../event-layout/data.ts';
import { showFigures } from '../../event-layout/data.ts';
import type { LiveEvent, LiveFigures } from './live-figures.ts';
import type { Watcher } from './watched-things.ts';

export type FiguresWatcher = Watcher & {
  language: Language;
  /** The events that the page shows. */
  shown: ReadonlySet<string>;
};

/** The last data sent to a page: of each event, and of the sums. */
type Told = { events: Map<string, string>; sums: string };

export const nothingTold = (): Told => ({ events: new Map(), sums: '' });

/** The changes since the page's last event, as the text of an event, or null. */
export function tellFigures(
  { member, shown, language }: FiguresWatcher,
  told: Told,
  { seen, isFirst }: { seen: EventFigures[]; isFirst: boolean },
): string | null {
  const seesFigures = mayUse(member.role, 'figures.see');
  const mine = seen.filter(({ eventId }) => member.eventIds === null || member.eventIds.includes(eventId));
  const events = mine.flatMap((event) => {
    if (!shown.has(event.eventId)) return [];
    const live = toLive(event, seesFigures);
    const text = JSON.stringify(live);
    if (told.events.get(event.eventId) === text) return [];
    told.events.set(event.eventId, text);
    return [live];
  });
  const upcoming = new Set(mine.map(({ eventId }) => eventId));
  const gone = [...told.events.keys()].filter((eventId) => !upcoming.has(eventId));
  for (const eventId of gone) told.events.delete(eventId);
  const sums = seesFigures ? addUpByCurrency(mine, language) : null;
  const sumsText = JSON.stringify(sums);
  const isNewSum = sumsText !== told.sums;
  told.sums = sumsText;
  if (!isFirst && events.length === 0 && gone.length === 0 && !isNewSum) return null;
  return eventText('figures', { events, gone, sums: isNewSum ? sums : null } satisfies LiveFigures);
}

const toLive = ({ eventId, state, types }: EventFigures, seesFigures: boolean): LiveEvent => ({
  eventId,
  state,
  figures: seesFigures ? showFigures(addUp(types)) : null,
  types: seesFigures
    ? types.map(({ ticketTypeId, status, ...figures }) => ({
        ticketTypeId,
        status,
        figures: showFigures(figures),
      }))
    : [],
});

/** As sumUpcomingFigures has them. */
function addUpByCurrency(events: EventFigures[], language: Language): ShownSum[] {
  const byCountry = Map.groupBy(events, ({ country }) => country);
  return [...byCountry].map(([country, ofCountry]) => toSum(localeOf(language, country), ofCountry));
}

const toSum = (locale: string, events: EventFigures[]): ShownSum => ({
  events: events.length,
  currency: events[0]?.currency ?? '',
  locale,
  figures: showFigures(addUp(events.flatMap(({ types }) => types))),
});
