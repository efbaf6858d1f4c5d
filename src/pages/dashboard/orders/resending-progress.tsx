import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ShownResending } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import { BusyButton } from '../components/busy-button.tsx';
import { Moment } from '../components/moment.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useOrdersTexts } from './texts.ts';

const LOOK_AGAIN_MS = 2_000;
const TONES = { sending: 'waiting', stopped: 'off', sent: 'good' } as const;

/** The progress of resent tickets. It polls by itself; the list below keeps its state and selection. */
export function ResendingProgress({ shown }: { shown: ShownResending | null }): VNode | null {
  const { call, page } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const latest = useSignal(shown);
  const look = async (): Promise<void> => {
    const { resending } = await call<{ resending: ShownResending | null }>(
      page.inHost('/orders/resendings/latest'),
    );
    latest.value = resending;
  };
  useEffect(() => void (latest.value = shown), [shown]);
  const isGoingOn = latest.value?.state === 'sending';
  useEffect(() => {
    if (!isGoingOn || !page.powers.includes('orders.change')) return undefined;
    return lookAgain(look, { everyMs: LOOK_AGAIN_MS, onTrouble: () => {} });
  }, [isGoingOn]);
  const resending = latest.value;
  if (!resending) return null;
  const { state, sent, refused, people, orders } = resending;
  return (
    <Section
      title={words.resending.title}
      action={state !== 'sent' && <StopOrResume resending={resending} onDone={look} />}
      isCard
    >
      <p class="below-s">
        <StatusBadge tone={TONES[state]}>{words.resending.states[state]}</StatusBadge>{' '}
        <Moment at={resending.createdAt} />
      </p>
      <div role="status" class="stack gap-m">
        <Progress
          label={words.resending.progress({ done: sent + refused, all: people, orders })}
          done={sent + refused}
          of={people}
        />
        {resending.stoppedFor !== null && (
          <Message tone="warn">
            {words.resending.stoppedWhy(resending.stoppedFor, resending.stoppedBy)}
          </Message>
        )}
      </div>
      {refused > 0 && <Unreached resending={resending} />}
    </Section>
  );
}

function Unreached({ resending }: { resending: ShownResending }): VNode {
  const { orders: words } = useOrdersTexts();
  const { page } = useDashboard();
  const { refused, unreached } = resending;
  return (
    <>
      <p>
        {words.resending.notReached(refused)} {unreached.length < refused && words.resending.andOthers}
      </p>
      <ul class="stack gap-s refused-orders">
        {unreached.map(({ reference, recipient }) => (
          <li key={`${reference} ${recipient}`}>
            <a class="order-reference" href={page.inHost(`/orders/${reference}`)}>
              {reference}
            </a>
            <small class="soft">{recipient}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** It needs no confirmation, since it can be resumed. */
function StopOrResume({
  resending,
  onDone,
}: {
  resending: ShownResending;
  onDone: () => Promise<void>;
}): VNode | null {
  const { call, toasts, page } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const way = resending.state === 'stopped' ? 'resume' : 'stop';
  const action = async (): Promise<void> => {
    const path = `/orders/resendings/${resending.resendingId}/${way}`;
    await call(page.inHost(path), { method: 'POST' });
    toasts.tell({ tone: 'good', text: words.resending[way === 'stop' ? 'stopped' : 'resumed'] });
    await onDone();
  };
  if (!page.powers.includes('orders.change')) return null;
  return <BusyButton onPress={action}>{words.resending[way]}</BusyButton>;
}
