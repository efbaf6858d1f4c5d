import type { VNode } from 'preact';
import { formatTimes, type Times } from '../format-times.ts';
import { SheetFrame } from '../components/sheet.tsx';
import type { Scanner } from '../scanner.ts';
import type { KeptScan } from '../store/kept-scan.ts';
import { canUndo, undoScan } from '../undo-scan.ts';

/** The last scans of this phone, those with a conflict first. */
export function RecentSheet({ scanner }: { scanner: Scanner }): VNode {
  const { title, none } = scanner.texts.recent;
  const times = formatTimes(scanner.language, scanner.pairing.value?.about.event.timezone ?? 'UTC');
  const scans = scanner.recent.value.filter(
    ({ kind, eventId }) => kind !== 'undo' && eventId === scanner.eventId(),
  );
  const isConflict = ({ conflict, isUndone }: KeptScan): boolean => conflict !== null && !isUndone;
  const ordered = [...scans.filter(isConflict), ...scans.filter((scan) => !isConflict(scan))];
  return (
    <SheetFrame scanner={scanner} title={title}>
      {ordered.length === 0 && <p>{none}</p>}
      <ul class="recent">
        {ordered.map((scan) => (
          <RecentLine key={scan.id} scanner={scanner} scan={scan} times={times} />
        ))}
      </ul>
    </SheetFrame>
  );
}

function RecentLine({ scanner, scan, times }: { scanner: Scanner; scan: KeptScan; times: Times }): VNode {
  const { recent, said, conflicts, actions } = scanner.texts;
  const guest = scanner.names.get(scan.id);
  const name = guest ? `${guest.firstName} ${guest.lastName}` : `${recent.nobody} ${scan.note}`;
  const { conflict } = scan;
  const sayConflict = ({ door, at }: { door: string | null; at: string }): string =>
    door === null ? recent.conflictAt(times.clock(at)) : recent.conflictAtDoor({ door, at: times.clock(at) });
  const facts = [
    times.clock(scanner.serverTimeOf(scan.atMs)),
    scan.said && said[scan.said].word,
    scan.isUndone && recent.undone,
    scan.phase === 'waiting' && recent.waiting,
  ];
  return (
    <li data-conflict={conflict !== null && !scan.isUndone}>
      <span dir="auto">
        <b>{name}</b>
        <br />
        {facts.filter(Boolean).join(' · ')}
        {conflict && !scan.isUndone && (
          <span class="conflict">
            {conflicts[conflict.why]}
            {conflict.other && `, ${sayConflict(conflict.other)}`}
          </span>
        )}
      </span>
      {canUndo(scan) && (
        <button
          class="second"
          type="button"
          aria-label={recent.undo(name)}
          onClick={() => void undoScan(scanner, scan)}
        >
          {actions.undo}
        </button>
      )}
    </li>
  );
}
