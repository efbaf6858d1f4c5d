import type { EntryState } from '../../../rules/waiting-room.ts';
import type { RoomData } from './contract.ts';

// What the address says of the page's look, and the place itself, for who has to come back to it.
const KEPT = ['theme', 'colorScheme', 'lang', 'entry'];

/** Where the buyer buys: the checkout, or the event's own page for who came from there; with the admission where there is one. */
export function ticketsAddress(
  { data, own }: { data: Pick<RoomData, 'checkoutPath' | 'eventAddress'>; own: EntryState | null },
  search: string,
): string {
  const asked = new URLSearchParams(search);
  const query = new URLSearchParams();
  for (const name of KEPT) {
    const value = asked.get(name);
    if (value !== null) query.set(name, value);
  }
  if (own?.admission) query.set('admission', own.admission.token);
  else query.delete('entry');
  const isOfEventPage = asked.get('page') === 'event';
  return `${isOfEventPage ? data.eventAddress : data.checkoutPath}?${query.toString()}${isOfEventPage ? '#tickets' : ''}`;
}
