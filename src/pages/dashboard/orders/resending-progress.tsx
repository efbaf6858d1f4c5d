import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ShownResending } from './data.ts';
import { Message } from '../../shared/message.tsx';
import type { Frame } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { lookAgain } from '../live/look-again.ts';
import { Moment } from '../components/moment.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { useAction } from '../components/use-action.ts';
import { inHost } from '../paths.ts';
import { useOrdersTexts } from './texts.ts';

const LOOK_AGAIN_MS = 2_000;
const TONES = { sending: 'waiting', stopped: 'off', sent: 'good' } as const;

/** How far the tickets are that are sent again to all. It looks by itself: the list below stays as it is, with what is chosen in it. */
export function ResendingProgress({
  frame,
  shown,
}: {
  frame: Frame;
  shown: ShownResending | null;
}): VNode | null {
  const { call } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const latest = useSignal(shown);
  const look = async (): Promise<void> => {
    const { resending } = await call<{ resending: ShownResending | null }>(
      inHost(frame, '/orders/resendings/latest'),
    );
    latest.value = resending;
  };
  useEffect(() => void (latest.value = shown), [shown]);
  const isGoingOn = latest.value?.state === 'sending';
  useEffect(() => {
    if (!isGoingOn || !frame.powers.includes('orders.change')) return undefined;
    return lookAgain(look, { everyMs: LOOK_AGAIN_MS, onTrouble: () => {} });
  }, [isGoingOn]);
  const resending = latest.value;
  if (!resending) return null;
  const { state, sent, refused, people, orders } = resending;
  return (
    <Section
      title={words.resending.title}
      action={state !== 'sent' && <StopOrResume frame={frame} resending={resending} onDone={look} />}
      isCard
    >
      <p class="resending-state">
        <StatusBadge tone={TONES[state]}>{words.resending.states[state]}</StatusBadge>{' '}
        <Moment at={resending.createdAt} />
      </p>
      <div role="status" class="resending">
        <Progress
          label={words.resending.progress({ done: sent + refused, all: people, orders })}
          done={sent + refused}
          of={people}
        />
        {resending.stoppedFor !== null && (
          <Message tone="warn">
            {words.resending.stoppedWhy[resending.stoppedFor](resending.stoppedBy)}
          </Message>
        )}
      </div>
      {refused > 0 && <Unreached frame={frame} resending={resending} />}
    </Section>
  );
}

function Unreached({ frame, resending }: { frame: Frame; resending: ShownResending }): VNode {
  const { orders: words } = useOrdersTexts();
  const { refused, unreached } = resending;
  return (
    <>
      <p>
        {words.resending.notReached(refused)} {unreached.length < refused && words.resending.andOthers}
      </p>
      <ul class="refused-orders">
        {unreached.map(({ reference, recipient }) => (
          <li key={`${reference} ${recipient}`}>
            <a class="order-reference" href={inHost(frame, `/orders/${reference}`)}>
              {reference}
            </a>
            <small class="soft">{recipient}</small>
          </li>
        ))}
      </ul>
    </>
  );
}

/** It can be gone on with afterwards, so nothing is asked. */
function StopOrResume({
  frame,
  resending,
  onDone,
}: {
  frame: Frame;
  resending: ShownResending;
  onDone: () => Promise<void>;
}): VNode | null {
  const { call, toasts } = useDashboard();
  const { orders: words } = useOrdersTexts();
  const way = resending.state === 'stopped' ? 'resume' : 'stop';
  const action = useAction(async () => {
    const path = `/orders/resendings/${resending.resendingId}/${way}`;
    await call(inHost(frame, path), { method: 'POST' });
    toasts.tell({ tone: 'good', text: words.resending[way === 'stop' ? 'stopped' : 'resumed'] });
    await onDone();
  });
  if (!frame.powers.includes('orders.change')) return null;
  return (
    <button type="button" class="second" aria-busy={action.isBusy} onClick={action.run}>
      {words.resending[way]}
    </button>
  );
}
