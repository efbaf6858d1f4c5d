import type { EntryState } from '../../../rules/waiting-room.ts';
import type { RoomData } from './contract.ts';

// Kept in the address: the page's look, and the place itself, for a buyer who has to come back to it.
const KEPT = ['theme', 'colorScheme', 'lang', 'entry'];

/** The address of the tickets: the checkout, or the event's own page for buyers from there; with the admission if there is one. */
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
