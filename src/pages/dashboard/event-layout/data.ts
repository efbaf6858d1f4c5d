import type { Database } from '../../../db/database.ts';
import type { Member } from '../../../hosts/members/find-member.ts';
import type { EventFigures } from '../../../orders/event-figures.ts';
import { findEventFigures } from '../../../orders/list-event-figures.ts';
import { mayUse } from '../../../powers.ts';
import { Refusal } from '../../../refusal.ts';
import type { HomeEvent } from '../home/data.ts';
import { showEvent } from './shown-figures-data.ts';

/** What is around every page of an event (EventFrame). Another host's event is not there. */
export async function loadEvent(
  database: Database,
  { hostId, role }: Member,
  eventId: string,
): Promise<{ event: HomeEvent; figures: EventFigures }> {
  const figures = await findEventFigures(database, { hostId, eventId });
  if (!figures) throw new Refusal('not_found', 'There is no such event, or it is not among yours.');
  return { event: showEvent(figures, { seesFigures: mayUse(role, 'figures.see') }), figures };
}
