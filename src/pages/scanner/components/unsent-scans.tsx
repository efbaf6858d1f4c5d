import type { VNode } from 'preact';
import { formatTimes } from '../format-times.ts';
import type { Scanner } from '../scanner.ts';

/** Scans that the server never got, for somebody to note down. */
export function UnsentScans({
  scanner,
  heading,
}: {
  scanner: Scanner;
  heading: (count: number) => string;
}): VNode | null {
  const unsent = scanner.unsent.value;
  if (unsent.length === 0) return null;
  const { letIn, turnedAway } = scanner.texts.ended;
  // The phone's own clock: the event's zone went with the pairing.
  const { day } = formatTimes(scanner.language, Intl.DateTimeFormat().resolvedOptions().timeZone);
  return (
    <section class="unsent">
      <h2>{heading(unsent.length)}</h2>
      <ul>
        {unsent.map(({ id, atMs, verdict, kind, note }) => (
          <li key={id}>
            {day(new Date(atMs))} · {note} ·{' '}
            {kind === 'undo' ? scanner.texts.recent.undone : verdict === 'admitted' ? letIn : turnedAway}
          </li>
        ))}
      </ul>
    </section>
  );
}
