import type { VNode } from 'preact';
import type { Running } from './running.ts';
import { ElsewhereScreen } from './screens/elsewhere-screen.tsx';
import { EndedScreen } from './screens/ended-screen.tsx';
import { NewLinkScreen } from './screens/new-link-screen.tsx';
import { PairScreen } from './screens/pair-screen.tsx';
import { ScanScreen } from './screens/scan-screen.tsx';

/** One screen at a time. */
export function App({ running, takeOver }: { running: Running; takeOver: () => void }): VNode {
  const { scanner } = running;
  const { hand } = scanner.settings.value;
  return (
    <div class="scanner" data-hand={hand} data-stage={scanner.stage.value}>
      <Screen running={running} takeOver={takeOver} />
    </div>
  );
}

function Screen({ running, takeOver }: { running: Running; takeOver: () => void }): VNode | null {
  const { scanner } = running;
  const stage = scanner.stage.value;
  if (stage === 'elsewhere') return <ElsewhereScreen scanner={scanner} takeOver={takeOver} />;
  if (stage === 'unpaired') return <PairScreen running={running} />;
  if (stage === 'asked') return <NewLinkScreen scanner={scanner} />;
  if (stage === 'ended') return <EndedScreen running={running} />;
  return stage === 'paired' ? <ScanScreen running={running} /> : null;
}
