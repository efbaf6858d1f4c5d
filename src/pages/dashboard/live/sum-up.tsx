import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useDashboard } from '../dashboard.ts';

/** For screen readers: changing figures are silent, and a button reads all of them. */
export function SumUp({ text }: { text: string }): VNode {
  const { texts } = useDashboard();
  const said = useSignal('');
  const say = (): void => {
    // Announce the same words again, too.
    said.value = '';
    requestAnimationFrame(() => (said.value = text));
  };
  return (
    <>
      <button type="button" class="second on-focus" onClick={say}>
        {texts.live.sumUp}
      </button>
      <span class="aloud" role="status">
        {said.value}
      </span>
    </>
  );
}
