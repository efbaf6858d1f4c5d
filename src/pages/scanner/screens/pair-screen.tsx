import type { VNode } from 'preact';
import { TesseraMark } from '../../shared/tessera-mark.tsx';
import { pairState } from '../pair-phone.ts';
import { LateScans } from '../components/late-scans.tsx';
import { Viewfinder } from '../components/viewfinder.tsx';
import type { Running } from '../running.ts';

/** A phone that belongs to no door yet. */
export function PairScreen({ running }: { running: Running }): VNode {
  const { scanner, camera } = running;
  const { title, about, pairing, failed, offline, full, scan } = scanner.texts.pair;
  const { value: state } = pairState;
  return (
    <main class="plain-screen">
      <div class="said">
        <TesseraMark />
        <h1>{title}</h1>
        <p>{about}</p>
        <p role="status" class="told">
          {{ idle: '', pairing, failed, offline, full }[state]}
        </p>
        <LateScans scanner={scanner} />
      </div>
      <div class="reach">
        <Viewfinder running={running} start={scan} isQuiet={camera.state.value === 'off'} />
      </div>
    </main>
  );
}
