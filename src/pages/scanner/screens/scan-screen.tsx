import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { keepAwake } from '../device/wake-lock.ts';
import { ActionBar } from '../components/action-bar.tsx';
import { LastScan } from '../components/last-scan.tsx';
import { ModeBanner } from '../components/mode-banner.tsx';
import { PracticeBanner, PracticeOver } from '../components/practice.tsx';
import { StatusStrip } from '../components/status-strip.tsx';
import { VerdictView } from '../components/verdict-view.tsx';
import { Viewfinder } from '../components/viewfinder.tsx';
import type { Running } from '../running.ts';
import { CodeSheet } from '../sheets/code-sheet.tsx';
import { CountsSheet } from '../sheets/counts-sheet.tsx';
import { EventsSheet } from '../sheets/events-sheet.tsx';
import { RecentSheet } from '../sheets/recent-sheet.tsx';
import { SearchSheet } from '../sheets/search-sheet.tsx';
import { SettingsSheet } from '../sheets/settings-sheet.tsx';

/** At the door: what the camera sees above, all that is pressed below. */
export function ScanScreen({ running }: { running: Running }): VNode {
  const { scanner, rest } = running;
  const sheet = scanner.sheet.value;
  const verdict = scanner.verdict.value;
  useEffect(keepAwake, []);
  return (
    <>
      {/* Keys can't reach anything under a verdict or a sheet. */}
      <main
        class="scan-screen"
        data-direction={scanner.direction.value}
        inert={verdict !== null || sheet !== null}
      >
        <div class="top">
          <PracticeBanner scanner={scanner} />
          <StatusStrip scanner={scanner} />
          <ModeBanner scanner={scanner} />
        </div>
        <Viewfinder running={running} start={scanner.texts.camera.start} />
        <div class="reach">
          <LastScan scanner={scanner} />
          <ActionBar running={running} />
        </div>
      </main>
      {sheet === 'code' && <CodeSheet running={running} />}
      {sheet === 'search' && <SearchSheet running={running} />}
      {sheet === 'recent' && <RecentSheet scanner={scanner} />}
      {sheet === 'counts' && <CountsSheet scanner={scanner} />}
      {sheet === 'events' && <EventsSheet scanner={scanner} />}
      {sheet === 'settings' && <SettingsSheet scanner={scanner} />}
      {verdict && <VerdictView running={running} verdict={verdict} />}
      <PracticeOver scanner={scanner} />
      {rest.isResting.value && verdict === null && (
        <button class="resting" type="button" onClick={rest.wake}>
          {scanner.texts.camera.resting}
        </button>
      )}
    </>
  );
}
