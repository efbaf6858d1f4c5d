import { listScans, MAX_SCANS_PER_PAGE, type LoggedScan } from '../check-in/list-scans.ts';
import type { Cell } from '../csv/write-csv.ts';
import type { Queryable } from '../db/database.ts';
import type { CheckInFilters } from './export-kinds.ts';
import { walkEvents, type ExportedEvent, type ExportScope } from './walk-events.ts';
import { momentWriter } from './write-moment.ts';

export const CHECK_IN_COLUMNS = [
  'event',
  'at',
  'first name',
  'last name',
  'ticket type',
  'section',
  'row',
  'seat',
  'order',
  'what',
  'outcome',
  'how',
  'door',
  'device',
  'member',
  'offline',
  'conflict',
  'undone',
];

/** A line per scan, event by event, the newest first. A ticket's code is in no file: it opens the door. */
export async function* checkInLines(
  database: Queryable,
  scope: ExportScope,
  { eventId }: CheckInFilters,
): AsyncGenerator<Cell[][], void, undefined> {
  for await (const event of walkEvents(database, scope, eventId)) {
    const writeMoment = momentWriter(event.timezone);
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listScans>> = await listScans(database, {
        hostId: scope.hostId,
        eventId: event.id,
        filters: { doorId: null, deviceId: null, outcomes: null, onlyConflicts: false },
        limit: MAX_SCANS_PER_PAGE,
        cursor,
      });
      const before = page.scans.filter(({ receivedAt }) => receivedAt <= scope.asOf);
      yield before.map((scan) => toLine(scan, event, writeMoment));
      cursor = page.nextCursor;
    } while (cursor !== null);
  }
}

function toLine(scan: LoggedScan, event: ExportedEvent, writeMoment: (at: Date | null) => string): Cell[] {
  const { guest } = scan;
  return [
    event.name,
    writeMoment(scan.at),
    guest?.firstName ?? '',
    guest?.lastName ?? '',
    guest?.typeName ?? '',
    guest?.seat?.section ?? '',
    guest?.seat?.row ?? '',
    guest?.seat?.seat ?? '',
    guest?.orderReference ?? '',
    scan.kind,
    words(scan.outcome),
    words(scan.how),
    scan.doorName ?? '',
    scan.deviceName ?? '',
    scan.memberName ?? '',
    scan.wasOffline ? 'yes' : '',
    words(scan.conflict ?? ''),
    scan.isUndone ? 'yes' : '',
  ];
}

const words = (name: string): string => name.replaceAll('_', ' ');
