import type { VNode } from 'preact';
import type { TeamView } from './data.ts';
import { useTeamTexts } from './texts.ts';

// More names would fill the row: show their number.
const MAX_NAMED = 2;

/** A member's events: all, or the names of the selected ones. */
export function EventsCell({
  eventIds,
  events,
}: {
  eventIds: string[] | null;
  events: TeamView['events'];
}): VNode {
  const texts = useTeamTexts();
  if (eventIds === null) return <>{texts.team.allEvents}</>;
  const names = events.filter(({ eventId }) => eventIds.includes(eventId)).map(({ name }) => name);
  const isNamed = names.length === eventIds.length && names.length > 0 && names.length <= MAX_NAMED;
  if (isNamed) return <>{names.join(', ')}</>;
  const hidden = eventIds.length - names.length;
  return (
    <details class="events-of-member">
      <summary>{texts.team.someEvents(eventIds.length)}</summary>
      <ul>
        {names.map((name, at) => (
          <li key={at}>{name}</li>
        ))}
        {hidden > 0 && <li class="soft">{texts.team.otherEvents(hidden)}</li>}
      </ul>
    </details>
  );
}
