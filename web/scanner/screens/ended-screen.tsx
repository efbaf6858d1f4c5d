import type { VNode } from 'preact';
import { UnsentScans } from '../parts/unsent-scans.tsx';
import type { Running } from '../running.ts';
import { forgetWaiting } from '../store/scans.ts';

/** The phone is out. What it could not send is shown, since the server takes nothing more from it. */
export function EndedScreen({ running }: { running: Running }): VNode {
  const { scanner } = running;
  const { ended } = scanner.texts;
  const { title, about } = scanner.ended.value === 'device_ended' ? ended.device_ended : ended.device_revoked;
  const hasUnsent = scanner.unsent.value.length > 0;
  const forget = async (): Promise<void> => {
    await forgetWaiting(scanner.store);
    await scanner.refreshCounts();
  };
  return (
    <main class="plain-screen">
      <div class="said">
        <h1>{title}</h1>
        <p role="alert">{about}</p>
        <UnsentScans scanner={scanner} heading={ended.unsent} />
      </div>
      <div class="reach">
        {hasUnsent && (
          <button class="second" type="button" onClick={() => void forget()}>
            {ended.forget}
          </button>
        )}
        <button class="main" type="button" onClick={() => (scanner.stage.value = 'unpaired')}>
          {ended.again}
        </button>
      </div>
    </main>
  );
}
