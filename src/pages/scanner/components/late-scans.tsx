import type { VNode } from 'preact';
import type { Scanner } from '../scanner.ts';
import { UnsentScans } from './unsent-scans.tsx';

/** The results of scans that this phone had not sent when it was removed. */
export function LateScans({ scanner }: { scanner: Scanner }): VNode {
  const { sending, taken, held, unsent } = scanner.texts.ended;
  const counts = scanner.late.value;
  return (
    <>
      <div class="late" role="status">
        {counts.sending > 0 && <p class="waiting">{sending(counts.sending)}</p>}
        {counts.taken > 0 && <p>{taken(counts.taken)}</p>}
        {counts.held > 0 && <p>{held(counts.held)}</p>}
      </div>
      <UnsentScans scanner={scanner} heading={unsent} />
    </>
  );
}
