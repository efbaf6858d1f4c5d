import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import { listGuests, MAX_GUESTS_PER_PAGE, type Guest } from '../tickets/list-guests.ts';
import type { MoreColumns } from './answer-columns.ts';
import type { GuestListFilters } from './export-kinds.ts';
import { walkEvents, type ExportedEvent, type ExportScope } from './walk-events.ts';
import { momentWriter } from './write-moment.ts';

export const GUEST_COLUMNS = [
  'event',
  'first name',
  'last name',
  'e-mail',
  'phone',
  'ticket type',
  'section',
  'row',
  'seat',
  'state',
  'how',
  'order',
  'issued at',
  'came in at',
  'void since',
];

/**
 * A line per ticket, event by event, as the list of guests has them: the newest first. It goes from the newest down, so that tickets which
 * are issued meanwhile change nothing. A ticket's code is in no file: it opens the door.
 */
export async function* guestLines(
  database: Queryable,
  scope: ExportScope,
  { filters: { eventId, ...filters }, more }: { filters: GuestListFilters; more: MoreColumns },
): AsyncGenerator<Cell[][], void, undefined> {
  for await (const event of walkEvents(database, scope, eventId)) {
    const writeMoment = momentWriter(event.timezone);
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listGuests>> = await listGuests(database, {
        hostId: scope.hostId,
        eventId: event.id,
        filters,
        limit: MAX_GUESTS_PER_PAGE,
        cursor,
      });
      const before = page.guests.filter(({ issuedAt }) => issuedAt <= scope.asOf);
      const cells = await more.cellsOf(before.map(({ ticketId }) => ticketId));
      yield before.map((guest) => [...toLine(guest, event, writeMoment), ...cells(guest.ticketId)]);
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

function toLine(guest: Guest, event: ExportedEvent, writeMoment: (at: Date | null) => string): Cell[] {
  return [
    event.name,
    guest.firstName,
    guest.lastName,
    guest.email,
    guest.phone,
    guest.typeName,
    guest.seat?.section ?? '',
    guest.seat?.row ?? '',
    guest.seat?.seat ?? '',
    guest.state.replace('_', ' '),
    guest.how,
    guest.reference,
    writeMoment(guest.issuedAt),
    writeMoment(guest.usedAt),
    writeMoment(guest.voidedAt),
  ];
}
