import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownWaiting } from './data.ts';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Section } from '../components/section.tsx';
import { ScanMoment } from './scan-moment.tsx';
import { useCheckInTexts } from './texts.ts';

type Of = { event: ShownEvent };

/** Late scans of revoked phones: they count once the host accepts them. */
export function LateSection({ waiting, event }: Of & { waiting: ShownWaiting[] }): VNode {
  const texts = useCheckInTexts();
  return (
    <Section title={texts.late} intro={texts.lateIntro}>
      <ul class="stack gap-s check-in-conflicts">
        {waiting.map((one) => (
          <li key={one.deviceId}>
            <Waiting waiting={one} event={event} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Waiting({ waiting, event }: Of & { waiting: ShownWaiting }): VNode {
  const texts = useCheckInTexts();
  const { page } = useDashboard();
  const { name, count, isRevoked, letIn, door, firstAt, lastAt } = waiting;
  return (
    <article class="panel stack start gap-s check-in-conflict">
      <header>
        <h3 dir="auto">{texts.lateOf({ name, isRevoked, count })}</h3>
      </header>
      <p dir="auto">
        {door} · {texts.lateLetIn(letIn)} · <ScanMoment at={firstAt} event={event} /> –{' '}
        <ScanMoment at={lastAt} event={event} />
      </p>
      {!isRevoked && <p class="soft">{texts.lateAfterTime}</p>}
      {page.powers.includes('doors.manage') ? (
        <Decision waiting={waiting} event={event} />
      ) : (
        <p class="soft">{texts.lateByManager}</p>
      )}
    </article>
  );
}

function Decision({ waiting, event }: Of & { waiting: ShownWaiting }): VNode {
  const texts = useCheckInTexts();
  const { send, page, texts: shared } = useDashboard();
  const asksToDiscard = useSignal(false);
  const { deviceId, name, until } = waiting;
  const decide = async (what: 'accept' | 'discard'): Promise<void> => {
    const path = `/events/${event.eventId}/check-in/devices/${deviceId}/late-scans/${what}`;
    await send<{ count: number }>(page.inHost(path), {
      body: { until },
      told: ({ count }) => (what === 'accept' ? texts.lateAccepted(count) : texts.lateDiscarded(count)),
      onClose: () => (asksToDiscard.value = false),
    });
  };
  return (
    <div class="cluster gap-s">
      <BusyButton
        class="main"
        aria-label={shared.parts.withColon({ before: texts.lateAccept, after: name })}
        onPress={() => decide('accept')}
      >
        {texts.lateAccept}
      </BusyButton>
      <button
        type="button"
        class="second"
        aria-label={shared.parts.withColon({ before: texts.lateDiscard, after: name })}
        onClick={() => (asksToDiscard.value = true)}
      >
        {texts.lateDiscard}
      </button>
      {asksToDiscard.value && (
        <ConfirmDialog
          title={texts.lateDiscardTitle(name)}
          confirm={texts.lateDiscard}
          onClose={() => (asksToDiscard.value = false)}
          onConfirm={() => decide('discard')}
        >
          {texts.lateDiscardText}
        </ConfirmDialog>
      )}
    </div>
  );
}
