import type { VNode } from 'preact';
import type { Scanner } from '../scanner.ts';
import { canUndo, undoScan } from '../undo-scan.ts';

/** The scan before, with its way back. */
export function LastScan({ scanner }: { scanner: Scanner }): VNode | null {
  const last = scanner.recent.value.find(
    ({ kind, eventId }) => kind !== 'undo' && eventId === scanner.eventId(),
  );
  if (!last || last.said === null) return null;
  const guest = scanner.names.get(last.id);
  const { actions, said, recent } = scanner.texts;
  const name = guest ? `${guest.firstName} ${guest.lastName}` : last.note;
  return (
    <div class="last-scan">
      <p dir="auto">
        {name} · {last.isUndone ? recent.undone : said[last.said].word}
      </p>
      {canUndo(last) && (
        <button class="second" type="button" onClick={() => void undoScan(scanner, last)}>
          {actions.undo}
        </button>
      )}
    </div>
  );
}
