import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { ShownReceiver } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Moment } from '../components/moment.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { TestResult } from './test-result.tsx';
import { useEventIntegrationsTexts } from './texts.ts';
import { useTest } from './use-test.ts';

// The server counts no further.
const MAX_COUNTED = 1_000;

/** One receiver: its state and its actions. */
export function ReceiverCard({
  receiver,
  address,
  onSent,
}: {
  receiver: ShownReceiver;
  /** The page's address. */
  address: string;
  /** Something new is in the log. */
  onSent: () => Promise<void>;
}): VNode {
  const { call, send, router, toasts, texts: shared } = useDashboard();
  const labelled = (action: string): string => shared.parts.withColon({ before: action, after: url });
  const texts = useEventIntegrationsTexts();
  const isRemoving = useSignal(false);
  const { subscriptionId, url, isEnabled } = receiver;
  const own = `${address}/webhooks/${subscriptionId}`;
  const test = useTest(own, address, onSent);
  const switchTo = async (isOn: boolean, undo?: () => Promise<void>): Promise<void> => {
    await call(`${own}/${isOn ? 'enable' : 'disable'}`, { method: 'POST' });
    const text = isOn ? texts.wasEnabled(url) : texts.wasDisabled(url);
    toasts.tell({ tone: 'good', text, ...(undo && { undo }) });
    await router.refresh();
  };
  const toggle = useAction(() => switchTo(!isEnabled, () => switchTo(isEnabled)));
  const remove = async (): Promise<void> => {
    const onClose = (): void => void (isRemoving.value = false);
    await send(own, { method: 'DELETE', told: texts.wasRemoved(url), onClose });
  };
  return (
    <li class="panel stack gap-s receiver-card">
      <div class="row wrap spread gap-xs-m receiver-head">
        <code class="receiver-url">{url}</code>
        <ReceiverBadge receiver={receiver} />
      </div>
      <ReceiverHealth receiver={receiver} />
      <div class="actions">
        <button
          type="button"
          class="second"
          aria-label={labelled(texts.test)}
          aria-busy={test.isBusy}
          aria-disabled={test.isBusy}
          onClick={test.run}
        >
          {test.isBusy ? texts.testing : texts.test}
        </button>
        <button
          type="button"
          class="second"
          aria-label={labelled(isEnabled ? texts.disable : texts.enable)}
          aria-busy={toggle.isBusy}
          onClick={toggle.run}
        >
          {isEnabled ? texts.disable : texts.enable}
        </button>
        <button
          type="button"
          class="plain"
          aria-label={labelled(texts.remove)}
          onClick={() => (isRemoving.value = true)}
        >
          {texts.remove}
        </button>
      </div>
      <TestResult result={test.result} address={address} />
      {isRemoving.value && (
        <ConfirmDialog
          title={texts.removeTitle}
          confirm={texts.removeButton}
          onConfirm={remove}
          onClose={() => (isRemoving.value = false)}
        >
          {texts.removeText(url)}
        </ConfirmDialog>
      )}
    </li>
  );
}

function ReceiverBadge({ receiver: { isEnabled, failingSince } }: { receiver: ShownReceiver }): VNode {
  const texts = useEventIntegrationsTexts();
  if (!isEnabled) return <StatusBadge tone="off">{texts.off}</StatusBadge>;
  if (failingSince !== null) return <StatusBadge tone="bad">{texts.failing}</StatusBadge>;
  return <StatusBadge tone="good">{texts.on}</StatusBadge>;
}

function ReceiverHealth({ receiver }: { receiver: ShownReceiver }): VNode {
  const texts = useEventIntegrationsTexts();
  const { failingSince, givenUp, lastArrivedAt, lastFailure } = receiver;
  return (
    <div class="receiver-health">
      {failingSince !== null && (
        <p>
          {texts.since} <Moment at={failingSince} />. {lastFailure}
        </p>
      )}
      {givenUp > 0 && (
        <p>
          {texts.notTold(givenUp, MAX_COUNTED)} {texts.whenMended}
        </p>
      )}
      {failingSince === null && lastArrivedAt !== null && (
        <p class="soft">
          {texts.arrived} <Moment at={lastArrivedAt} />.
        </p>
      )}
      {failingSince === null && lastArrivedAt === null && givenUp === 0 && (
        <p class="soft">{texts.nothingYet}</p>
      )}
    </div>
  );
}
