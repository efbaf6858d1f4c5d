import type { VNode } from 'preact';
import { LateScans } from '../components/late-scans.tsx';
import type { Running } from '../running.ts';
import { forgetScans } from '../store/scans.ts';

/** The phone is out. It says what becomes of the scans that it had not sent. */
export function EndedScreen({ running }: { running: Running }): VNode {
  const { scanner } = running;
  const { ended } = scanner.texts;
  const { title, about } = scanner.ended.value === 'device_ended' ? ended.device_ended : ended.device_revoked;
  const hasUnsent = scanner.unsent.value.length > 0;
  const forget = async (): Promise<void> => {
    await forgetScans(
      scanner.store,
      scanner.unsent.value.map(({ id }) => id),
    );
    await scanner.refreshCounts();
  };
  return (
    <main class="plain-screen">
      <div class="said">
        <h1>{title}</h1>
        <p role="alert">{about}</p>
        <LateScans scanner={scanner} />
      </div>
      <div class="reach">
        {hasUnsent && (
          <button class="second" type="button" onClick={() => void forget()}>
            {ended.forget}
          </button>
        )}
        {scanner.others.value.map(({ about: { event } }) => (
          <button class="second" type="button" key={event.id} onClick={() => void scanner.choose(event.id)}>
            {scanner.texts.events.scanEvent(event.name)}
          </button>
        ))}
        <button class="main" type="button" onClick={() => (scanner.stage.value = 'unpaired')}>
          {ended.again}
        </button>
      </div>
    </main>
  );
}
